import { describe, expect, test } from 'vitest';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { createInvite } from '#contract/invites.ts';
import { createResetLink, listUserEvents } from '#contract/users.admin.ts';
import { getResetLink, getUser, register, resetPassword, updateUser } from '#contract/users.ts';
import { isReservedName } from '#domain/permissions.ts';
import { resetPassword as resetByCommand } from '../../cli/admin-commands.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { logIn, passGate } from '../../testing/sign-in.ts';
import { ACCESS_CODE } from '../../testing/test-shop.ts';
import { COMMAND_LINE, SYSTEM, visitorAt } from '../audit/audit.queries.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'stormy-lantern-42';
const WEAK = {
  status: 400,
  body: { code: 'weak_password', message: 'This password is too easy to guess. Please choose another.' },
};
const RESERVED = {
  status: 400,
  body: { code: 'invalid_input', message: 'This username is reserved. Please choose another.' },
};
const ENDED = { status: 404, body: { code: 'link_ended' } };

let lastVisitor = 0;

bothDatabases((shop) => {
  const registerAs = async (values: Partial<GivenInputOf<typeof register>>) => {
    const username = `visitor.${++lastVisitor}`;
    const body = { username, email: `${username}@example.test`, password: NEW_PASSWORD, ...values };
    return shop().call(register, { body, cookies: await passGate(shop()) });
  };
  const update = ({ call }: TestUser, body: GivenInputOf<typeof updateUser>) => call(updateUser, { body });
  const changePassword = (member: TestUser, newPassword: string) =>
    update(member, { currentPassword: MEMBER_PASSWORD, newPassword });
  const createLink = async ({ id }: TestUser) => {
    const owner = await buildAdmin(shop());
    return (await owner.call(createResetLink, { params: { id }, body: {} })).body.url.split('/').at(-1)!;
  };
  const reset = (token: string, password: string) => shop().call(resetPassword, { body: { token, password } });

  test.each(['password', 'Password123', 'TRUSTNO1', 'aaaaaaaa', '        ', 'greenroom'])(
    'no new password can be "%s"',
    async (password) => {
      const member = await buildMember(shop());
      const token = await createLink(member);
      expect(await registerAs({ password })).toMatchObject(WEAK);
      expect(await changePassword(member, password)).toMatchObject(WEAK);
      expect(await reset(token, password)).toMatchObject(WEAK);
      expect((await logIn(shop(), member.username, MEMBER_PASSWORD)).status).toBe(200);
      expect((await reset(token, NEW_PASSWORD)).status).toBe(200);
    },
  );

  test('no new password can be the name or e-mail of its owner, in whatever letters, old or new', async () => {
    const member = await buildMember(shop());
    const token = await createLink(member);
    for (const own of [member.username.toUpperCase(), member.email]) {
      expect(await changePassword(member, own)).toMatchObject(WEAK);
      expect(await reset(token, own)).toMatchObject(WEAK);
    }
    expect(await registerAs({ username: 'Fern.Wilder', password: 'fern.wilder' })).toMatchObject(WEAK);
    expect(await registerAs({ email: 'Fern@example.test', password: 'fern@example.test' })).toMatchObject(WEAK);
    const renaming = { username: 'moss.wilder', currentPassword: MEMBER_PASSWORD, newPassword: 'Moss.Wilder' };
    expect(await update(member, renaming)).toMatchObject(WEAK);
  });

  test('no new password can be what opens the gate, or a name or common word with digits around it', async () => {
    const member = await buildMember(shop(), { username: 'Fern.Weaver' });
    const { call } = await buildAdmin(shop());
    const { code } = (await call(createInvite, { body: { label: 'Harbor', uses: 1 } })).body;
    const token = await createLink(member);
    for (const password of [ACCESS_CODE, code, code.toUpperCase(), 'letmein123', '1dragon99', 'greenroom1']) {
      expect(await registerAs({ password })).toMatchObject(WEAK);
      expect(await changePassword(member, password)).toMatchObject(WEAK);
      expect(await reset(token, password)).toMatchObject(WEAK);
    }
    expect(await registerAs({ username: 'moss.weaver', password: 'MossWeaver7' })).toMatchObject(WEAK);
    expect(await changePassword(member, 'fernweaver12')).toMatchObject(WEAK);
    expect(await reset(token, '7fern.weaver')).toMatchObject(WEAK);
    expect((await reset(token, NEW_PASSWORD)).status).toBe(200);
  });

  test('the shop calls nobody by a name that a member can take', () => {
    for (const { name } of [SYSTEM, COMMAND_LINE, visitorAt(null)]) {
      for (const taken of [name, name.replace(' ', '_'), name.replace(' ', '.')]) {
        expect([taken, isReservedName(taken, { shopName: '' })]).toEqual([taken, true]);
      }
    }
  });

  test('members cannot take a name of the shop, users of the panel can, and one who has it keeps it', async () => {
    const member = await buildMember(shop());
    const owner = await buildAdmin(shop());
    const ofTheShop = ['system', 'Owner', 'GREENROOM', 'deleted-77', 'visitor', 'Supp0rt', '-sel1er-', 'command_line'];
    for (const username of [...ofTheShop, '_Green.Room_', '_._']) {
      expect(await registerAs({ username })).toMatchObject(RESERVED);
      expect(await update(member, { username })).toMatchObject(RESERVED);
    }
    expect((await update(owner, { username: 'Greenroom' })).status).toBe(200);
    const named = await buildMember(shop(), { username: 'deleted-scenes' });
    expect((await update(named, { username: 'Deleted-Scenes', signalUsername: 'scenes' })).status).toBe(200);
  });

  test('a member cannot take a name that looks like that of somebody in the panel, but may look like a member', async () => {
    const [owner, clerk, friend, member] = [
      await buildMember(shop(), { username: 'Mara.Thorn', role: 'owner' }),
      await buildMember(shop(), { username: 'quill', role: 'inventory' }),
      await buildMember(shop(), { username: 'tansy' }),
      await buildMember(shop()),
    ];
    for (const username of ['mara_thorn', 'MaraTh0rn', 'qui1l', 'QUILL.']) {
      expect(await registerAs({ username })).toMatchObject(RESERVED);
      expect(await update(member, { username })).toMatchObject(RESERVED);
    }
    expect(await registerAs({ username: 'mara.thorn' })).toMatchObject({ body: { code: 'username_taken' } });
    expect((await update(friend, { username: 'tan.sy' })).status).toBe(200);
    expect((await update(clerk, { username: 'mara-thorn' })).status).toBe(200);
    expect((await update(owner, { username: 'MARA.thorn' })).status).toBe(200);
  });

  test('another e-mail or Telegram name needs a fresh proof, and the same ones in the form of the profile do not', async () => {
    const member = await buildMember(shop());
    shop().advance(11 * MINUTE_MS);
    const email = `new-${member.email}`;
    for (const change of [{ email }, { signalUsername: 'somebody_else' }]) {
      expect(await update(member, change)).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } });
    }
    const form = { username: member.username, email: member.email, signalUsername: '' };
    expect((await update(member, form)).status).toBe(200);
    const { token } = (await logIn(shop(), member.username, MEMBER_PASSWORD)).body;
    const body = { email, signalUsername: 'mara' };
    expect((await shop().as(token)(updateUser, { body })).body).toMatchObject(body);
  });

  test('the history says what changed, with the old and the new name', async () => {
    const member = await buildMember(shop());
    const owner = await buildAdmin(shop());
    const username = `${member.username}-2`;
    await update(member, { username });
    await update(member, { signalUsername: 'mara' });
    await update(member, { signalUsername: 'mara' });
    await changePassword(member, NEW_PASSWORD);
    const { events } = (await owner.call(listUserEvents, { params: { id: member.id } })).body;
    expect(events.map(({ what }) => what)).toEqual([
      'Password changed',
      'Profile changed',
      `Username: ${member.username} → ${username}`,
    ]);
  });

  test('a link says whose password it sets, until it is used or its time is over', async () => {
    const member = await buildMember(shop());
    const token = await createLink(member);
    const read = (of: string) => shop().call(getResetLink, { params: { token: of } });
    expect(await read(token)).toMatchObject({ status: 200, body: { username: member.username } });
    expect(await read('x'.repeat(43))).toMatchObject(ENDED);
    expect((await reset(token, NEW_PASSWORD)).status).toBe(200);
    expect(await read(token)).toMatchObject(ENDED);
    const another = await createLink(member);
    shop().advance(24 * 60 * MINUTE_MS);
    expect(await read(another)).toMatchObject(ENDED);
    expect(await reset(another, NEW_PASSWORD)).toMatchObject(ENDED);
  });

  test.each([
    ['by the member', (member: TestUser) => changePassword(member, NEW_PASSWORD)],
    ['on the command line', (member: TestUser) => resetByCommand(shop(), member.username)],
  ])('a password that is changed %s ends the reset links of the member', async (_how, change) => {
    const member = await buildMember(shop());
    const token = await createLink(member);
    await change(member);
    expect(await shop().call(getResetLink, { params: { token } })).toMatchObject(ENDED);
    expect(await reset(token, 'another-lantern-7')).toMatchObject(ENDED);
  });

  test('a reset is recorded with who made the link, and ends all sessions', async () => {
    const member = await buildMember(shop());
    const token = await createLink(member);
    expect((await reset(token, NEW_PASSWORD)).status).toBe(200);
    expect((await member.call(getUser)).status).toBe(401);
    const { read } = shop().database;
    const entry = await read
      .selectFrom('audit')
      .select(['actor_id', 'after'])
      .where('kind', '=', 'reset_used')
      .where('subject', '=', member.id)
      .executeTakeFirstOrThrow();
    const { madeBy } = JSON.parse(entry.after!) as { madeBy: string };
    const maker = await read.selectFrom('users').select('role').where('id', '=', madeBy).executeTakeFirst();
    expect([entry.actor_id, maker?.role]).toEqual([member.id, 'owner']);
  });
});

describe('with limits', () => {
  bothDatabases(
    (shop) => {
      test('a member can ask about ten names or e-mails an hour, and change other fields all the time', async () => {
        const member = await buildMember(shop());
        const { email } = await buildMember(shop());
        const ask = () => member.call(updateUser, { body: { email } });
        for (let asked = 0; asked < 10; asked++) expect((await ask()).body.code).toBe('email_taken');
        const refused = await ask();
        expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect((await member.call(updateUser, { body: { username: 'another-one' } })).status).toBe(429);
        expect((await member.call(updateUser, { body: { signalUsername: 'mara' } })).status).toBe(200);
      });
    },
    { settings: { RATE_LIMITS: 'on' } },
  );
});
