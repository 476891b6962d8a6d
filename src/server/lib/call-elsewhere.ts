import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { checkPublic, lookUpPublic } from './public-address.ts';

interface Request {
  headers: Record<string, string>;
  /** Sent as POST. Without one it is a GET. */
  body?: string;
  /** The address was set in the panel: https only, and nothing inside this machine or its network. */
  publicOnly?: boolean | undefined;
  signal: AbortSignal;
}

/** Connections to public addresses are kept apart: another one may lead inside under the same name. */
const publicConnections = new Agent({ keepAlive: true, timeout: 5000, lookup: lookUpPublic });

/**
 * Sends a request and returns the response as soon as it begins. Every call to another server goes through here.
 *
 * @throws NotPublicError, or the error of Node.js
 */
export const callElsewhere = async (
  address: URL,
  { headers, body, publicOnly = false, signal }: Request,
): Promise<IncomingMessage> => {
  if (publicOnly) checkPublic(address);
  const request = address.protocol === 'https:' ? httpsRequest : httpRequest;
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'user-agent': 'Greenroom', ...headers },
    signal,
    ...(publicOnly && { agent: publicConnections, lookup: lookUpPublic }),
  };
  const sent = request(address, options);
  try {
    return await answerTo(sent, body);
  } catch (error) {
    // The other side may have closed a connection that waited for the next request.
    if (!sent.reusedSocket || signal.aborted) throw error;
    return answerTo(request(address, { ...options, agent: false }), body);
  }
};

const answerTo = (sent: ClientRequest, body: string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end(body);
  });

/** User and password of an address as a header. */
export const credentials = ({ username, password }: URL): Record<string, string> => {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
};

export const withoutCredentials = (address: URL): URL =>
  Object.assign(new URL(address), { username: '', password: '' });
