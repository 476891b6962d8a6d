import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { authenticate } from '#contract/gate.ts';
import { login, register, updateUser } from '#contract/users.ts';
import { bothDatabases, createTestDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { passGate } from '../../testing/sign-in.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { recordEndedCounts } from '../audit/repeated-acts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let lastAddress = 0;
const newAddress = () => `198.51.100.${++lastAddress}`;

const signIn = ({ call }: TestShop, username: string, password: string, remoteAddress: string) =>
  call(login, { body: { username, password }, remoteAddress });
const guess = (shop: TestShop, username: string, address: string) => signIn(shop, username, 'guess', address);

/** The entries of an address, oldest first. */
const entriesOf = async ({ database }: TestShop, address: string) => {
  const rows = await database.read
    .selectFrom('audit')
    .innerJoin('audit_texts', 'audit_texts.entry_id', 'audit.id')
    .select(['audit.kind', 'audit.actor_id', 'audit.after', 'audit_texts.user_id'])
    .select(({ fn }) => fn.coalesce('audit_texts.subject', 'audit.subject').as('subject'))
    .where('audit_texts.address', '=', address)
    .orderBy('audit.id')
    .execute();
  return rows.map(({ after, ...row }) => ({ ...row, times: after && (JSON.parse(after) as { times?: number }).times }));
};
const kindsOf = async (shop: TestShop, address: string) => (await entriesOf(shop, address)).map(({ kind }) => kind);
const endCounts = (shop: TestShop) => recordEndedCounts(shop.database, { now: shop.clock() });

bothDatabases((shop) => {
  test('a sign-in and a registration are recorded, with the account and the address', async () => {
    const member = await buildMember(shop());
    const address = newAddress();
    await signIn(shop(), member.username, MEMBER_PASSWORD, address);
    const entry = { kind: 'sign_in', actor_id: member.id, user_id: member.id };
    expect(await entriesOf(shop(), address)).toMatchObject([entry]);

    const visitor = newAddress();
    const cookies = await passGate(shop(), { remoteAddress: visitor });
    const body = { username: 'fern.wilder', email: 'fern@example.test', password: 'stormy-lantern-42' };
    const { user } = (await shop().call(register, { body, cookies, remoteAddress: visitor })).body;
    expect(await entriesOf(shop(), visitor)).toMatchObject([
      { kind: 'gate_passed', actor_id: 'visitor' },
      { kind: 'sign_in', actor_id: user.id, user_id: user.id },
    ]);
  });

  test('of the failures of a minute with one name from one address, the first is recorded, and then their number', async () => {
    const { username, id } = await buildMember(shop());
    const [address, another] = [newAddress(), newAddress()];
    for (let attempt = 0; attempt < 5; attempt++) await guess(shop(), username.toUpperCase(), address);
    await guess(shop(), username, another);
    await guess(shop(), 'Nobody.Here', address);
    const first = { kind: 'sign_in_failed', actor_id: 'visitor', times: null };
    const ofMember = { ...first, subject: username, user_id: id };
    const ofNobody = { ...first, subject: 'nobody.here', user_id: null };
    expect(await entriesOf(shop(), address)).toEqual([ofMember, ofNobody]);
    await endCounts(shop());
    expect(await entriesOf(shop(), address)).toHaveLength(2);

    shop().advance(MINUTE_MS);
    await Promise.all([endCounts(shop()), endCounts(shop())]);
    expect(await entriesOf(shop(), address)).toEqual([ofMember, ofNobody, { ...ofMember, times: 5 }]);
    expect(await entriesOf(shop(), another)).toEqual([ofMember]);
    await endCounts(shop());
    expect(await entriesOf(shop(), address)).toHaveLength(3);
  });

  test('a failure of the next minute records the number of the last one, if no job has done so yet', async () => {
    const { username } = await buildMember(shop());
    const address = newAddress();
    for (let attempt = 0; attempt < 3; attempt++) await guess(shop(), username, address);
    shop().advance(MINUTE_MS);
    await guess(shop(), username, address);
    expect((await entriesOf(shop(), address)).map(({ times }) => times)).toEqual([null, 3, null]);
  });

  test('of thirty failures at once, one is recorded at once', async () => {
    const { username } = await buildMember(shop());
    const address = newAddress();
    await Promise.all(Array.from({ length: 30 }, () => guess(shop(), username, address)));
    expect(await entriesOf(shop(), address)).toHaveLength(1);
    shop().advance(MINUTE_MS);
    await endCounts(shop());
    expect((await entriesOf(shop(), address)).map(({ times }) => times)).toEqual([null, 30]);
  });

  test('a text that no user name can be is not kept, because it may be a password', async () => {
    const address = newAddress();
    await guess(shop(), 'My secret password!', address);
    expect((await entriesOf(shop(), address)).map(({ subject }) => subject)).toEqual(['(not a user name)']);
    const rows = await shop().database.read.selectFrom('repeated_acts').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  test('wrong access codes and wrong current passwords are recorded in the same way', async () => {
    const member = await buildMember(shop());
    const address = newAddress();
    for (let attempt = 0; attempt < 2; attempt++) {
      await shop().call(authenticate, { body: { password: 'guess' }, remoteAddress: address });
      const body = { currentPassword: 'guess', newPassword: 'stormy-lantern-42' };
      await member.call(updateUser, { body, remoteAddress: address });
    }
    await shop().call(authenticate, { body: { password: ACCESS_CODE }, remoteAddress: address });
    expect(await kindsOf(shop(), address)).toEqual(['gate_refused', 'sign_in_failed', 'gate_passed']);
    const counted = async () =>
      (await entriesOf(shop(), address)).slice(3).map(({ kind, times }) => `${kind} ${times}`);
    shop().advance(MINUTE_MS);
    await endCounts(shop());
    expect(await counted()).toEqual(['sign_in_failed 2']);
    shop().advance(HOUR_MS - MINUTE_MS);
    await endCounts(shop());
    expect(await counted()).toEqual(['sign_in_failed 2', 'gate_refused 2']);
  });
});

describe('what limits refuse', () => {
  bothDatabases(
    (shop) => {
      test('and every attempt is one line of the log, without names that were typed and without secrets', async () => {
        const lines: unknown[] = [];
        for (const level of ['info', 'warn'] as const) {
          const spy = vi.spyOn(shop().log, level);
          spy.mockImplementation((line: unknown) => lines.push({ level, ...(line as object) }));
          onTestFinished(() => spy.mockRestore());
        }
        const { username, id } = await buildMember(shop());
        const address = newAddress();
        for (let attempt = 0; attempt < 9; attempt++) await guess(shop(), username, address);
        await guess(shop(), 'nobody.here', address);
        await guess(shop(), username, address);
        const another = newAddress();
        const { token } = (await signIn(shop(), username, MEMBER_PASSWORD, another)).body;
        await shop().call(authenticate, { body: { password: 'guess' }, remoteAddress: another });
        await passGate(shop(), { remoteAddress: another });

        const failed = { level: 'warn', event: 'sign_in', userId: id, address, result: 'wrong_credentials' };
        expect(lines).toEqual([
          ...Array(9).fill(failed),
          { ...failed, userId: null },
          { ...failed, event: 'limit', userId: null, result: '/api/login' },
          { level: 'info', event: 'sign_in', userId: id, address: another, result: 'ok' },
          { level: 'warn', event: 'gate', userId: null, address: another, result: 'wrong_access_code' },
          { level: 'info', event: 'gate', userId: null, address: another, result: 'ok' },
        ]);
        for (const secret of [MEMBER_PASSWORD, ACCESS_CODE, 'guess', 'nobody.here', token]) {
          expect(JSON.stringify(lines)).not.toContain(secret);
        }
      });

      test('is recorded once an hour for an address and call, and for a name', async () => {
        const { username } = await buildMember(shop());
        const address = newAddress();
        for (let attempt = 0; attempt < 14; attempt++) await guess(shop(), username, address);
        const limited = (await entriesOf(shop(), address)).filter(({ kind }) => kind === 'limited');
        expect(limited).toMatchObject([{ subject: '/api/login', times: null }]);
        const another = newAddress();
        for (let attempt = 0; attempt < 4; attempt++) await guess(shop(), username, another);
        expect(await entriesOf(shop(), another)).toMatchObject([{ kind: 'limited', subject: username }]);
      });
    },
    { settings: { RATE_LIMITS: 'on' } },
  );
});

describe('two processes on one PostgreSQL', () => {
  let server: TestDatabase;
  let shops: TestShop[];
  beforeAll(async () => {
    server = await createTestDatabase();
    const now = Date.now();
    shops = [
      await startTestShop({ databaseUrl: server.url, now }),
      await startTestShop({ databaseUrl: server.url, now }),
    ];
  });
  afterAll(async () => {
    for (const shop of shops) await shop.close();
    await server.drop();
  });

  test('record the failures of a minute once, and a third one that starts later knows their number', async () => {
    const address = newAddress();
    const { username } = await buildMember(shops[0]!);
    await Promise.all(Array.from({ length: 12 }, (_, index) => guess(shops[index % 2]!, username, address)));
    expect(await entriesOf(shops[0]!, address)).toHaveLength(1);
    const now = shops[0]!.clock() + MINUTE_MS;
    const third = await startTestShop({ databaseUrl: server.url, now });
    await Promise.all([...shops, third].map(({ database }) => recordEndedCounts(database, { now })));
    expect((await entriesOf(third, address)).map(({ times }) => times)).toEqual([null, 12]);
    await third.close();
  });
});
