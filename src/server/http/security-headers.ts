import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** A strict policy: nothing from other hosts, nothing inline. TLS belongs to the reverse proxy, so nothing here forces it. */
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
  // The chat opens in a new window, which the page has to navigate afterwards.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'same-origin' },
});

/** Helmet computes the same headers for each request. Here they are computed once. */
export const registerSecurityHeaders = (app: FastifyInstance): void => {
  const request = new IncomingMessage(new Socket());
  const first = new ServerResponse(request);
  protect(request, first, () => {});
  const headers = Object.entries(first.getHeaders()) as [string, string][];
  app.addHook('onRequest', (_request, reply, next) => {
    // Set on the raw response, so that event streams have them too.
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    next();
  });
};
