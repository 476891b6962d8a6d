import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * The address a call counts for. Of an IPv6 address that is its /64: a caller commonly has the whole of it, and would
 * have a count for each of its addresses.
 */
export const callerOf = (request: FastifyRequest): string => normalizeIP(request.ip);

const callers = new WeakMap<Socket, string>();

/** callerOf where no proxy stands in front; read once a connection, as an IPv6 address takes its time to read. */
export const callerOfConnection = ({ socket }: IncomingMessage): string => {
  const known = callers.get(socket);
  if (known !== undefined) return known;
  const caller = normalizeIP(socket.remoteAddress ?? '');
  callers.set(socket, caller);
  return caller;
};
