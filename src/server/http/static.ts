import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { isPageAddress } from '#domain/page-address.ts';
import { packageRoot } from '../lib/program.ts';
import type { Settings } from '../settings.ts';
import { sendError } from './error-handler.ts';

/** The built front end. */
const PUBLIC = join(packageRoot, 'dist', 'public');
const YEAR_SECONDS = 31_536_000;

const sendPage = (reply: FastifyReply) => reply.header('Cache-Control', 'no-cache').sendFile('index.html');

/**
 * Serves the built front end. Files with a hash in their name are cached for a year, all others are checked each time
 * (behavior 2.9). An address that is neither a file nor a call gets the page (behavior 11.4). Unknown calls and files are
 * a 404, and so is /test-points while it is off (behavior 1.13).
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
        const isHashed = path.includes('/assets/');
        reply.header('Cache-Control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
    // Otherwise the plugin takes it for a folder, and responds with a bad request to clients that accept no compression.
    app.get('/', (_request, reply) => sendPage(reply));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const page = request.method === 'GET' || request.method === 'HEAD';
    const unknownFile = !isPageAddress(path);
    const off = path.replace(/\/$/, '') === '/test-points' && !settings.TEST_POINTS;
    if (!built || !page || unknownFile || off) return sendError(reply, new ShopError('not_found'));
    return sendPage(reply);
  });
};
