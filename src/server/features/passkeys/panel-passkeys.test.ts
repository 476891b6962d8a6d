import { expect, test } from 'vitest';
import { getAdminEvents } from '#contract/events.ts';
import { getAdminInventory, replaceInventory } from '#contract/inventory.ts';
import { addPasskey, listPasskeys, removePasskey } from '#contract/passkeys.ts';
import { getUser } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from '../../testing/inventory.ts';
import { buildPasskey, confirmPassword, createPasskey, newDevice, signInWith } from '../../testing/passkeys.ts';
import { logIn } from '../../testing/sign-in.ts';

const NEEDED = { status: 403, body: { code: 'passkey_needed' } };

bothDatabases(
  (shop) => {
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
