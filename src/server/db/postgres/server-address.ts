/** Which server of several the shop uses. */
type SessionAttribute = 'any' | 'read-write';

/** DATABASE_URL, with one address for each server. */
export interface ServerAddresses {
  /** An address per server, as node-postgres understands it. */
  urls: readonly string[];
  target: SessionAttribute;
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/s;

const TARGETS: Readonly<Record<string, SessionAttribute>> = {
  any: 'any',
  primary: 'read-write',
  'read-write': 'read-write',
};

/**
 * Splits an address like `postgres://user:password@one:5432,two:5432/shop?target_session_attrs=read-write` into one per
 * server. node-postgres does not know several hosts. With several hosts the shop uses the one that accepts writes
 * (behavior 1.4).
 *
 * @throws Error that says what is wrong, without the address, because that contains a password
 */
export const serverAddresses = (databaseUrl: string): ServerAddresses => {
  const [, login, hosts = '', path, query = ''] = PARTS.exec(databaseUrl) ?? [];
  if (login === undefined) throw new Error('must begin with postgres://');
  const options = new URLSearchParams(query);
  const wanted = options.get('target_session_attrs');
  options.delete('target_session_attrs');
  // "require" then means what it means everywhere else: encrypted, without a check of the certificate.
  if (options.has('sslmode') && !options.has('uselibpqcompat')) options.set('uselibpqcompat', 'true');
  const names = hosts.split(',');
  // An empty name means this machine, which nobody means in a list.
  if (names.length > 1 && names.includes('')) throw new Error('has a list of servers with an empty place');
  const target = wanted === null ? (names.length > 1 ? 'read-write' : 'any') : TARGETS[wanted];
  if (target === undefined) throw new Error('has a target_session_attrs that is not any, primary or read-write');
  const suffix = options.size > 0 ? `?${options}` : '';
  const urls = names.map((host) => `${login}${host}${path}${suffix}`);
  // With a socket the host is in the options. URL refuses a user without a host.
  if (!urls.every((url) => URL.canParse(url.replace('@/', '@socket/'))))
    throw new Error('is not an address of PostgreSQL servers');
  return { urls, target };
};
