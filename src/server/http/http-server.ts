import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import { MOST_CONNECTIONS, type TimeLimits } from '../limits.ts';

interface ServerOptions {
  /** Milliseconds that a connection may be idle between two requests. */
  keepAliveTimeout: number;
  limits: TimeLimits['request'];
  /** The most connections from one address; null behind a proxy, which has one address for everybody. */
  mostOfAddress?: number | null;
}

/**
 * Creates the server that everything arrives at. A request has to arrive within a limit, with its body, and neither one
 * address nor all of them can take every connection of the process (behavior 2.12).
 */
export const createHttpServer = (
  listener: RequestListener,
  { keepAliveTimeout, limits, mostOfAddress = MOST_CONNECTIONS.ofAddress }: ServerOptions,
): Server => {
  const server = createServer(
    {
      keepAliveTimeout,
      requestTimeout: limits.most,
      connectionsCheckingInterval: limits.every,
    },
    listener,
  );
  server.maxConnections = MOST_CONNECTIONS.total;
  if (mostOfAddress !== null) limitOfAddress(server, mostOfAddress);
  return server;
};

/** Closes connections beyond the limit of their address. An IPv6 network (/64) counts as one address. */
const limitOfAddress = (server: Server, most: number): void => {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = normalizeIP(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > most) socket.destroy();
  });
};
