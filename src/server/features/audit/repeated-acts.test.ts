import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { authenticate } from '#contract/gate.ts';
import { updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, exportData, login, updateUser } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { ACCESS_CODE, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { chainEntries } from './chain.service.ts';
import { checkEvidence } from './chain-check.ts';
import { recordEndedCounts } from './repeated-acts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let lastNetwork = 0;
/** An address of a network of its own. */
const newAddress = () => `2001:db8:0:${(++lastNetwork).toString(16)}::1`;
/** Another address of the same network. */
const beside = (address: string, host: number) => address.replace(/::1$/, `::${host.toString(16)}`);

/** The entries of a network, oldest first, as `kind subject after`. */
const entriesOf = async ({ database }: TestShop, address: string) => {
  const rows = await database.read
    .selectFrom('audit')
    .innerJoin('audit_texts', 'audit_texts.entry_id', 'audit.id')
    .select(['audit.kind', 'audit.role', 'audit.actor_id', 'audit.after', 'audit_texts.address'])
    .select(({ fn }) => fn.coalesce('audit_texts.subject', 'audit.subject').as('subject'))
    .where('audit_texts.address', 'like', `${address.replace(/1$/, '')}%`)
    .orderBy('audit.id')
    .execute();
  return rows.map(({ after, ...row }) => ({ ...row, after: after && JSON.parse(after) }));
};
const kindsOf = async (shop: TestShop, address: string) =>
  (await entriesOf(shop, address)).map(({ kind, after }) => (after?.times ? `${kind} × ${after.times}` : kind));
const endHour = async (shop: TestShop) => {
  shop.advance(HOUR_MS);
  await recordEndedCounts(shop.database, { now: shop.clock() });
};

bothDatabases((shop) => {
  test('twenty downloads of own data are one entry, and their number when the hour is over', async () => {
    const member = await buildMember(shop());
    const address = newAddress();
    for (let call = 1; call <= 20; call++) {
      expect((await member.call(exportData, { remoteAddress: beside(address, call) })).status).toBe(200);
    }
    expect(await kindsOf(shop(), address)).toEqual(['export']);
    await endHour(shop());
    const entries = await entriesOf(shop(), address);
    const entry = { kind: 'export', actor_id: member.id, role: 'member', subject: 'my-data' };
    expect(entries).toMatchObject([
      { ...entry, after: null, address },
      { ...entry, after: { times: 20 }, address: address.replace(/1$/, '/64') },
    ]);
    await endHour(shop());
    expect(await entriesOf(shop(), address)).toEqual(entries);
  });

  test('failed sign-ins with a hundred invented names are one entry for each network', async () => {
    const [address, another] = [newAddress(), newAddress()];
    for (let name = 1; name <= 100; name++) {
      const body = { username: `invented.${name}`, password: 'guess' };
      await shop().call(login, { body, remoteAddress: beside(address, name) });
    }
    await shop().call(login, { body: { username: 'invented.1', password: 'guess' }, remoteAddress: another });
    await endHour(shop());
    expect(await entriesOf(shop(), address)).toMatchObject([
      { kind: 'sign_in_failed', subject: 'invented.1', after: null },
      { kind: 'sign_in_failed', subject: 'unknown names', after: { times: 100 } },
    ]);
    expect(await kindsOf(shop(), another)).toEqual(['sign_in_failed']);
  });

  test('the gate can be passed and missed as often as one likes: each is one entry, and a number', async () => {
    const address = newAddress();
    for (let attempt = 1; attempt <= 5; attempt++) {
      for (const password of [ACCESS_CODE, 'guess']) {
        await shop().call(authenticate, { body: { password }, remoteAddress: beside(address, attempt) });
      }
    }
    expect(await kindsOf(shop(), address)).toEqual(['gate_passed', 'gate_refused']);
    await endHour(shop());
    expect((await kindsOf(shop(), address)).slice(2).sort()).toEqual(['gate_passed × 5', 'gate_refused × 5']);
  });

  const rename = (user: TestUser, signalUsername: string, remoteAddress: string) =>
    user.call(updateUser, { body: { signalUsername }, remoteAddress });

  test("a member's own changes are counted by what changed, and no value is recorded", async () => {
    const [member, neighbor] = [await buildMember(shop()), await buildMember(shop())];
    const address = newAddress();
    for (let change = 1; change <= 4; change++) await rename(member, `fern${change}`, address);
    await rename(member, 'fern4', address);
    const newPassword = 'stormy-lantern-42';
    await member.call(updateUser, {
      body: { currentPassword: MEMBER_PASSWORD, newPassword },
      remoteAddress: address,
    });
    await rename(neighbor, 'rosemary', address);
    const entry = { kind: 'account', role: 'member', actor_id: member.id, subject: member.id };
    const expected = [
      { ...entry, after: { changed: ['signalUsername'] } },
      { ...entry, after: { changed: ['password'] } },
      { ...entry, actor_id: neighbor.id, subject: neighbor.id, after: { changed: ['signalUsername'] } },
    ];
    expect(await entriesOf(shop(), address)).toMatchObject(expected);
    await endHour(shop());
    const all = await entriesOf(shop(), address);
    expect(all).toMatchObject([...expected, { ...entry, after: { changed: ['signalUsername'], times: 4 } }]);
    expect(JSON.stringify(all)).not.toMatch(/fern|rosemary|lantern/);
  });

  test('every change of an account of the panel is an entry', async () => {
    const admin = await buildAdmin(shop());
    const address = newAddress();
    for (const name of ['one', 'two', 'three']) await rename(admin, name, address);
    expect(await kindsOf(shop(), address)).toEqual(['account', 'account', 'account']);
  });

  test('refused calls of the panel are counted by network and role, and who is refused is in the first', async () => {
    const [member, another] = [await buildMember(shop()), await buildMember(shop())];
    const clerk = await buildAdmin(shop(), 'inventory');
    const address = newAddress();
    const look = ({ call }: Pick<TestUser, 'call'>, host: number) =>
      call(listAudit, { remoteAddress: beside(address, host) });
    for (let call = 1; call <= 3; call++) {
      await look(member, call);
      await look(another, call);
      await look(clerk, call);
      await look(shop(), call);
    }
    const first = { kind: 'refused', subject: 'GET /api/admin/audit' };
    const expected = [
      { ...first, role: 'member', actor_id: member.id, after: { code: 'not_admin' } },
      { ...first, role: 'inventory', actor_id: clerk.id, after: { code: 'not_allowed' } },
      { ...first, role: null, actor_id: 'visitor', after: { code: 'not_signed_in' } },
    ];
    expect(await entriesOf(shop(), address)).toMatchObject(expected);
    await endHour(shop());
    const counts = (await entriesOf(shop(), address)).slice(3).map(({ role, after }) => [role, after]);
    expect(counts).toHaveLength(3);
    expect(counts).toEqual(
      expect.arrayContaining([
        ['member', { times: 6 }],
        ['inventory', { times: 3 }],
        [null, { times: 3 }],
      ]),
    );
  });

  test('neither a confirmation that is asked for, nor what a member may not do in the shop, is a refusal', async () => {
    const admin = await buildAdmin(shop());
    const member = await buildMember(shop());
    const address = newAddress();
    shop().advance(HOUR_MS);
    const role = { body: { role: 'owner' }, params: { id: member.id }, remoteAddress: address } as const;
    expect((await admin.call(updateAnyUser, role)).body).toMatchObject({ code: 'reauthentication_needed' });
    expect((await shop().call(exportData, { remoteAddress: address })).status).toBe(401);
    expect(await entriesOf(shop(), address)).toEqual([]);
  });

  test('a count of an account that is deleted meanwhile names nobody, and no number is lost', async () => {
    const member = await buildMember(shop());
    const address = newAddress();
    for (let call = 0; call < 3; call++) await member.call(exportData, { remoteAddress: address });
    await member.call(deleteAccount, { body: { password: MEMBER_PASSWORD }, remoteAddress: address });
    await endHour(shop());
    const entries = await shop()
      .database.read.selectFrom('audit')
      .select(['kind', 'actor_name', 'address', 'after'])
      .where('actor_id', '=', member.id)
      .where('kind', 'in', ['export', 'account'])
      .orderBy('id')
      .execute();
    expect(entries.map(({ after }) => after && JSON.parse(after))).toEqual([
      null,
      { changed: ['deletion'] },
      { times: 3 },
    ]);
    expect(entries.slice(1)).toMatchObject([
      { actor_name: null, address: null },
      { actor_name: null, address: null },
    ]);
    const rows = await shop().database.read.selectFrom('repeated_acts').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(member.id);
    await chainEntries(shop().database);
    const { lines } = await checkEvidence(shop().database, { now: shop().clock() });
    const data = await checkData(shop().database);
    expect([...lines, ...data.lines].filter((line) => line.startsWith('FAIL'))).toEqual([]);
  });

  test('a count under a renamed user has the new name', async () => {
    const member = await buildMember(shop());
    const address = newAddress();
    for (let attempt = 0; attempt < 2; attempt++) {
      await shop().call(login, { body: { username: member.username, password: 'guess' }, remoteAddress: address });
    }
    const username = `New.${member.username}`.slice(0, 30);
    await member.call(updateUser, { body: { username } });
    await endHour(shop());
    expect((await entriesOf(shop(), address)).map(({ subject }) => subject)).toEqual([member.username, username]);
  });

  test('a clock that is set back by a day holds no count up', async () => {
    const member = await buildMember(shop());
    const address = newAddress();
    const load = () => member.call(exportData, { remoteAddress: address });
    for (let call = 0; call < 3; call++) await load();
    shop().advance(-24 * HOUR_MS);
    await load();
    expect(await kindsOf(shop(), address)).toEqual(['export', 'export × 3', 'export']);
    shop().advance(24 * HOUR_MS);
  });
});
