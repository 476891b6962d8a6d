import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { getInventoryData } from '#contract/catalogue.ts';
import { isLogged } from '../lib/log.ts';

/** Ids of several processes differ, and nobody can guess the id of somebody else's failure. */
const PROCESS = randomBytes(3).toString('hex');
let last = 0;
const newRequestId = (): string => `${PROCESS}-${(++last).toString(36)}`;

/** Set on what has an id that its caller may need: failures, and with LOG_LEVEL=info every response. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Pages, their files, and what the shop does not have. */
const UNKNOWN_ROUTE = '/*';

/** A request whose line is still to be written. */
interface OpenLine {
  id: string;
  /** The address as the shop knows it: `/api/reset/:token`. A path can hold a secret, so it is never logged itself. */
  route: string;
}

/** The server's work for the log: nothing per request below the level "info". */
export interface RequestLog {
  /** Returns the id of a request. */
  idOf(request: IncomingMessage): string;
  /** Puts the log in front of everything, so that the catalogue and refused addresses have their line too. */
  before(listener: RequestListener): RequestListener;
  /** Learns the routes of requests. */
  follow(app: FastifyInstance): void;
}

/**
 * Writes one line per request at LOG_LEVEL=info (behavior 2.15): what was called, the status, how long it took until the
 * response was sent, and the bytes that its connection carried. It names no person, no address and no query.
 */
export const createRequestLog = (log: FastifyBaseLogger): RequestLog => {
  if (!isLogged(log, 'info')) return { idOf: newRequestId, before: (listener) => listener, follow: () => {} };
  const lines = new WeakMap<IncomingMessage, OpenLine>();
  return {
    idOf: (request) => lines.get(request)?.id ?? newRequestId(),
    before: (listener) => (request, response) => {
      // The catalogue is usually served before there is a route.
      const route = request.url === getInventoryData.path ? getInventoryData.path : UNKNOWN_ROUTE;
      const line: OpenLine = { id: newRequestId(), route };
      lines.set(request, line);
      response.setHeader(REQUEST_ID_HEADER, line.id);
      const started = performance.now();
      const { bytesWritten } = request.socket;
      response.once('close', () => {
        log.info(
          {
            ...line,
            method: request.method,
            status: response.headersSent ? response.statusCode : null,
            ms: Math.round(performance.now() - started),
            bytes: request.socket.bytesWritten - bytesWritten,
            // The caller left before it had the whole response.
            ...(!response.writableFinished && { cut: true }),
          },
          'request',
        );
      });
      listener(request, response);
    },
    follow: (app) => {
      app.addHook('onRequest', (request, _reply, next) => {
        const line = lines.get(request.raw);
        const { url } = request.routeOptions;
        if (line && url) line.route = url;
        next();
      });
    },
  };
};
