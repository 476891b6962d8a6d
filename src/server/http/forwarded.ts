import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { healthz, metrics, readyz } from '#contract/health.ts';
import type { Shop } from '../shop.ts';
import { sendError } from './error-handler.ts';

/** A name or address with an optional port, and nothing that means something in an address of the shop. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,253}[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const PROTOCOLS: readonly string[] = ['http', 'https'];

/**
 * Headers that a request has once. Node.js keeps the first of two, and what is in front of the shop may keep the other
 * (RFC 9112, 3.2).
 */
const ONCE: readonly string[] = ['host', 'authorization', 'content-type'];

const repeatsHeader = (rawHeaders: readonly string[]): boolean => {
  const seen = new Set<string>();
  // Names and values take turns.
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place]!.toLowerCase();
    if (!ONCE.includes(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
};

/** Addresses of this machine and of private networks: those of proxies. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, bits);
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

/** True if an address belongs to this machine or a private network. IPv4 in the form of IPv6 counts as IPv4. */
const isPrivate = (address: string): boolean => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The entries of a header that every proxy adds to. The last one is of the nearest proxy. */
const entriesOf = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((entry) => entry.trim());

/** The paths that a monitor on the same machine requests without the proxy. */
const UNPROXIED: readonly string[] = [healthz.path, readyz.path, metrics.path];

/**
 * Checks by which address a request reached the shop, because links are made from it (behavior 2.13). An invalid host
 * is refused. Values that a proxy adds are ignored if they are neither a host nor http or https. A proxy that does not
 * fit the settings is logged once as a warning, because limits by address would be wrong unnoticed.
 */
export const checkForwarded = (app: FastifyInstance, { settings, log }: Pick<Shop, 'settings' | 'log'>): void => {
  const warned = new Set<string>();
  const warn = (text: string) => {
    if (warned.has(text)) return;
    warned.add(text);
    log.warn(text);
  };
  app.addHook('onRequest', (request, reply, next) => {
    const { headers } = request;
    const isHost = headers.host === undefined || HOST.test(headers.host);
    if (!isHost || repeatsHeader(request.raw.rawHeaders)) {
      return void sendError(reply, new ShopError('invalid_input'));
    }
    if (!settings.TRUST_PROXY) {
      if (cameByProxy(request)) warn(IGNORED_PROXY);
      return next();
    }
    const protocol = entriesOf(headers['x-forwarded-proto']).at(-1);
    if (protocol !== undefined && !PROTOCOLS.includes(protocol)) {
      headers['x-forwarded-proto'] = undefined;
      warn(WRONG_PROTOCOL);
    }
    const host = entriesOf(headers['x-forwarded-host']).at(-1);
    if (host !== undefined && !HOST.test(host)) headers['x-forwarded-host'] = undefined;
    const problem = UNPROXIED.includes(request.routeOptions.url ?? '') ? null : problemOfProxy(request);
    if (problem) warn(problem);
    next();
  });
};

/** Only a proxy has a private address and passes on another one. */
const cameByProxy = ({ headers, raw }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined && isPrivate(raw.socket.remoteAddress ?? '');

const problemOfProxy = ({ headers }: FastifyRequest): string | null => {
  const chain = entriesOf(headers['x-forwarded-for']);
  const client = chain.at(-1);
  if (!client) return NO_PROXY;
  if (isIP(client) === 0) return UNREADABLE;
  return chain.every((address) => isIP(address) > 0 && isPrivate(address)) ? PRIVATE_MEMBERS : null;
};

const IGNORED_PROXY =
  'A proxy passes requests on, but TRUST_PROXY is off: all members count as one address. Set TRUST_PROXY=on if the proxy is yours.';
const NO_PROXY =
  'TRUST_PROXY is on, but a request came without X-Forwarded-For: members count as the proxy. Let the proxy add it, or set TRUST_PROXY=off.';
const UNREADABLE =
  'The proxy passes on an X-Forwarded-For that is no address. Members count as the proxy until it adds theirs.';
const PRIVATE_MEMBERS =
  'The proxy sees members at private addresses, so they can write any address into X-Forwarded-For (docs/operations.md).';
const WRONG_PROTOCOL = 'The proxy passes on an X-Forwarded-Proto other than http or https. It was ignored.';
