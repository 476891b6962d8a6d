import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { authenticate } from '#contract/gate.ts';
import { createResetLink, listUsers } from '#contract/users.admin.ts';
import { getResetLink, getUser, updateUser } from '#contract/users.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser, updateUserRow } from '../testing/factories.ts';
import { buildPasskey, signInWith } from '../testing/passkeys.ts';
import { logIn } from '../testing/sign-in.ts';
import { ACCESS_CODE } from '../testing/test-shop.ts';
import { createAdmin, resetPasskeys, resetPassword, setAccessCode } from './admin-commands.ts';

/** The password in the output of a command. */
const passwordIn = (output: string): string => /the password ([\w-]+)/.exec(output)![1]!;

bothDatabases((shop) => {
  test('an administrator who is created on the command line logs in with the printed password', async () => {
    const output = await createAdmin(shop(), 'second.admin');
    const login = await logIn(shop(), 'second.admin', passwordIn(output));
    expect(login).toMatchObject({ status: 200, body: { isAdmin: true } });
    await expect(createAdmin(shop(), 'second.admin')).rejects.toThrow('is an administrator already');
    await expect(createAdmin(shop(), 'x')).rejects.toThrow('Username must be at least 3 characters');
  });

  test('an existing user becomes an administrator and keeps the password, and sessions and reset links end', async () => {
    const owner = await buildAdmin(shop());
    for (const role of ['member', 'orders'] as const) {
      const user = await buildMember(shop(), { role });
      const link = await owner.call(createResetLink, { params: { id: user.id }, body: {} });
      const output = await createAdmin(shop(), user.username.toUpperCase());
      expect(output).toBe(
        `${user.username} is an administrator now. The password stays as it was. All sessions of this user have ended.`,
      );
      expect((await user.call(getUser)).status).toBe(401);
      const token = link.body.url.split('/').at(-1)!;
      expect((await shop().call(getResetLink, { params: { token } })).status).toBe(404);
      const call = shop().as((await logIn(shop(), user.username, MEMBER_PASSWORD)).body.token);
      expect((await call(listUsers)).status).toBe(200);
      // An administrator stays signed in.
      await expect(createAdmin(shop(), user.username)).rejects.toThrow('is an administrator already');
      expect((await call(listUsers)).status).toBe(200);
    }
  });

  test('a user who is suspended can be made an administrator, and no session of before comes back', async () => {
    const user = await buildMember(shop());
    await updateUserRow(shop(), user.id, { status: 'suspended' });
    await createAdmin(shop(), user.username);
    expect((await user.call(getUser)).status).toBe(401);
    expect((await logIn(shop(), user.username, MEMBER_PASSWORD)).body).toMatchObject({ role: 'owner' });
  });

  test("resetting a password on the command line ends the user's sessions", async () => {
    const member = await buildMember(shop());
    const output = await resetPassword(shop(), member.username);
    expect((await member.call(getUser)).status).toBe(401);
    expect((await logIn(shop(), member.username, passwordIn(output))).status).toBe(200);
    await expect(resetPassword(shop(), 'nobody.here')).rejects.toThrow('There is no user called nobody.here.');
  });

  test('a password that the shop has made counts as generated until its user sets another one', async () => {
    const generatedOf = async (call: TestUser['call']) => (await call(getUser)).body.passwordGenerated;
    expect(await generatedOf((await buildMember(shop())).call)).toBe(false);
    const username = `chief-${randomUUID().slice(0, 8)}`;
    for (const made of [() => createAdmin(shop(), username), () => resetPassword(shop(), username)]) {
      const password = passwordIn(await made());
      const call = shop().as((await logIn(shop(), username, password)).body.token);
      expect(await generatedOf(call)).toBe(true);
      expect((await call(updateUser, { body: { signalUsername: randomUUID() } })).status, 'no call is refused').toBe(
        200,
      );
      expect(await generatedOf(call)).toBe(true);
      const body = { currentPassword: password, newPassword: 'chosen by its owner 77' };
      expect((await call(updateUser, { body })).status).toBe(200);
      expect(await generatedOf(call)).toBe(false);
    }
  });

  test('resetting passkeys on the command line removes them, ends the sessions, and is in the evidence', async () => {
    const member = await buildMember(shop());
    const { device } = await buildPasskey(shop(), member);
    expect(await resetPasskeys(shop(), member.username.toUpperCase())).toMatch(/^1 passkey of member-\w+ removed\./);
    expect((await member.call(getUser)).status).toBe(401);
    expect(await signInWith(shop(), device)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
    expect((await logIn(shop(), member.username, MEMBER_PASSWORD)).status).toBe(200);
    const recorded = await shop()
      .database.read.selectFrom('audit')
      .select(['actor_id', 'before'])
      .where('subject', '=', member.id)
      .where('actor_id', '=', 'command line')
      .execute();
    expect(recorded).toEqual([{ actor_id: 'command line', before: JSON.stringify({ passkeys: 1 }) }]);
    await expect(resetPasskeys(shop(), 'nobody.here')).rejects.toThrow('There is no user called nobody.here.');
  });

  test('after setting the access code on the command line, only the new one opens the gate', async () => {
    await setAccessCode(shop(), 'a new code');
    const enter = (password: string) => shop().call(authenticate, { body: { password } });
    expect((await enter(ACCESS_CODE)).status).toBe(401);
    expect((await enter('a new code')).status).toBe(200);
    const refused = (code: string) => expect(setAccessCode(shop(), code)).rejects;
    await refused('short').toThrow('The access code must be at least 8 characters.');
    await refused('Greenroom').toThrow('The access code is too easy to guess.');
    await refused('password1').toThrow('The access code is too easy to guess.');
    expect((await enter('a new code')).status).toBe(200);
  });
});
