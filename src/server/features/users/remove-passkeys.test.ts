import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addPasskey, listPasskeys, reauthenticate } from '#contract/passkeys.ts';
import { createResetLink, listUserEvents, listUsers, removeUserPasskeys } from '#contract/users.admin.ts';
import { getUser, resetPassword } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember, type TestUser } from '../../testing/factories.ts';
import {
  buildPasskey,
  confirmPassword,
  createPasskey,
  newDevice,
  signConfirmation,
  signInWith,
} from '../../testing/passkeys.ts';
import { logIn } from '../../testing/sign-in.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'Fresh-Start-8831';
const REFUSED = { status: 403, body: { code: 'passkey_needed', message: 'Another owner can remove your passkeys.' } };
const UNCONFIRMED = { status: 403, body: { code: 'passkey_needed', confirm: 'passkey' } };

bothDatabases((shop) => {
  const remove = ({ call }: TestUser, { id }: TestUser) => call(removeUserPasskeys, { params: { id } });
  const makeLink = ({ call }: TestUser, { id }: TestUser, body: { removePasskeys?: boolean }) =>
    call(createResetLink, { params: { id }, body });
  const use = async (link: Awaited<ReturnType<typeof makeLink>>) => {
    const token = link.body.url.split('/').at(-1)!;
    const { status } = await shop().call(resetPassword, { body: { token, password: NEW_PASSWORD } });
    expect(status).toBe(200);
  };
  const eventsOf = async (owner: TestUser, { id }: TestUser) =>
    (await owner.call(listUserEvents, { params: { id } })).body.events.map(({ what, by }) => `${what} by ${by}`);
  const evidenceOf = ({ id }: TestUser, kind: 'passkey' | 'reset_link') =>
    shop()
      .database.read.selectFrom('audit')
      .select(['actor_id', 'before', 'after'])
      .where('subject', '=', id)
      .where('kind', '=', kind)
      .orderBy('id')
      .execute();

  test('an owner removes the passkeys of a user, whose sessions end', async () => {
    const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
    const { device } = await buildPasskey(shop(), member);
    await buildPasskey(shop(), member, { name: 'Key' });
    const [listed] = (await owner.call(listUsers, { query: { q: member.username } })).body.users;
    expect(listed).toMatchObject({ passkeys: 2 });

    const { status, body } = await remove(owner, member);
    expect([status, body]).toEqual([200, { message: 'Removed 2 passkeys', removed: 2 }]);
    expect((await member.call(getUser)).status).toBe(401);
    expect(await signInWith(shop(), device)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
    expect(await eventsOf(owner, member)).toContain(`All passkeys removed by ${owner.username}`);
    expect((await evidenceOf(member, 'passkey')).at(-1)).toEqual({
      actor_id: owner.id,
      before: JSON.stringify({ passkeys: 2 }),
      after: null,
    });
    expect(await owner.call(removeUserPasskeys, { params: { id: randomUUID() } })).toMatchObject({ status: 404 });
  });

  test('a passkey that is made while they are removed is not added', async () => {
    const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
    await confirmPassword(member);
    const response = await createPasskey(member, newDevice(shop()));
    expect((await remove(owner, member)).status).toBe(200);
    expect((await member.call(addPasskey, { body: { name: 'Late', response } })).status).toBe(401);
  });

  test('an owner who has a passkey confirms with it, and removes no passkeys of their own', async () => {
    const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
    const { device } = await buildPasskey(shop(), owner);
    shop().advance(11 * MINUTE_MS);
    await confirmPassword(owner);
    expect(await remove(owner, member)).toMatchObject(UNCONFIRMED);
    expect(await makeLink(owner, member, { removePasskeys: true })).toMatchObject(UNCONFIRMED);
    expect((await makeLink(owner, member, { removePasskeys: false })).status, 'a link that removes none').toBe(200);

    const response = await signConfirmation(owner, device);
    expect((await owner.call(reauthenticate, { body: { response } })).status).toBe(200);
    expect((await remove(owner, member)).status).toBe(200);
    expect((await makeLink(owner, member, { removePasskeys: true })).status).toBe(200);
    expect(await remove(owner, owner)).toMatchObject(REFUSED);
    expect(await makeLink(owner, owner, { removePasskeys: true })).toMatchObject(REFUSED);
    expect((await owner.call(listPasskeys)).body.passkeys).toHaveLength(1);
  });

  test('a reset link removes the passkeys only if its maker chose that', async () => {
    const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
    const { device } = await buildPasskey(shop(), member);
    await use(await makeLink(owner, member, {}));
    expect((await signInWith(shop(), device)).status).toBe(200);

    await use(await makeLink(owner, member, { removePasskeys: true }));
    expect(await signInWith(shop(), device)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
    expect((await logIn(shop(), member.username, NEW_PASSWORD)).status).toBe(200);
    expect(await eventsOf(owner, member)).toEqual(
      expect.arrayContaining([
        `Reset link created, which removes the passkeys by ${owner.username}`,
        `All passkeys removed by ${owner.username}`,
      ]),
    );
    expect((await evidenceOf(member, 'reset_link')).map(({ after }) => after)).toEqual([
      null,
      JSON.stringify({ removePasskeys: true }),
    ]);
    expect((await evidenceOf(member, 'passkey')).at(-1)).toMatchObject({
      actor_id: member.id,
      before: JSON.stringify({ passkeys: 1 }),
    });
  });

  test('the holder of a link chooses nothing, and the same key for another choice is another call', async () => {
    const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
    const { device } = await buildPasskey(shop(), member);
    const link = await makeLink(owner, member, {});
    const token = link.body.url.split('/').at(-1)!;
    const body = { token, password: NEW_PASSWORD, removePasskeys: true };
    expect((await shop().call(resetPassword, { body })).status).toBe(200);
    expect((await signInWith(shop(), device)).status).toBe(200);

    const headers = { 'idempotency-key': randomUUID() };
    for (const removePasskeys of [false, true, true]) {
      await owner.call(createResetLink, { params: { id: member.id }, body: { removePasskeys }, headers });
    }
    // Every link that is handed out is in the evidence, and what was asked for twice is once in the history.
    expect(await evidenceOf(member, 'reset_link')).toHaveLength(4);
    const { events } = (await owner.call(listUserEvents, { params: { id: member.id } })).body;
    expect(events.filter(({ what }) => what.startsWith('Reset link created'))).toHaveLength(3);
  });
});
