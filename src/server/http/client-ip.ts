import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * The address that a call counts for. For IPv6 it is the /64 network: a client usually owns all of its addresses, and
 * would otherwise get a new count for each. If a proxy passes on something that is no address, the call counts for the
 * proxy. A client that has left has no address.
 */
export const clientIp = (request: FastifyRequest): string => {
  const { remoteAddress } = request.raw.socket;
  if (remoteAddress === undefined) return '';
  return normalizeIP(isIP(request.ip) > 0 ? request.ip : remoteAddress);
};

/** An address as far as it tells callers apart: an IPv6 address is one of its /64 network. */
export const networkOf = (address: string): string => {
  const network = normalizeIP(address);
  return network.includes(':') ? `${network}/64` : network;
};

const known = new WeakMap<Socket, string>();

/** Like clientIp, for connections without a proxy. Computed once per connection, because parsing IPv6 takes time. */
export const clientIpOfConnection = ({ socket }: IncomingMessage): string => {
  const found = known.get(socket);
  if (found !== undefined) return found;
  const address = normalizeIP(socket.remoteAddress ?? '');
  known.set(socket, address);
  return address;
};
