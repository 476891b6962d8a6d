import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';
import type { Settings } from '../settings.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Returns whether members reach the shop by https only. Then responses ask browsers never to use anything else. TLS
 * itself belongs to the reverse proxy.
 */
const isHttpsOnly = (settings: Settings): boolean => {
  const publicUrl = 'PUBLIC_URL' in settings ? settings.PUBLIC_URL : undefined;
  return typeof publicUrl === 'string' && publicUrl.startsWith('https:');
};

/** A strict policy: nothing from other hosts, nothing inline, and no text that becomes script on its way into the page. */
const createProtection = (settings: Settings) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The page's one policy (src/web/browser/content-policy.ts).
        trustedTypes: ['greenroom'],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttpsOnly(settings) && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    crossOriginEmbedderPolicy: false,
    // The chat opens in a new window, which the page has to navigate afterwards.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
  });

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The headers that protect every response. Helmet computes the same ones for each request. Here they are computed once. */
export const securityHeaders = (settings: Settings): SecurityHeaders => {
  const request = new IncomingMessage(new Socket());
  const first = new ServerResponse(request);
  createProtection(settings)(request, first, () => {});
  return first.getHeaders() as Record<string, string>;
};

/** Sets them on the raw response, so that event streams have them too. */
export const setSecurityHeaders = (reply: FastifyReply, headers: SecurityHeaders): void => {
  for (const name in headers) reply.raw.setHeader(name, headers[name]!);
};

export const registerSecurityHeaders = (app: FastifyInstance, headers: SecurityHeaders): void => {
  app.addHook('onRequest', (_request, reply, next) => {
    setSecurityHeaders(reply, headers);
    next();
  });
};
