import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCart } from '#contract/cart.ts';
import { getInventoryData } from '#contract/catalogue.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { authenticate } from '#contract/gate.ts';
import { getShop } from '#contract/settings.ts';
import { login, register } from '#contract/users.ts';
import { buildMember } from '../testing/factories.ts';
import { passGate } from '../testing/sign-in.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());

/** The headers with which the proxy names the client's address. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Makes a call several times, one after the other. Returns the statuses. */
const repeat = async (count: number, call: (index: number) => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await call(index)).status);
  return statuses;
};

const guess = (address: string) => shop.call(authenticate, { body: { password: 'guess' }, ...from(address) });
const guessTimes = (count: number, address: string) => repeat(count, () => guess(address));

test('the eleventh guess of the access code within a minute has to wait, from that address only', async () => {
  expect(await guessTimes(11, '203.0.113.1')).toEqual([...Array(10).fill(401), 429]);
  const refused = await guess('203.0.113.1');
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await guessTimes(1, '203.0.113.2')).toEqual([401]);
});

test('a flood of refused calls does not reach the database', async () => {
  await guessTimes(11, '203.0.113.11');
  expect(await guessTimes(5, '203.0.113.11')).toEqual(Array(5).fill(429));
  const { calls } = await shop.database.read
    .selectFrom('call_counts')
    .select('calls')
    .where('key', '=', '/api/auth 203.0.113.11')
    .executeTakeFirstOrThrow();
  expect(calls).toBe(11);
});

test('the eleventh sign-in of an address within a minute has to wait, whatever names it tries', async () => {
  const guessPassword = (address: string, index: number) =>
    shop.call(login, { body: { username: `visitor-${index}`, password: 'guess' }, ...from(address) });
  const statuses = await repeat(11, (index) => guessPassword('203.0.113.3', index));
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  expect((await guessPassword('203.0.113.4', 1)).status).toBe(401);

  // A clock that is set back keeps nobody out.
  shop.advance(-24 * 3_600_000);
  expect((await guessPassword('203.0.113.3', 1)).status).toBe(401);
});

let visitors = 0;
const buildRegistration = () => {
  const username = `new-visitor-${++visitors}`;
  return { username, email: `${username}@example.test`, password: 'long enough', signalUsername: '' };
};

test('an address can make five accounts an hour, and refused registrations do not count', async () => {
  const { headers } = from('203.0.113.5');
  const cookies = await passGate(shop, { headers });
  const registerAs = (changes: object) =>
    shop.call(register, { body: { ...buildRegistration(), ...changes } as never, cookies, headers });
  const made = buildRegistration();
  const tries: readonly [object, number][] = [
    [made, 200],
    [{ username: made.username }, 409],
    [{ email: made.email }, 409],
    [{ password: 'password' }, 400],
    [{ username: 'a' }, 400],
    [{}, 200],
    [{}, 200],
    [{}, 200],
    [{}, 200],
    [{}, 429],
  ];
  const statuses = await repeat(tries.length, (index) => registerAs(tries[index]![0]));
  expect(statuses).toEqual(tries.map(([, status]) => status));
});

test('an address can try to register thirty times an hour', async () => {
  const statuses = await repeat(31, () => shop.call(register, { body: {} as never, ...from('203.0.113.15') }));
  expect(statuses).toEqual([...Array(30).fill(403), 429]);
});

test('an address that a client invents in front of its own does not get a new count', async () => {
  const statuses = await repeat(11, (index) => guess(`198.51.100.${index}, 203.0.113.6`));
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('behind a chain of proxies in the private network, the member in front of them is counted', async () => {
  const chain = '203.0.113.7, 10.0.0.4, 192.168.1.9';
  expect(await guessTimes(10, chain)).toEqual(Array(10).fill(401));
  expect(await guessTimes(1, '203.0.113.7')).toEqual([429]);
  expect(await guessTimes(1, '203.0.113.8, 10.0.0.4')).toEqual([401]);
});

test('each member inside the private network has their own count', async () => {
  expect(await guessTimes(11, '10.1.0.1, 10.0.0.4')).toContain(429);
  expect(await guessTimes(1, '10.1.0.2, 10.0.0.4')).toEqual([401]);
});

test('the addresses of one IPv6 network share a count, and the next network has its own', async () => {
  expect(await repeat(11, (index) => guess(`2001:db8:0:1::${index + 1}`))).toEqual([...Array(10).fill(401), 429]);
  expect(await guessTimes(1, '2001:db8:0:2::1')).toEqual([401]);

  for (const endpoint of [getShop, getCart, getInventoryData]) {
    const callFrom = (network: string) => (index: number) =>
      shop.call(endpoint as Endpoint, from(`${network}::${index + 1}`));
    expect((await repeat(601, callFrom('2001:db8:0:3'))).at(-1), endpoint.path).toBe(429);
    expect(await repeat(1, callFrom('2001:db8:0:4')), endpoint.path).not.toContain(429);
  }
});

test('invented tokens count for the address that they come from, and no member there is refused', async () => {
  const member = await buildMember(shop);
  const readCart = (token: string) => shop.call(getCart, { token, ...from('203.0.113.9') });
  const refused = await repeat(601, (index) => readCart(`invented-token-number-${index}`));
  expect(refused).toEqual([...Array(600).fill(401), 429]);
  expect(await shop.call(getCart, from('203.0.113.9'))).toMatchObject({ status: 429 });
  expect(await repeat(601, () => readCart(member.token))).toEqual([...Array(600).fill(200), 429]);
});

test('a call that needs no token gives an invented one no new count', async () => {
  const statuses = await repeat(601, (index) =>
    shop.call(getShop, { token: `invented-token-number-${index}`, ...from('203.0.113.10') }),
  );
  expect([...new Set(statuses)]).toEqual([200, 429]);
});
