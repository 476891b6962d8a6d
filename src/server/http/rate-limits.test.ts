import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '../testing/factories.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const tries = async (count: number, path: string, body: unknown, address: string) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) {
    statuses.push((await shop.call('POST', path, { body, ...from(address) })).status);
  }
  return statuses;
};

test('the eleventh guess of the access code in a minute is told to wait, from that address only', async () => {
  const statuses = await tries(11, '/api/auth', { password: 'guess' }, '203.0.113.1');
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  const refused = await shop.call('POST', '/api/auth', { body: { password: 'guess' }, ...from('203.0.113.1') });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await tries(1, '/api/auth', { password: 'guess' }, '203.0.113.2')).toEqual([401]);
});

test('nobody can lock the admin out from elsewhere', async () => {
  await tries(11, '/api/login', { username: 'admin', password: 'guess' }, '203.0.113.3');
  expect(await tries(1, '/api/login', { username: 'admin', password: 'guess' }, '203.0.113.4')).toEqual([401]);
});

test('registering is limited to five an hour an address', async () => {
  const statuses = await tries(6, '/api/register', {}, '203.0.113.5');
  expect(statuses).toEqual([...Array(5).fill(403), 429]);
});

test('an address that a caller invents in front of its own opens no fresh count', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess++) {
    statuses.push(...(await tries(1, '/api/auth', { password: 'guess' }, `198.51.100.${guess}, 203.0.113.6`)));
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('a chain of proxies in the private network leads to the member in front of them', async () => {
  const chain = '203.0.113.7, 10.0.0.4, 192.168.1.9';
  expect(await tries(10, '/api/auth', { password: 'guess' }, chain)).toEqual(Array(10).fill(401));
  expect(await tries(1, '/api/auth', { password: 'guess' }, '203.0.113.7')).toEqual([429]);
  expect(await tries(1, '/api/auth', { password: 'guess' }, '203.0.113.8, 10.0.0.4')).toEqual([401]);
});

test('a member inside the private network has a count of his own', async () => {
  expect(await tries(11, '/api/auth', { password: 'guess' }, '10.1.0.1, 10.0.0.4')).toContain(429);
  expect(await tries(1, '/api/auth', { password: 'guess' }, '10.1.0.2, 10.0.0.4')).toEqual([401]);
});

test('the addresses of one IPv6 network share a count, and the next network has its own', async () => {
  const statuses: number[] = [];
  for (let guess = 1; guess <= 11; guess++) {
    statuses.push(...(await tries(1, '/api/auth', { password: 'guess' }, `2001:db8:0:1::${guess}`)));
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  expect(await tries(1, '/api/auth', { password: 'guess' }, '2001:db8:0:2::1')).toEqual([401]);

  const calls = async (path: string, count: number, network: string) => {
    const seen: number[] = [];
    for (let call = 1; call <= count; call++) {
      seen.push((await shop.call('GET', path, from(`${network}::${call}`))).status);
    }
    return seen;
  };
  for (const path of ['/api/shop', '/api/cart', '/api/inventory-data']) {
    expect((await calls(path, 601, '2001:db8:0:3')).at(-1), path).toBe(429);
    expect(await calls(path, 1, '2001:db8:0:4'), path).not.toContain(429);
  }
});

test('invented tokens share the count of the address they come from, and stop no member there', async () => {
  const member = await buildMember(shop);
  const cart = async (token: string) => {
    const { status } = await shop.call('GET', '/api/cart', { token, ...from('203.0.113.9') });
    return status;
  };
  const refused: number[] = [];
  for (let index = 0; index < 601; index++) refused.push(await cart(`invented-token-number-${index}`));
  expect(refused).toEqual([...Array(600).fill(401), 429]);

  expect(await shop.call('GET', '/api/cart', from('203.0.113.9'))).toMatchObject({ status: 429 });
  const served: number[] = [];
  for (let index = 0; index < 601; index++) served.push(await cart(member.token));
  expect(served).toEqual([...Array(600).fill(200), 429]);
});

test('where no token is asked for, an invented one opens no fresh count', async () => {
  const statuses = new Set<number>();
  for (let index = 0; index < 601; index++) {
    const { status } = await shop.call('GET', '/api/shop', {
      token: `invented-token-number-${index}`,
      ...from('203.0.113.10'),
    });
    statuses.add(status);
  }
  expect([...statuses]).toEqual([200, 429]);
});
