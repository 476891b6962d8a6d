import { NotPublicError } from './public-address.ts';

/** The codes of Node.js in words, for the person at the page. Each sentence goes on after the host. */
const SENTENCES: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^(ENOTFOUND|ENODATA)$/, 'was not found. Check the address for a mistake.'],
  [/^EAI_/, 'could not be looked up. The machine of the shop may be offline.'],
  [/^ECONNREFUSED$/, 'refused the connection. Nothing answers at this address.'],
  [/^(ETIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/, 'did not answer in time.'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'broke off the connection.'],
  [/^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/, 'cannot be reached from the machine of the shop.'],
  [/^CERT_HAS_EXPIRED$/, 'has a certificate that has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'has a certificate that is not valid yet.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'has a certificate for another name.'],
  [/CERT|ISSUER|SIGNATURE/, 'has a certificate that cannot be trusted: no known authority has issued it.'],
  [/^(EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/, 'does not answer by https.'],
  [/^HPE_/, 'does not answer like a web server.'],
];

/** Returns in words why a call got no response. Null if its code is an unusual one. */
export const callFailureText = (error: unknown, { hostname }: URL): string | null => {
  if (error instanceof NotPublicError) return null;
  const { code = '' } = error as NodeJS.ErrnoException;
  const found = SENTENCES.find(([codes]) => codes.test(code));
  return found ? `The host ${hostname} ${found[1]}` : null;
};

/** Returns what a status means, for the person who typed the address. Null for a success. */
export const statusText = (status: number): string | null => {
  if (status >= 200 && status <= 299) return null;
  if (status >= 300 && status <= 399) return 'It leads elsewhere. Enter the address that it leads to.';
  if (status === 401 || status === 403) return 'It does not let the shop in. Check the address and its key.';
  if (status === 404 || status === 410) return 'There is nothing at this address. Check it for a mistake.';
  if (status === 429) return 'It has had too many calls. Try again later.';
  return status >= 500 ? 'The other side has a problem of its own. Try again later.' : 'It did not accept the call.';
};
