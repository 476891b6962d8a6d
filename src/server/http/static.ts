import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isPageAddress } from '#domain/page-address.ts';
import { packageRoot } from '../package-root.ts';
import type { Settings } from '../settings.ts';
import { sendNotFound } from './error-handler.ts';

/** The built front end. */
const PUBLIC = join(packageRoot, 'dist', 'public');
const YEAR_SECONDS = 31_536_000;

const sendPage = (reply: FastifyReply) => reply.header('Cache-Control', 'no-cache').sendFile('index.html');

/**
 * Serves the built front end: hashed assets for good, everything else checked anew. Any address that is neither a file
 * nor a call is the customer flow (specification §2), so it gets the page; unknown calls and /test-points where it is
 * switched off are a true 404 (decisions §8).
 */
export const registerStatic = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  const built = existsSync(PUBLIC);
  if (built) {
    await app.register(fastifyStatic, {
      root: PUBLIC,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const forGood = path.includes('/assets/');
        reply.header('Cache-Control', forGood ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
    // Else the plugin takes it for a folder, which whoever accepts nothing compressed reads as a bad request.
    app.get('/', (_request, reply) => sendPage(reply));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const page = request.method === 'GET' || request.method === 'HEAD';
    const unknownFile = !isPageAddress(path);
    const off = path.replace(/\/$/, '') === '/test-points' && !settings.TEST_POINTS;
    if (!built || !page || unknownFile || off) return sendNotFound(reply);
    return sendPage(reply);
  });
};
