import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { errorText } from '#contract/errors.ts';

/** The statuses of requests that Node could not read, by its error code. Everything else is a 400. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/**
 * Refuses what is no request, or did not arrive in time, and closes the connection. The log gets the error's code and
 * nothing else: the error itself holds the bytes that were received, with any token in them.
 */
export const refuseMalformed =
  (headers: Readonly<Record<string, string>>, log: FastifyBaseLogger) =>
  ({ code = 'unknown' }: { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    log.debug({ code }, 'not a request');
    if (socket.writable && !hasResponded(socket)) socket.write(responseText(STATUSES[code] ?? 400, headers));
    socket.destroySoon();
  };

/** Returns whether a response has begun. Node keeps it at the socket under this name. */
const hasResponded = (socket: Socket): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;

const responseText = (status: number, headers: Readonly<Record<string, string>>): string => {
  const message = status === 408 ? 'The request took too long to arrive.' : errorText('invalid_input');
  const body = JSON.stringify({ message, code: 'invalid_input' });
  const all = {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
};
