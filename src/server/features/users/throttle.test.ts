import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate } from '#contract/gate.ts';
import { login, register, updateUser } from '#contract/users.ts';
import { counted } from '#domain/text.ts';
import { bothDatabases, createTestDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { cookiesIn, passGate } from '../../testing/sign-in.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../../testing/test-shop.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const LIMITED = { RATE_LIMITS: 'on', TRUST_PROXY: 'on' };

interface Attempt {
  address?: string;
  cookies?: Record<string, string>;
}

let lastAddress = 0;
/** An address from which nothing was tried yet, so that its own limit does not matter. */
const newAddress = () => `203.${(++lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
const from = ({ address = newAddress(), cookies }: Attempt) => ({
  headers: { 'x-forwarded-for': address },
  ...(cookies && { cookies }),
});

const signIn = (shop: TestShop, username: string, password: string, attempt: Attempt = {}) =>
  shop.call(login, { body: { username, password }, ...from(attempt) });
const enterGate = (shop: TestShop, password: string, attempt: Attempt = {}) =>
  shop.call(authenticate, { body: { password }, ...from(attempt) });

const failTimes = async (count: number, attempt: () => Promise<{ status: number }>) => {
  for (let index = 0; index < count; index++) expect((await attempt()).status).toBe(401);
};
const countStatuses = (responses: readonly { status: number }[]) => {
  const count = (status: number) => responses.filter((response) => response.status === status).length;
  return { checked: count(401), refused: count(429) };
};

bothDatabases(
  (shop) => {
    const guess = (username: string, attempt?: Attempt) => signIn(shop(), username, 'guess', attempt);
    /** The cookies of a browser that has signed in with this name. */
    const knownDevice = async (username: string) =>
      cookiesIn(await signIn(shop(), username, MEMBER_PASSWORD)) as Record<string, string>;

    test('after ten failures for a name, from wherever, a new device waits 1 second, then 2, 4 and so on', async () => {
      const { username } = await buildMember(shop());
      await failTimes(10, () => guess(username));
      for (const seconds of [1, 2, 4]) {
        const early = await signIn(shop(), username.toUpperCase(), MEMBER_PASSWORD);
        expect(early).toMatchObject({
          status: 429,
          body: { code: 'rate_limited', message: `Too many requests. Try again in ${counted(seconds, 'second')}.` },
          headers: { 'retry-after': String(seconds) },
        });
        shop().advance(seconds * SECOND_MS - 1);
        expect((await guess(username)).status, `just before ${seconds} seconds`).toBe(429);
        shop().advance(1);
        expect((await guess(username)).status, `after ${seconds} seconds`).toBe(401);
      }
      shop().advance(8 * SECOND_MS);
      expect((await signIn(shop(), username, MEMBER_PASSWORD)).status).toBe(200);
      await failTimes(1, () => guess(username));
    });

    test('a name that nobody has waits like any other', async () => {
      const { username } = await buildMember(shop());
      for (const name of [username, `${username}-unknown`]) {
        await failTimes(10, () => guess(name));
        const refused = await guess(name);
        expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([429, '1', 'rate_limited']);
      }
    });

    test('nobody waits longer than 15 minutes, and after an hour without a failure nobody waits', async () => {
      const { username } = await buildMember(shop());
      await failTimes(10, () => guess(username));
      for (let failure = 11; failure <= 22; failure++) {
        shop().advance(15 * MINUTE_MS);
        await failTimes(1, () => guess(username));
      }
      expect((await guess(username)).headers['retry-after']).toBe('900');
      shop().advance(HOUR_MS);
      await failTimes(10, () => guess(username));
      expect((await guess(username)).headers['retry-after']).toBe('1');
    });

    test('a device that has signed in with the name does not wait for the failures of others', async () => {
      const { username } = await buildMember(shop());
      const cookies = await knownDevice(username);
      await failTimes(10, () => guess(username));
      expect((await guess(username)).status).toBe(429);
      expect((await signIn(shop(), username, MEMBER_PASSWORD, { cookies })).status).toBe(200);
      // The success of a known device ends its own count, and not that of the others.
      expect((await guess(username)).status).toBe(429);
    });

    test('a known device has a count of its own, which a success ends', async () => {
      const { username } = await buildMember(shop());
      const cookies = await knownDevice(username);
      await failTimes(9, () => guess(username, { cookies }));
      expect((await signIn(shop(), username, MEMBER_PASSWORD, { cookies })).status).toBe(200);
      await failTimes(10, () => guess(username, { cookies }));
      expect((await signIn(shop(), username, MEMBER_PASSWORD, { cookies })).status).toBe(429);
      expect((await signIn(shop(), username, MEMBER_PASSWORD)).status).toBe(200);
    });

    test('a device is known only for the names that signed in on it, and a forged or old cookie for none', async () => {
      const victim = await buildMember(shop());
      const own = await buildMember(shop());
      const cookies = await knownDevice(victim.username);
      const ofAnother = await knownDevice(own.username);
      await failTimes(10, () => guess(victim.username));
      const [[name, value]] = Object.entries(cookies) as [[string, string]];
      const [id, end, names, signature] = value.split('.');
      const [, , otherNames] = Object.values(ofAnother)[0]!.split('.');
      const forgeries = [
        ofAnother,
        { [name]: [id, end, otherNames, signature].join('.') },
        { [name]: [id, Number(end) + 1, names, signature].join('.') },
        { [name]: `${value}x` },
        { [name]: `${id}.${end}.${names}` },
        { [name]: '' },
        { [name]: '...' },
      ];
      for (const forged of forgeries) {
        expect((await guess(victim.username, { cookies: forged })).status, JSON.stringify(forged)).toBe(429);
      }
      const both = { cookies: cookiesIn(await signIn(shop(), own.username, MEMBER_PASSWORD, { cookies })) };
      expect((await guess(victim.username, both)).status).toBe(401);
      expect((await guess(own.username, both)).status).toBe(401);
      shop().advance(366 * 24 * HOUR_MS);
      await failTimes(10, () => guess(victim.username));
      expect((await guess(victim.username, both)).status).toBe(429);
    });

    test('registering and a new user name make the browser a known device', async () => {
      const gate = await passGate(shop(), from({}));
      const username = `visitor-${newAddress()}`;
      const body = { username, email: `${username}@example.test`, password: 'stormy-lantern-1' };
      const registered = await shop().call(register, { body, ...from({ cookies: gate }) });
      const cookies = cookiesIn(registered);
      const renamed = await shop().as(registered.body.token)(updateUser, {
        body: { username: `${username}-2` },
        cookies,
      });
      expect(renamed.status).toBe(200);
      for (const [name, device] of [
        [username, cookies],
        [`${username}-2`, cookiesIn(renamed)],
      ] as const) {
        await failTimes(10, () => guess(name));
        expect((await guess(name)).status).toBe(429);
        expect((await guess(name, { cookies: device })).status).toBe(401);
      }
    });

    test('of thirty attempts at once, ten are checked, and later one for each wait', async () => {
      const { username } = await buildMember(shop());
      const attemptAll = () => Promise.all(Array.from({ length: 30 }, () => guess(username)));
      expect(countStatuses(await attemptAll())).toEqual({ checked: 10, refused: 20 });
      for (const seconds of [1, 2, 4]) {
        shop().advance(seconds * SECOND_MS);
        expect(countStatuses(await attemptAll())).toEqual({ checked: 1, refused: 29 });
      }
    });

    test('a clock that is set back or forward locks nobody out', async () => {
      const { username } = await buildMember(shop());
      await failTimes(10, () => guess(username));
      for (const jump of [-24 * HOUR_MS, 2 * HOUR_MS, -30 * 24 * HOUR_MS]) {
        shop().advance(jump);
        expect((await signIn(shop(), username, MEMBER_PASSWORD)).status).toBe(200);
        await failTimes(10, () => guess(username));
        expect((await guess(username)).status).toBe(429);
      }
    });

    test('failures at the gate make the address wait, at most 1 minute, and not a known device', async () => {
      const address = newAddress();
      const { username } = await buildMember(shop());
      const cookies = await knownDevice(username);
      const wrong = (attempt: Attempt = { address }) => enterGate(shop(), 'guess', attempt);
      await failTimes(10, wrong);
      shop().advance(MINUTE_MS);
      for (let failure = 11; failure <= 17; failure++) {
        await failTimes(1, wrong);
        const refused = await enterGate(shop(), ACCESS_CODE, { address });
        expect([refused.status, refused.headers['retry-after']]).toEqual([
          429,
          String(Math.min(60, 2 ** (failure - 10))),
        ]);
        shop().advance(MINUTE_MS);
      }
      await failTimes(1, wrong);
      expect((await enterGate(shop(), ACCESS_CODE, { address, cookies })).status).toBe(200);
      expect((await enterGate(shop(), ACCESS_CODE)).status).toBe(200);
      shop().advance(MINUTE_MS);
      expect((await enterGate(shop(), ACCESS_CODE, { address })).status).toBe(200);
      await failTimes(9, wrong);
    });

    test('the cookie of a known device is for this host only, and no script can read it', async () => {
      const { username } = await buildMember(shop());
      const plain = await signIn(shop(), username, MEMBER_PASSWORD);
      expect(plain.headers['set-cookie']).toMatch(
        /^greenroom_device=.*; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      const headers = { 'x-forwarded-for': newAddress(), 'x-forwarded-proto': 'https' };
      const secure = await shop().call(login, { body: { username, password: MEMBER_PASSWORD }, headers });
      expect(secure.headers['set-cookie']).toMatch(/^__Host-greenroom_device=.*; HttpOnly; Secure; SameSite=Lax$/);
    });
  },
  { settings: LIMITED },
);

describe('with RATE_LIMITS=off', () => {
  bothDatabases((shop) => {
    test('nobody waits, and nothing is counted', async () => {
      const { username } = await buildMember(shop());
      await failTimes(12, () => signIn(shop(), username, 'guess'));
      await failTimes(12, () => enterGate(shop(), 'guess'));
      expect((await signIn(shop(), username, MEMBER_PASSWORD)).status).toBe(200);
      expect((await enterGate(shop(), ACCESS_CODE)).status).toBe(200);
      const { read } = shop().database;
      expect(await read.selectFrom('throttles').select('key').execute()).toEqual([]);
    });
  });
});

describe('two processes on one PostgreSQL, whose clocks differ', () => {
  let server: TestDatabase;
  let shops: TestShop[];
  beforeAll(async () => {
    server = await createTestDatabase();
    const now = Date.now();
    const start = (clock: number) => startTestShop({ databaseUrl: server.url, settings: LIMITED, now: clock });
    shops = [await start(now), await start(now + 2 * SECOND_MS)];
  });
  afterAll(async () => {
    for (const shop of shops) await shop.close();
    await server.drop();
  });

  test('share the failures of a name: of thirty attempts at once on both, ten are checked', async () => {
    const { username } = await buildMember(shops[0]!);
    // The clock that is ahead counts, so with its failure there is no 11th attempt that has waited long enough.
    expect((await signIn(shops[1]!, username, 'guess')).status).toBe(401);
    const guesses = Array.from({ length: 29 }, (_, index) => signIn(shops[index % 2]!, username, 'guess'));
    expect(countStatuses(await Promise.all(guesses))).toEqual({ checked: 9, refused: 20 });
  });

  test('share the limits per minute, and know each other’s devices', async () => {
    const address = newAddress();
    const { username } = await buildMember(shops[0]!);
    const guesses = Array.from({ length: 30 }, (_, index) => enterGate(shops[index % 2]!, 'guess', { address }));
    expect(countStatuses(await Promise.all(guesses))).toEqual({ checked: 10, refused: 20 });
    const cookies = cookiesIn(await signIn(shops[0]!, username, MEMBER_PASSWORD));
    await failTimes(10, () => signIn(shops[1]!, username, 'guess'));
    expect((await signIn(shops[0]!, username, 'guess')).status).toBe(429);
    expect((await signIn(shops[1]!, username, MEMBER_PASSWORD, { cookies })).status).toBe(200);
  });
});

test('a restart forgets neither failures nor counts', async () => {
  const now = Date.now();
  const before = await startTestShop({ settings: LIMITED, now });
  const address = newAddress();
  const { username } = await buildMember(before);
  await failTimes(10, () => signIn(before, username, 'guess'));
  await failTimes(10, () => enterGate(before, 'guess', { address }));
  await before.app.close();
  await before.database.close();
  const after = await startTestShop({ dataDir: before.dataDir, settings: LIMITED, now });
  expect((await signIn(after, username, 'guess')).status).toBe(429);
  expect((await enterGate(after, 'guess', { address })).status).toBe(429);
  await after.close();
});
