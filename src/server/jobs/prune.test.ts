import { expect, test } from 'vitest';
import { authenticate } from '#contract/gate.ts';
import { createInvite, listInvites, revokeInvite } from '#contract/invites.ts';
import { listUsers } from '#contract/users.admin.ts';
import { deleteAccount, register, updateUser } from '#contract/users.ts';
import { checkData } from '../features/health/data-checks.queries.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { newName } from '../testing/every-call/scene.ts';
import { buildAdmin, MEMBER_PASSWORD, type TestUser } from '../testing/factories.ts';
import { insertRow } from '../testing/rows.ts';
import { cookiesIn, logIn } from '../testing/sign-in.ts';
import { prune } from './prune.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'long enough 77';

bothDatabases((shop) => {
  const pruneNow = () => prune(shop().database, { now: shop().clock() });
  const pass = async (days: number) => {
    shop().advance(days * DAY_MS);
    await pruneNow();
  };

  test('a delivered notice is kept for 90 days, one that is not delivered for good', async () => {
    const now = shop().clock();
    const ids = async () =>
      (await shop().database.read.selectFrom('notices').select('id').orderBy('id').execute()).map(({ id }) => id);
    const insert = async (values: Record<string, unknown>) => Number((await insertRow(shop(), 'notices', values)).id);
    const old = await insert({ created_at: now - 200 * DAY_MS, delivered_at: now });
    const waiting = await insert({ created_at: now - 200 * DAY_MS, next_attempt_at: now + DAY_MS });
    const givenUp = await insert({ created_at: now - 200 * DAY_MS, attempts: 99 });
    await pass(90);
    expect(await ids()).toEqual([old, waiting, givenUp]);
    shop().advance(1);
    await pruneNow();
    expect(await ids()).toEqual([waiting, givenUp]);
    await pass(1000);
    expect(await ids()).toEqual([waiting, givenUp]);
  });

  const make = async (owner: TestUser, body: { label: string; uses?: number; expiresAt?: string }) =>
    (await owner.call(createInvite, { body: { uses: 1, ...body } })).body;
  /** Registers somebody with an invite. Returns the name. */
  const registerWith = async (code: string): Promise<string> => {
    const cookies = cookiesIn(await shop().call(authenticate, { body: { password: code } }));
    const username = newName();
    const body = { username, email: `${username}@example.test`, password: PASSWORD, ageConfirmed: true };
    expect((await shop().call(register, { body, cookies })).status).toBe(200);
    return username;
  };
  const labels = async (owner: TestUser) =>
    (await owner.call(listInvites)).body.invites.map(({ label }) => label).sort();
  const inviteOf = async (owner: TestUser, username: string) =>
    (await owner.call(listUsers, { query: { q: username } })).body.users[0]?.invite;

  test('an invite that ended a year ago is deleted, whatever ended it', async () => {
    const owner = await buildAdmin(shop());
    const inAnHour = new Date(shop().clock() + 3_600_000).toISOString();
    const revoked = await make(owner, { label: 'revoked', uses: 3 });
    await owner.call(revokeInvite, { params: { id: revoked.invite.id } });
    await make(owner, { label: 'expired', expiresAt: inAnHour });
    await make(owner, { label: 'open' });
    const twice = await make(owner, { label: 'used twice', uses: 2 });
    await registerWith(twice.code);
    await registerWith((await make(owner, { label: 'used up' })).code);
    shop().advance(100 * DAY_MS);
    await registerWith(twice.code);
    await pass(265);
    expect(await labels(await buildAdmin(shop()))).toEqual(['expired', 'open', 'revoked', 'used twice', 'used up']);
    await pass(1);
    expect(await labels(await buildAdmin(shop()))).toEqual(['open', 'used twice']);
    await pass(99);
    expect(await labels(await buildAdmin(shop()))).toEqual(['open', 'used twice']);
    await pass(1);
    expect(await labels(await buildAdmin(shop()))).toEqual(['open']);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('the record of a user keeps label and maker of a deleted invite, until the account is deleted', async () => {
    const maker = await buildAdmin(shop());
    const { code, invite } = await make(maker, { label: 'For the harbor', uses: 3 });
    const [member, leaving, gone] = [await registerWith(code), await registerWith(code), await registerWith(code)];
    const signIn = async (username: string, password = PASSWORD) =>
      shop().as((await logIn(shop(), username, password)).body.token);
    await (await signIn(gone))(deleteAccount, { body: { password: PASSWORD } });
    const before = await inviteOf(maker, member);
    expect(before).toEqual({ id: invite.id, label: 'For the harbor', madeBy: maker.username });
    await pass(366);

    const owner = await buildAdmin(shop());
    expect(await labels(owner)).not.toContain('For the harbor');
    expect(await inviteOf(owner, member)).toEqual(before);
    // Its maker gets another name.
    const makerAgain = await signIn(maker.username, MEMBER_PASSWORD);
    const username = newName();
    expect((await makerAgain(updateUser, { body: { username } })).status).toBe(200);
    expect(await inviteOf(owner, member)).toEqual({ ...before, madeBy: username });
    // Its code opens nothing.
    expect((await shop().call(authenticate, { body: { password: code } })).status).toBe(401);

    await (await signIn(leaving))(deleteAccount, { body: { password: PASSWORD } });
    const kept = await shop()
      .database.read.selectFrom('users')
      .select(['invite_id', 'invite_label', 'invite_made_by'])
      .where('deleted_at', 'is not', null)
      .execute();
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(kept).toEqual(kept.map(() => ({ invite_id: null, invite_label: null, invite_made_by: null })));
  });
});
