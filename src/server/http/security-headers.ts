import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** A strict policy: nothing from elsewhere, nothing inline. TLS is the reverse proxy's, so nothing here forces it. */
const protect = helmet({
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
    },
  },
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  // The chat opens in a window of its own, which must be reachable to be sent on its way.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'same-origin' },
});

/** Helmet puts the same headers together at each request; here they are taken from a first one and kept. */
export const registerSecurityHeaders = (app: FastifyInstance): void => {
  const request = new IncomingMessage(new Socket());
  const first = new ServerResponse(request);
  protect(request, first, () => {});
  const headers = Object.entries(first.getHeaders()) as [string, string][];
  app.addHook('onRequest', (_request, reply, next) => {
    // On the raw answer, so that streams have them too.
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    next();
  });
};
