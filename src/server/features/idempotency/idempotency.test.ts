import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantPoints } from '#contract/points.admin.ts';
import { getPoints, listPointsTransactions } from '#contract/points.ts';
import { deleteAccount } from '#contract/users.ts';
import { prune } from '../../jobs/prune.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { logIn } from '../../testing/sign-in.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';

const HOUR_MS = 3_600_000;

/** Grants points with this key. */
const grantWith = (
  key: string,
  { call, token }: Pick<TestUser, 'call'> & { token?: string },
  body: { username: string; points: number; reason?: string },
) => call(grantPoints, { body: { reason: 'Because', ...body }, headers: { 'idempotency-key': key }, token });

const pointsOf = async ({ call }: TestUser) => {
  const { balance } = (await call(getPoints)).body;
  const { transactions } = (await call(listPointsTransactions)).body;
  return { balance, entries: transactions.length };
};

bothDatabases((shop) => {
  // A second shop on the same database takes half of the calls, through connections of its own.
  let second: TestShop;
  beforeAll(async () => {
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  });
  afterAll(() => second.close());

  const keysOf = async (userId: string) =>
    (await shop().database.read.selectFrom('idempotency_keys').selectAll().where('user_id', '=', userId).execute()).map(
      ({ id }) => id,
    );

  test('a call that is repeated with its key adds nothing again and returns the same, even if the body differs', async () => {
    const admin = await buildAdmin(shop());
    const [member, other] = [await buildMember(shop()), await buildMember(shop())];
    const first = await grantWith('again', admin, { username: member.username, points: 50 });
    expect(first).toMatchObject({
      status: 200,
      body: { message: `Added 50 points to ${member.username}`, balance: 50 },
    });
    expect(await grantWith('other', admin, { username: member.username, points: 1 })).toMatchObject({
      body: { balance: 51 },
    });
    for (const body of [
      { username: member.username, points: 50 },
      { username: member.username, points: -7 },
      { username: other.username, points: 50 },
    ]) {
      const repeated = await grantWith('again', admin, body);
      expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    }
    expect(await pointsOf(member)).toEqual({ balance: 51, entries: 2 });
    expect(await pointsOf(other)).toEqual({ balance: 0, entries: 0 });
  });

  test('of 40 calls at once with one key, one adds something, and all return the same', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const { call } = index % 2 === 0 ? shop() : second;
        return grantWith('at once', { call, token: admin.token }, { username: member.username, points: 3 });
      }),
    );
    const outcomes = new Set(responses.map(({ status, text }) => `${status} ${text}`));
    expect([...outcomes]).toEqual([
      `200 ${JSON.stringify({ message: `Added 3 points to ${member.username}`, balance: 3 })}`,
    ]);
    expect(await pointsOf(member)).toEqual({ balance: 3, entries: 1 });
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('a refused call leaves its key unused', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    const deduct = () => grantWith('refused', admin, { username: member.username, points: -5 });
    expect(await deduct()).toMatchObject({ status: 409, body: { code: 'not_enough_points' } });
    expect(await keysOf(admin.id)).toEqual([]);
    await grantWith('enough', admin, { username: member.username, points: 8 });
    expect(await deduct()).toMatchObject({ status: 200, body: { balance: 3 } });
  });

  test('the same key of two admins makes two calls, and so do two calls without a key', async () => {
    const member = await buildMember(shop());
    const body = { username: member.username, points: 2, reason: 'Because' };
    const admins = [await buildAdmin(shop()), await buildAdmin(shop())];
    for (const admin of admins) await grantWith('shared', admin, body);
    expect(await pointsOf(member)).toEqual({ balance: 4, entries: 2 });
    for (const { call } of admins) await call(grantPoints, { body });
    expect(await pointsOf(member)).toEqual({ balance: 8, entries: 4 });
    expect(await keysOf(admins[0]!.id)).toHaveLength(1);
  });

  test.each([
    ['with quotes and signs', `'"; \\ % _ ? $1 {}`],
    ['with a tab', 'a\tb'],
    ['with bytes above 127', String.fromCharCode(...Array.from({ length: 128 }, (_, index) => 128 + index))],
    ['of 200 characters', 'k'.repeat(200)],
  ])('a key %s is a key like any other', async (_, key) => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    for (let turn = 0; turn < 2; turn++) {
      const { status } = await grantWith(key, admin, { username: member.username, points: 2 });
      expect(status).toBe(200);
    }
    expect(await pointsOf(member)).toEqual({ balance: 2, entries: 1 });
  });

  test.each([
    ['an empty key', ''],
    ['a key of 201 characters', 'k'.repeat(201)],
  ])('%s is refused, and nothing is added', async (_, key) => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    expect(await grantWith(key, admin, { username: member.username, points: 2 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: 'The Idempotency-Key must be 1 to 200 characters' },
    });
    expect(await pointsOf(member)).toEqual({ balance: 0, entries: 0 });
  });

  test('a key is remembered for 24 hours', async () => {
    const { database, clock, advance } = shop();
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    // A session of the panel does not last that long.
    const grant = async () => {
      const { body } = await logIn(shop(), admin.username, MEMBER_PASSWORD);
      return grantWith('a day', { call: shop().as(body.token) }, { username: member.username, points: 1 });
    };
    await grant();
    advance(24 * HOUR_MS);
    await prune(database, { now: clock() });
    await grant();
    expect(await pointsOf(member)).toEqual({ balance: 1, entries: 1 });
    advance(1);
    await prune(database, { now: clock() });
    expect(await keysOf(admin.id)).toEqual([]);
    await grant();
    expect(await pointsOf(member)).toEqual({ balance: 2, entries: 2 });
  });

  test('the keys of a deleted account are deleted', async () => {
    const admin = await buildAdmin(shop());
    await grantWith('the last', admin, { username: admin.username, points: 1 });
    expect(await keysOf(admin.id)).toHaveLength(1);
    expect((await admin.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    expect(await keysOf(admin.id)).toEqual([]);
  });
});
