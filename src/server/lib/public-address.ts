import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address set in the panel that leads into this machine or its network. The message goes after what was called. */
export class NotPublicError extends Error {}

const OF_THE_PANEL = 'An address set in the panel must';

/** Only these addresses of IPv6 are given to networks that everybody reaches. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

/** IANA's special addresses: of this machine, private, shared, of a link, of tests, multicast, reserved or wrapped. */
const SPECIAL = new BlockList();
for (const subnet of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]) {
  const [network = '', length] = subnet.split('/');
  SPECIAL.addSubnet(network, Number(length), isIP(network) === 4 ? 'ipv4' : 'ipv6');
}

/** Returns whether an IP address belongs to a network that everybody reaches. IPv4 inside IPv6 does not. */
export const isPublicIp = (ip: string): boolean => {
  if (isIP(ip) === 4) return !SPECIAL.check(ip, 'ipv4');
  return isIP(ip) === 6 && !ip.includes('%') && GLOBAL.check(ip, 'ipv6') && !SPECIAL.check(ip, 'ipv6');
};

/**
 * Returns what is wrong with an address that was typed in the panel, or null: its scheme, and a host that is clearly
 * inside. The words go after "it", as those of other settings do. To what a name leads shows only when it is called.
 */
export const panelAddressProblem = (
  address: string,
  { isPrivateAllowed }: { isPrivateAllowed: boolean },
): string | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (isPrivateAllowed) {
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
    return isWeb ? null : 'must begin with https:// or http://';
  }
  if (url?.protocol !== 'https:') return 'must begin with https://';
  return isClearlyInside(url) ? 'must be a public address, not one inside a private network' : null;
};

/**
 * Refuses what shows without asking for a name. The class URL has brought odd spellings of numbers into one form.
 * @throws NotPublicError
 */
export const checkPublic = (url: URL): void => {
  if (url.protocol !== 'https:')
    throw new NotPublicError(`not at an https address. ${OF_THE_PANEL} begin with https://`);
  if (isClearlyInside(url)) throw isInside();
};

const isClearlyInside = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? /^(.*\.)?localhost\.?$/i.test(host) : !isPublicIp(host);
};

const isInside = () => new NotPublicError(`at an address inside a private network. ${OF_THE_PANEL} be public`);

/**
 * Looks up a name for the connection that is being made. All its addresses have to be public. No name is looked up a
 * second time, so that none can have another address by then.
 */
export const lookUpPublic: LookupFunction = (name, options, callback) => {
  dns.lookup(name, { ...options, all: true }, (error, found) => {
    const [first] = error ? [] : found;
    if (error || !first) callback(error ?? new Error(`${name} has no address`), '');
    else if (!found.every(({ address }) => isPublicIp(address))) callback(isInside(), '');
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
