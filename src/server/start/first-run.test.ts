import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { authenticate } from '#contract/gate.ts';
import { createResetLink, updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, getUser, resetPassword, updateUser } from '#contract/users.ts';
import { setAccessCode } from '../cli/admin-commands.ts';
import { setState } from '../db/shop-state.ts';
import { hashApplied } from '../features/settings/applied-values.ts';
import { SettingsError } from '../given-settings.ts';
import { hashPassword } from '../lib/secrets.ts';
import type { Call } from '../testing/calls.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD } from '../testing/factories.ts';
import { prepareRestarts, type Restart } from '../testing/restarts.ts';
import { logIn } from '../testing/sign-in.ts';
import { ACCESS_CODE, ADMIN_PASSWORD, type TestShop } from '../testing/test-shop.ts';

const NEW_PASSWORD = 'chosen in the shop 77';

/** The administrator of the settings, signed in. */
const signInAdmin = async (shop: TestShop, password = ADMIN_PASSWORD): Promise<Call> =>
  shop.as((await logIn(shop, 'admin', password)).body.token);

const userNames = async (shop: TestShop): Promise<string[]> =>
  (await shop.database.read.selectFrom('users').select('username').where('deleted_at', 'is', null).execute())
    .map(({ username }) => username)
    .sort();

const enter = async (shop: TestShop, password: string): Promise<number> =>
  (await shop.call(authenticate, { body: { password } })).status;

const statusOf = async (shop: TestShop, username: string, password: string): Promise<number> =>
  (await logIn(shop, username, password)).status;

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  let restart: Restart;
  beforeEach(async () => {
    restart = await prepareRestarts(kind);
  });

  test('the first administrator may change the user name, and the shop starts again without a second one', async () => {
    const call = await signInAdmin(await restart());
    expect((await call(updateUser, { body: { username: 'chief' } })).status).toBe(200);
    const shop = await restart();
    expect(await userNames(shop)).toEqual(['chief']);
    expect((await logIn(shop, 'chief', ADMIN_PASSWORD)).body.role).toBe('owner');
  });

  test('an administrator with another name, e-mail and password does not come back with those of the settings', async () => {
    const call = await signInAdmin(await restart());
    await call(updateUser, { body: { username: 'chief', email: 'chief@example.test' } });
    await call(updateUser, { body: { currentPassword: ADMIN_PASSWORD, newPassword: NEW_PASSWORD } });
    const shop = await restart();
    expect(await statusOf(shop, 'admin', ADMIN_PASSWORD)).toBe(401);
    expect(await statusOf(shop, 'chief', ADMIN_PASSWORD)).toBe(401);
    expect(await statusOf(shop, 'chief', NEW_PASSWORD)).toBe(200);
  });

  test('an administrator who deleted the account does not come back', async () => {
    const first = await restart();
    const other = await buildAdmin(first);
    const call = await signInAdmin(first);
    expect((await call(deleteAccount, { body: { password: ADMIN_PASSWORD } })).status).toBe(200);
    const shop = await restart();
    expect(await statusOf(shop, 'admin', ADMIN_PASSWORD)).toBe(401);
    expect(await userNames(shop)).toEqual([other.username]);
  });

  test.each([
    ['demoted', { role: 'member' } as const, 200, 'member'],
    ['suspended', { status: 'suspended' } as const, 403, undefined],
  ])('an administrator who was %s stays so', async (_what, body, status, role) => {
    const first = await restart();
    const other = await buildAdmin(first);
    const { id } = (await (await signInAdmin(first))(getUser)).body.user;
    expect((await other.call(updateAnyUser, { params: { id }, body })).status).toBe(200);
    const shop = await restart();
    const login = await logIn(shop, 'admin', ADMIN_PASSWORD);
    expect(login.status).toBe(status);
    expect(login.body.role).toBe(role);
  });

  test('a password that was changed in the shop outlives a restart, and a new one in the settings replaces it', async () => {
    const call = await signInAdmin(await restart());
    await call(updateUser, { body: { currentPassword: ADMIN_PASSWORD, newPassword: NEW_PASSWORD } });
    let shop = await restart();
    expect(await statusOf(shop, 'admin', ADMIN_PASSWORD)).toBe(401);
    expect(await statusOf(shop, 'admin', NEW_PASSWORD)).toBe(200);
    const { token } = (await logIn(shop, 'admin', NEW_PASSWORD)).body;
    shop = await restart({ settings: { SHOP_ADMIN_PASSWORD: 'one of the settings' } });
    expect(await statusOf(shop, 'admin', NEW_PASSWORD)).toBe(401);
    expect(await statusOf(shop, 'admin', 'one of the settings')).toBe(200);
    expect((await shop.as(token)(getUser)).status).toBe(401);
  });

  test('a new password of the settings goes to the same account under its new name', async () => {
    const call = await signInAdmin(await restart());
    await call(updateUser, { body: { username: 'chief' } });
    const shop = await restart({ settings: { SHOP_ADMIN_PASSWORD: 'one of the settings' } });
    expect(await statusOf(shop, 'chief', 'one of the settings')).toBe(200);
    expect(await userNames(shop)).toEqual(['chief']);
    expect(shop.prepared.notes).toEqual([]);
  });

  test('a new password of the settings is for nobody if its account was deleted or demoted, and the start says so once', async () => {
    const first = await restart();
    const other = await buildAdmin(first);
    const { id } = (await (await signInAdmin(first))(getUser)).body.user;
    await other.call(updateAnyUser, { params: { id }, body: { role: 'member' } });
    const settings = { SHOP_ADMIN_PASSWORD: 'one of the settings' };
    let shop = await restart({ settings });
    expect(await statusOf(shop, 'admin', ADMIN_PASSWORD)).toBe(200);
    expect(shop.prepared.notes).toEqual([expect.stringMatching(/^SHOP_ADMIN_PASSWORD was not applied/)]);
    shop = await restart({ settings });
    expect(shop.prepared.notes).toEqual([]);

    const own = await signInAdmin(shop);
    await own(deleteAccount, { body: { password: ADMIN_PASSWORD } });
    shop = await restart({ settings: { SHOP_ADMIN_PASSWORD: 'yet another one' } });
    expect(shop.prepared.notes).toEqual([expect.stringMatching(/^SHOP_ADMIN_PASSWORD was not applied/)]);
    expect(await userNames(shop)).toEqual([other.username]);
  });

  test('a new name in the settings makes that account an owner, and the old one stays', async () => {
    await restart();
    const shop = await restart({ settings: { SHOP_ADMIN_USERNAME: 'deputy' } });
    expect(await userNames(shop)).toEqual(['admin', 'deputy']);
    expect((await logIn(shop, 'deputy', ADMIN_PASSWORD)).body.role).toBe('owner');
    expect((await logIn(shop, 'admin', ADMIN_PASSWORD)).body.role).toBe('owner');
  });

  test('a new name in the settings that a member has makes the member an owner, who keeps the password', async () => {
    const first = await restart();
    const [owner, member] = [await buildAdmin(first), await buildMember(first)];
    const link = await owner.call(createResetLink, { params: { id: member.id }, body: {} });
    const shop = await restart({ settings: { SHOP_ADMIN_USERNAME: member.username.toUpperCase() } });
    expect((await shop.as(member.token)(getUser)).status).toBe(401);
    const token = link.body.url.split('/').at(-1)!;
    expect((await shop.call(resetPassword, { body: { token, password: NEW_PASSWORD } })).status).toBe(404);
    expect((await logIn(shop, member.username, MEMBER_PASSWORD)).body.role).toBe('owner');
  });

  test('an e-mail address that somebody has never stops a start', async () => {
    const call = await signInAdmin(await restart());
    await call(updateUser, { body: { username: 'chief' } });
    for (const name of ['deputy', 'admin']) {
      const shop = await restart({ settings: { SHOP_ADMIN_USERNAME: name } });
      expect((await logIn(shop, name, ADMIN_PASSWORD)).body.role).toBe('owner');
    }
  });

  test('a shop without an active owner gets its administrator back', async () => {
    const first = await restart();
    await first.database.write((tx) => tx.updateTable('users').set({ status: 'suspended' }).execute());
    const shop = await restart();
    expect((await logIn(shop, 'admin', ADMIN_PASSWORD)).body.role).toBe('owner');
  });

  test('an access code that was changed in the shop outlives a restart, and a new one in the settings replaces it', async () => {
    await setAccessCode(await restart(), 'set in the shop');
    let shop = await restart();
    expect(await enter(shop, ACCESS_CODE)).toBe(401);
    expect(await enter(shop, 'set in the shop')).toBe(200);
    shop = await restart({ settings: { SHOP_ACCESS_CODE: 'one of the settings' } });
    expect(await enter(shop, 'set in the shop')).toBe(401);
    expect(await enter(shop, 'one of the settings')).toBe(200);
  });

  test.each([
    [{ SHOP_ACCESS_CODE: '1' }, 'SHOP_ACCESS_CODE=… is not usable: it must be at least 8 characters.'],
    [{ SHOP_ACCESS_CODE: 'greenroom' }, 'SHOP_ACCESS_CODE=… is not usable: it is too easy to guess.'],
    [{ SHOP_ACCESS_CODE: 'x'.repeat(201) }, 'SHOP_ACCESS_CODE=… is not usable: it is too long.'],
    [{ SHOP_ADMIN_PASSWORD: 'password' }, 'SHOP_ADMIN_PASSWORD=… is not usable: it is too easy to guess.'],
    [
      { SHOP_ADMIN_USERNAME: 'the.chief', SHOP_ADMIN_PASSWORD: 'The.Chief' },
      'SHOP_ADMIN_PASSWORD=… is not usable: it is too easy to guess.',
    ],
  ])('a start with %j ends with one line, and applies neither secret', async (settings, message) => {
    await restart();
    await expect(restart({ settings })).rejects.toThrow(new SettingsError(message));
    const shop = await restart();
    expect([await enter(shop, ACCESS_CODE), await statusOf(shop, 'admin', ADMIN_PASSWORD)]).toEqual([200, 200]);
  });

  test('an administrator whose password is the access code is noted', async () => {
    const both = { SHOP_ACCESS_CODE: 'one of the settings', SHOP_ADMIN_PASSWORD: 'one of the settings' };
    const shop = await restart({ settings: both });
    expect(shop.prepared.notes).toContain(
      'SHOP_ADMIN_PASSWORD is the access code, which all members know. Please choose another.',
    );
    expect(await enter(shop, 'one of the settings')).toBe(200);
  });

  test('a weak secret that an earlier start applied goes on, with a note', async () => {
    const { database } = await restart();
    const weak = { SHOP_ACCESS_CODE: '1', SHOP_ADMIN_PASSWORD: 'password' };
    await database.write(async (tx) => {
      await setState(tx, 'applied_access_code_hash', await hashApplied(weak.SHOP_ACCESS_CODE));
      await setState(tx, 'access_code_hash', await hashPassword(weak.SHOP_ACCESS_CODE));
      await setState(tx, 'applied_admin_password_hash', await hashApplied(weak.SHOP_ADMIN_PASSWORD));
    });
    const shop = await restart({ settings: weak });
    expect(shop.prepared.notes).toEqual([
      'SHOP_ACCESS_CODE must be at least 8 characters. Please choose another.',
      'SHOP_ADMIN_PASSWORD is too easy to guess. Please choose another.',
    ]);
    expect(await enter(shop, '1')).toBe(200);
    // For another account it would be applied.
    await expect(restart({ settings: { ...weak, SHOP_ADMIN_USERNAME: 'chief' } })).rejects.toThrow('too easy to guess');
  });

  test('what is stored of passwords and access codes are argon2id hashes', async () => {
    const { database } = await restart();
    const rows = await database.read.selectFrom('shop_state').selectAll().execute();
    const applied = rows.filter(({ key }) => key.startsWith('applied_'));
    expect(applied.filter(({ value }) => value.startsWith('$argon2id$'))).toHaveLength(2);
    for (const secret of [ADMIN_PASSWORD, ACCESS_CODE]) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        const fast = createHash('sha256').update(secret).digest(encoding);
        expect(rows.filter(({ value }) => value.includes(secret) || value.includes(fast))).toEqual([]);
      }
    }
  });
});
