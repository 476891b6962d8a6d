import { expect, test } from 'vitest';
import { getAdminEvents } from '#contract/events.ts';
import { getAdminInventory, replaceInventory } from '#contract/inventory.ts';
import { addPasskey, getPasskeyOptions, listPasskeys, reauthenticate, removePasskey } from '#contract/passkeys.ts';
import { deleteAccount, getUser, listSessions, updateUser } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from '../../testing/inventory.ts';
import {
  buildPasskey,
  confirmPassword,
  createPasskey,
  newDevice,
  signConfirmation,
  signInWith,
} from '../../testing/passkeys.ts';
import { logIn } from '../../testing/sign-in.ts';

const NEEDED = { status: 403, body: { code: 'passkey_needed' } };

bothDatabases(
  (shop) => {
    /** The calls of a session that was opened by password. */
    const signInByPassword = async (username: string) =>
      shop().as((await logIn(shop(), username, MEMBER_PASSWORD)).body.token);

    test('with PANEL_PASSKEYS=required a user of the panel without a passkey can only add one', async () => {
      const clerk = await buildAdmin(shop(), 'inventory');
      expect(await logIn(shop(), clerk.username, MEMBER_PASSWORD)).toMatchObject({ status: 200 });
      expect((await clerk.call(getUser)).status, 'the shop itself stays open').toBe(200);
      expect(await clerk.call(getAdminInventory)).toMatchObject({
        status: 403,
        body: { code: 'passkey_needed', message: 'Add a passkey to open the panel.' },
      });
      const { type, form } = buildUploadForm(inventoryFile([buildFileProduct()]));
      const upload = () => clerk.call(replaceInventory, { body: form, headers: { 'content-type': type } });
      expect(await upload()).toMatchObject(NEEDED);
      const refused = await openEvents(shop(), getAdminEvents, clerk);
      expect(refused.response.statusCode).toBe(403);
      refused.leave();

      await confirmPassword(clerk);
      const response = await createPasskey(clerk, newDevice(shop()));
      expect((await clerk.call(addPasskey, { body: { name: 'Phone', response } })).status).toBe(201);
      expect((await clerk.call(getAdminInventory)).status, 'in the same session').toBe(200);
      expect((await upload()).status).toBe(200);
    });

    test('the first passkey ends the other sessions: who knew the password before is out of the panel', async () => {
      const owner = await buildAdmin(shop());
      const before = await signInByPassword(owner.username);
      expect(await before(getAdminInventory)).toMatchObject(NEEDED);
      const { device } = await buildPasskey(shop(), owner);
      expect(await before(getAdminInventory)).toMatchObject({ status: 401 });
      expect((await owner.call(getAdminInventory)).status, 'where the passkey was added').toBe(200);
      expect((await shop().as((await signInWith(shop(), device)).body.token)(getAdminInventory)).status).toBe(200);
    });

    test('a session by password of somebody with a passkey opens no panel, and the password confirms nothing', async () => {
      const owner = await buildAdmin(shop());
      const { id, device } = await buildPasskey(shop(), owner);
      // It was open before passkeys were required.
      const { sessions } = (await owner.call(listSessions)).body;
      await shop().database.write((tx) =>
        tx
          .updateTable('sessions')
          .set({ method: 'password', passkey_at: null })
          .where('id', '=', sessions[0]!.id)
          .execute(),
      );
      expect(await owner.call(getAdminInventory)).toMatchObject({
        status: 403,
        body: { code: 'passkey_needed', message: 'Sign in with your passkey.' },
      });
      const password = { currentPassword: MEMBER_PASSWORD, newPassword: 'another good one' };
      for (const [what, refused] of Object.entries({
        confirming: await owner.call(reauthenticate, { body: { password: MEMBER_PASSWORD } }),
        'removing the passkey': await owner.call(removePasskey, { params: { id } }),
        'adding another': await owner.call(getPasskeyOptions, { body: {} }),
        'another e-mail': await owner.call(updateUser, { body: { email: 'new@example.test' } }),
        'another password': await owner.call(updateUser, { body: password }),
        'deleting the account': await owner.call(deleteAccount, { body: { password: MEMBER_PASSWORD } }),
      })) {
        expect(refused, what).toMatchObject(NEEDED);
      }

      const signedIn = shop().as((await signInWith(shop(), device)).body.token);
      expect((await signedIn(getAdminInventory)).status).toBe(200);
      expect(await signedIn(reauthenticate, { body: { password: MEMBER_PASSWORD } })).toMatchObject({
        status: 403,
        body: { code: 'passkey_needed', message: 'Confirm with your passkey.' },
      });
      const response = await signConfirmation({ call: signedIn }, device);
      expect((await signedIn(reauthenticate, { body: { response } })).status).toBe(200);
      expect((await signedIn(updateUser, { body: password })).status).toBe(200);
    });

    test('a user of the panel with a passkey signs in with it, and the right password says so', async () => {
      const admin = await buildAdmin(shop());
      const { device } = await buildPasskey(shop(), admin);
      expect(await logIn(shop(), admin.username, MEMBER_PASSWORD)).toMatchObject({
        status: 403,
        body: { code: 'passkey_needed', message: 'Sign in with your passkey.' },
      });
      expect(await logIn(shop(), admin.username, 'not the password')).toMatchObject({
        status: 401,
        body: { code: 'wrong_credentials' },
      });
      const { status, body } = await signInWith(shop(), device);
      expect(status).toBe(200);
      expect((await shop().as(body.token)(getAdminInventory)).status).toBe(200);
    });

    test('an open stream of the panel ends when the last passkey is removed', async () => {
      const admin = await buildAdmin(shop());
      const { id } = await buildPasskey(shop(), admin);
      const stream = await openEvents(shop(), getAdminEvents, admin);
      await stream.next('ready');
      expect((await admin.call(removePasskey, { params: { id } })).status).toBe(200);
      await stream.ended;
      expect(await admin.call(getAdminInventory)).toMatchObject(NEEDED);
    });

    test('members sign in with the password as before, with or without a passkey', async () => {
      const member = await buildMember(shop());
      await buildPasskey(shop(), member);
      expect((await logIn(shop(), member.username, MEMBER_PASSWORD)).status).toBe(200);
      expect(await member.call(getAdminInventory)).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    });
  },
  { settings: { PANEL_PASSKEYS: 'required' } },
);

bothDatabases((shop) => {
  test('with PANEL_PASSKEYS=optional the password and the panel work with and without a passkey', async () => {
    const admin = await buildAdmin(shop());
    expect((await admin.call(getAdminInventory)).status).toBe(200);
    await buildPasskey(shop(), admin);
    expect((await admin.call(listPasskeys)).body.passkeys).toHaveLength(1);
    expect((await admin.call(getAdminInventory)).status).toBe(200);
    expect((await logIn(shop(), admin.username, MEMBER_PASSWORD)).status).toBe(200);
  });
});
