import { describe, expect, test } from 'vitest';
import { reauthenticate } from '#contract/passkeys.ts';
import { deleteAccount, getUser, updateUser } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildMember, MEMBER_PASSWORD, type TestUser, updateUserRow } from '../../testing/factories.ts';
import { logIn } from '../../testing/sign-in.ts';

const MINUTE_MS = 60_000;

const changePassword = ({ call }: TestUser, currentPassword: string, newPassword = 'stormy-lantern-42') =>
  call(updateUser, { body: { currentPassword, newPassword } });
const deleteOwn = ({ call }: TestUser, password: string) => call(deleteAccount, { body: { password } });

bothDatabases(
  (shop) => {
    test('ten wrong current passwords, whichever call asks for them, refuse the right one for 15 minutes', async () => {
      const member = await buildMember(shop());
      const other = await buildMember(shop());
      for (let attempt = 0; attempt < 5; attempt++) {
        expect(await changePassword(member, 'guess')).toMatchObject({ status: 400 });
        expect(await deleteOwn(member, 'guess')).toMatchObject({ status: 400 });
      }
      const refused = await changePassword(member, MEMBER_PASSWORD);
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
      expect((await deleteOwn(member, MEMBER_PASSWORD)).status).toBe(429);
      expect((await changePassword(other, 'guess')).status).toBe(400);

      shop().advance(15 * MINUTE_MS);
      expect((await changePassword(member, MEMBER_PASSWORD)).status).toBe(200);
    });

    test('of thirty guesses at once, ten are checked', async () => {
      const member = await buildMember(shop());
      const guesses = await Promise.all(Array.from({ length: 30 }, () => changePassword(member, 'guess')));
      const statuses = guesses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    });

    test('a right password does not count, however often it is checked', async () => {
      const member = await buildMember(shop());
      let current = MEMBER_PASSWORD;
      for (let attempt = 0; attempt < 12; attempt++) {
        const next = `stormy-lantern-${attempt}`;
        expect((await changePassword(member, current, next)).status).toBe(200);
        current = next;
      }
    });

    test('of two password changes at once, one succeeds, and its password is the one that counts', async () => {
      const member = await buildMember(shop());
      const passwords = ['stormy-lantern-1', 'stormy-lantern-2', 'stormy-lantern-3'];
      const changes = await Promise.all(passwords.map((next) => changePassword(member, MEMBER_PASSWORD, next)));
      expect(changes.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      const kept = passwords[changes.findIndex(({ status }) => status === 200)]!;
      expect((await changePassword(member, kept, 'stormy-lantern-4')).status).toBe(200);
    });

    test('a password that the shop has made is not asked for again right after the sign-in, until there is another one', async () => {
      const member = await buildMember(shop());
      const choose = ({ call }: Pick<TestUser, 'call'>, newPassword: string) =>
        call(updateUser, { body: { newPassword } });
      const wrong = { status: 400, body: { code: 'wrong_current_password' } };
      expect(await choose(member, 'stormy-lantern-1'), 'of their own').toMatchObject(wrong);
      await updateUserRow(shop(), member.id, { password_generated: 1 });
      shop().advance(11 * MINUTE_MS);
      const late = { status: 403, body: { code: 'reauthentication_needed' } };
      expect(await choose(member, 'stormy-lantern-1')).toMatchObject(late);
      expect(await changePassword(member, 'guess')).toMatchObject(wrong);

      const { token } = (await logIn(shop(), member.username, MEMBER_PASSWORD)).body;
      const signedIn = { call: shop().as(token) };
      expect(await choose(signedIn, member.username)).toMatchObject({ status: 400, body: { code: 'weak_password' } });
      const both = await Promise.all([1, 2].map((each) => choose(signedIn, `stormy-lantern-${each}`)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await member.call(getUser)).status, 'the other session').toBe(401);
      expect(await choose(signedIn, 'stormy-lantern-3'), 'chosen already').toMatchObject(wrong);
    });

    test('later a confirmation stands for the password that the shop has made', async () => {
      const member = await buildMember(shop());
      await updateUserRow(shop(), member.id, { password_generated: 1 });
      shop().advance(11 * MINUTE_MS);
      expect((await member.call(reauthenticate, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
      expect((await member.call(updateUser, { body: { newPassword: 'stormy-lantern-1' } })).status).toBe(200);
      expect((await logIn(shop(), member.username, 'stormy-lantern-1')).status).toBe(200);
    });

    test('an account whose password is changed meanwhile is not deleted with the old one', async () => {
      const member = await buildMember(shop());
      const [changed, deleted] = await Promise.all([
        changePassword(member, MEMBER_PASSWORD),
        deleteOwn(member, MEMBER_PASSWORD),
      ]);
      const stillThere = (await member.call(getUser)).status === 200;
      expect([changed.status, deleted.status]).toEqual(stillThere ? [200, 400] : [expect.any(Number), 200]);
    });
  },
  { settings: { RATE_LIMITS: 'on' } },
);

describe('with RATE_LIMITS=off', () => {
  bothDatabases((shop) => {
    test('wrong current passwords are not counted', async () => {
      const member = await buildMember(shop());
      for (let attempt = 0; attempt < 11; attempt++) expect((await changePassword(member, 'guess')).status).toBe(400);
      expect((await changePassword(member, MEMBER_PASSWORD)).status).toBe(200);
    });
  });
});
