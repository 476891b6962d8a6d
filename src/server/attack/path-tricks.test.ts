import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPanelAccess } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { nameOf } from '../testing/calls.ts';
import { listen } from '../testing/event-reader.ts';
import { type EveryCall, startForEveryCall, type ValidCall } from '../testing/every-call/every-call.ts';
import { readStoredData, withoutEvidence } from '../testing/stored-data.ts';

/*
 * Other spellings of the panel's addresses, and other places for a token, over a real connection. Every call is one that
 * succeeds if its owner makes it in the right way.
 */

type Headers = Record<string, string>;

/** The same address for a server that tidies up addresses differently for access and for routing. */
const spellings = (path: string): string[] => {
  const hex = (text: string) => `%${text.charCodeAt(0).toString(16)}`;
  const after = path.slice('/api'.length);
  return [
    path.toUpperCase(),
    path.replace('admin', 'Admin'),
    path.replace('admin', '%61dmin'),
    path.replace('admin', [...'admin'].map(hex).join('')),
    path.replace('admin', '%2561dmin'),
    path.replace('admin', 'ａdmin'.replace('ａ', encodeURIComponent('ａ'))),
    `/${path}`,
    `//shop${path}`,
    path.replace('/admin', '//admin'),
    path.replace('/admin', '/./admin'),
    path.replace('/admin', '/%2e/admin'),
    path.replace('/admin', '%2fadmin'),
    path.replace('/admin', '\\admin'),
    path.replace('/admin', '/x/../admin'),
    path.replace('/admin', '/shop/..;/admin'),
    path.replace('/admin', '/shop/%2e%2e/admin'),
    path.replace('/api', '/api;a=b'),
    path.replace('/admin', '/admin;a=b'),
    `/api/cart/..${after}`,
    `/api/proxy-image/..${after}`,
    `/api/lab-results/..${after}`,
    `/healthz/..${path}`,
    `http://shop${path}`,
    `https://other:1${path}`,
    ...['/', '//', ';', '.json', '%00', '%20', '%0a', '/.', '/%2e', '?', '#', '/index.html'].map((end) => path + end),
  ];
};

/** Other places for the token of an owner, and headers that some servers take a method, an address or a user from. */
const headersWith = (token: string, path: string): Headers[] => [
  ...['Token', 'Basic', 'Bearer:', 'JWT', 'bearer,'].map((scheme) => ({ authorization: `${scheme} ${token}` })),
  { authorization: token },
  { authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` },
  ...['x-access-token', 'x-api-key', 'proxy-authorization', 'x-authorization', 'token'].map((name) => ({
    [name]: `Bearer ${token}`,
  })),
  { cookie: `token=${token}; session=${token}; authorization=Bearer ${token}` },
  { 'x-original-url': path, 'x-rewrite-url': path, 'x-forwarded-prefix': '/api' },
  { 'x-http-method-override': 'GET', 'x-method-override': 'DELETE', 'x-http-method': 'PATCH' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  {
    'x-forwarded-user': 'admin',
    'remote-user': 'admin',
    'x-remote-user': 'admin',
    'x-user-id': '1',
    'x-role': 'owner',
  },
];

let calls: EveryCall;
let address: string;
let attempts = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
beforeAll(async () => {
  calls = await startForEveryCall({});
  address = await listen(calls.shop);
});
afterAll(async () => {
  agent.destroy();
  await calls.close();
  console.info(`${attempts} other spellings and places for a token`);
});

/** Sends a path exactly as it is, which well-behaved clients do not. */
const sendExactly = (path: string, { method, body }: ValidCall, headers: Headers) =>
  new Promise<{ status: number; text: string; type: string }>((resolve, reject) => {
    const isText = body === undefined || Buffer.isBuffer(body);
    const content = Buffer.from(isText ? (body ?? '') : JSON.stringify(body));
    const call = request(address, { path, method, agent, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode!, text, type: String(response.headers['content-type']) });
    });
    call.on('error', reject);
    if (!isText) call.setHeader('content-type', 'application/json');
    call.setHeader('content-length', content.length);
    call.end(content);
  });

/**
 * True if the call got through: a success that is more than the page of the shop, which every unknown address shows.
 */
const gotThrough = ({ status, text, type }: { status: number; text: string; type: string }): boolean =>
  status < 400 && !(type.startsWith('text/html') && /^<!doctype html/i.test(text));

const PANEL = ENDPOINTS.filter(({ access }) => isPanelAccess(access)).map((each) => [nameOf(each), each] as const);

test.each(PANEL)('no spelling of %s and no other place for a token lets anybody through', async (_name, endpoint) => {
  const { member, admin, shop } = calls;
  const call = await calls.prepare(endpoint);
  const own: Headers = Object.fromEntries(Object.entries(call.headers ?? {}));
  const before = withoutEvidence(await readStoredData(shop));
  const through: string[] = [];
  const attempt = async (path: string, headers: Headers, method = call.method) => {
    attempts += 1;
    const response = await sendExactly(path, { ...call, method }, { ...own, ...headers });
    if (gotThrough(response)) through.push(`${method} ${path} ${JSON.stringify(headers)} → ${response.status}`);
  };
  const asMember = { authorization: `Bearer ${member.token}` };
  for (const path of spellings(call.path)) {
    for (const headers of [{}, asMember]) await attempt(path, headers);
  }
  for (const headers of headersWith(admin.token, call.path)) {
    await attempt(call.path, headers);
    // A member's token next to the owner's is the one that counts.
    if (!('authorization' in headers)) await attempt(call.path, { ...headers, ...asMember });
  }
  for (const field of ['token', 'access_token', 'authorization', 'bearer', '_method']) {
    await attempt(`${call.path}?${field}=${admin.token}`, {});
    await attempt(`${call.path}?${field}=Bearer%20${admin.token}`, asMember);
  }
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'POST', 'DELETE'])
    await attempt(call.path, asMember, method);
  expect(through).toEqual([]);
  // Each refusal is in the evidence.
  expect(withoutEvidence(await readStoredData(shop))).toEqual(before);
});

test('the same calls with the token in its place succeed', async () => {
  for (const [name, endpoint] of PANEL) {
    const call = await calls.prepare(endpoint);
    if (name === 'GET /api/admin/events') continue;
    const headers = { ...call.headers, authorization: `Bearer ${calls.admin.token}` };
    expect(gotThrough(await sendExactly(call.path, call, headers)), name).toBe(true);
  }
});
