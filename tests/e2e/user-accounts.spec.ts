import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { openPanel, openRow, pressInHeader, shownToast } from './panel-page.ts';
import { countAsGenerated } from './passkey-device.ts';
import { PRODUCTS } from './products.ts';
import { adjustPoints, callAsAdmin, newUsername, registerAdmin, registerMember, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import {
  chooser,
  logIn,
  logOut,
  mockChat,
  openAccount,
  openAs,
  openAsNewMember,
  openCart,
  passGate,
  register,
} from './storefront-page.ts';

test.use({ shopEnv: { MEMBERS_NEED_APPROVAL: 'on' } });
test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Opens the panel with the drawer of one user. */
const openUser = async (page: Page, shop: Shop, username: string): Promise<Locator> => {
  await openPanel(page, shop, `?tab=users&q=${username}`);
  await openRow(page, 'Users', username);
  return page.getByRole('dialog', { name: username });
};

/** Returns the status of a login with this password. */
const loginStatus = async (page: Page, username: string, password: string): Promise<number> =>
  (await page.request.post('/api/login', { data: { username, password } })).status();

test(
  'an admin helps, verifies, suspends and names a member, who sees it',
  ONCE,
  async ({ page, shop, browserErrors, openOtherBrowser, context }) => {
    const admin = await openOtherBrowser();
    await test.step('a member sets a new password with a reset link from the panel, which works once', async () => {
      browserErrors.allow(REFUSED_CALL);
      const member = await registerMember(shop);

      const drawer = await openUser(admin, shop, member.username);
      await drawer.getByRole('button', { name: 'Create reset link' }).click();
      const url = await drawer.getByLabel('Reset link').inputValue();
      await expect(drawer.getByRole('button', { name: 'Copy reset link' })).toBeVisible();

      await expect(drawer.getByText('It works once within 24 hours')).toBeVisible();

      await page.goto(url);
      await expect(page.getByRole('heading', { name: `Choose a new password for ${member.username}` })).toBeVisible();
      await page.getByLabel('New Password', { exact: true }).fill('password');
      await page.getByLabel('Confirm Password').fill('password');
      await page.getByRole('button', { name: 'Save Password' }).click();
      await expect(page.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
        /^This password is too easy to guess\. Please choose another\. Common passwords are refused, and so are/,
      );
      await page.getByLabel('New Password', { exact: true }).fill('another long password');
      await page.getByLabel('Confirm Password').fill('another long password');
      await page.getByRole('button', { name: 'Save Password' }).click();
      await expect(page.getByText('Log in with your new password.')).toBeVisible();
      expect(await loginStatus(page, member.username, 'another long password')).toBe(200);

      await page.goto(url);
      await expect(
        page.getByText('This link has expired or was already used. Please message the seller.'),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: 'Message the seller' })).toBeVisible();
      await expect(page.getByLabel('New Password', { exact: true })).toHaveCount(0);
    });
    await test.step('a suspended member is logged out and cannot log in until an admin restores the account', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(REFUSED_CALL);
      const member = await openAsNewMember(page, shop, { path: '/?category=Carts' });

      const drawer = await openUser(admin, shop, member.username);
      // Suspending is beside verifying, above what is rarely needed.
      const parts = drawer.getByRole('heading', { level: 3 });
      await expect
        .poll(async () => (await parts.allTextContents()).filter((part) => /^(Login|Role|Sessions)$/.test(part)))
        .toEqual(['Login', 'Role', 'Sessions']);
      await drawer.getByRole('button', { name: 'Suspend' }).click();
      const question = admin.getByRole('alertdialog', { name: `Suspend ${member.username}?` });
      await question.getByRole('button', { name: `Suspend ${member.username}` }).click();
      await expect(drawer.getByText('Suspended', { exact: true })).toBeVisible();
      await expect(shownToast(admin).getByRole('button', { name: 'Undo' })).toBeVisible();
      await expect(drawer.getByText('No active sessions.')).toBeVisible();

      await page
        .getByRole('button', { name: /Add to Cart/ })
        .first()
        .click();
      await expect(
        page.getByText('Your session has expired. Please refresh the page to log in again.').first(),
      ).toBeVisible();
      await page.reload();
      await logIn(page, member);
      await expect(page.getByText('This account is suspended. Please message the seller.').first()).toBeVisible();

      await drawer.getByRole('button', { name: 'Restore' }).click();
      await expect(drawer.getByText('Suspended', { exact: true })).toBeHidden();
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByText(`Welcome back, ${member.username}!`)).toBeVisible();
    });
    await test.step('a new member cannot order until an admin verifies the membership', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(REFUSED_CALL);
      await mockChat(context);
      const member = await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1 } });
      const cart = await openCart(page);
      const confirm = cart.getByRole('button', { name: 'Confirm Order' });
      const refusal = 'Your membership is not verified yet. Please message the seller.';
      await expect(confirm).toHaveAccessibleDescription(refusal);
      await confirm.press('Enter');
      await expect(cart.getByRole('alert')).toHaveText(refusal);

      const drawer = await openUser(admin, shop, member.username);
      await expect(drawer.getByText('Unverified')).toBeVisible();
      await expect(drawer.getByRole('heading', { level: 3 }).first()).toHaveText('Verification');
      await drawer.getByRole('button', { name: 'Verify' }).click();
      await expect(drawer.getByText('Unverified')).toBeHidden();
      await expect(drawer.getByText('Verified by admin')).toBeVisible();

      await confirm.click();
      await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    });
    await test.step('a member is verified from the row, which Undo takes back, until nobody waits', async () => {
      const member = await registerMember(shop);
      await openPanel(admin, shop, '?tab=users&verify=true');
      const verify = admin.getByRole('button', { name: `Verify ${member.username}` });
      await verify.click();
      await expect(shownToast(admin)).toContainText(`${member.username} is verified`);
      await expect(verify).toHaveCount(0);
      await shownToast(admin).getByRole('button', { name: 'Undo' }).click();
      await expect(verify).toBeVisible();
      await expectAccessible(admin, 'members to verify');
      const { users } = await callAsAdmin<{ users: { id: string }[] }>(shop, 'GET', '/api/admin/users?verify=true');
      for (const { id } of users) await callAsAdmin(shop, 'PATCH', `/api/admin/users/${id}`, { verified: true });
      await admin.reload();
      await expect(admin.getByRole('heading', { name: 'Nobody waits to be verified' })).toBeVisible();
    });
    await test.step('a verification with a last day shows it, and after that day the member cannot order', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(REFUSED_CALL);
      await mockChat(context);
      const member = await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1 } });

      const drawer = await openUser(admin, shop, member.username);
      await drawer.getByLabel('Valid through').fill('2099-03-31');
      await drawer.getByRole('button', { name: 'Verify' }).click();
      await expect(drawer.getByText('Valid through Mar 31, 2099').first()).toBeVisible();
      await page.goto('/account');
      await expect(page.getByText('verified through Mar 31, 2099')).toBeVisible();

      await drawer.getByLabel('Valid through').fill('2020-03-31');
      await drawer.getByRole('button', { name: 'Set last day' }).click();
      await expect(drawer.getByText('Verification ended on Mar 31, 2020').first()).toBeVisible();
      await page.reload();
      await expect(page.getByText('Verification ended on Mar 31, 2020.')).toBeVisible();
      const cart = await openCart(page);
      await expect(cart.getByRole('button', { name: 'Confirm Order' })).toHaveAccessibleDescription(
        'Your membership is not verified yet. Please message the seller.',
      );

      await drawer.getByRole('button', { name: 'Clear last day' }).click();
      await expect(drawer.getByText('Verification without an end by admin')).toBeVisible();
      await expect(drawer.getByLabel('Valid through')).toHaveValue('');
      await cart.getByRole('button', { name: 'Confirm Order' }).click();
      await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    });
    await test.step('an admin sets a member type that the member sees, and filters and sorts the users', async () => {
      await uploadInventory(shop, PRODUCTS);
      const member = await registerMember(shop);

      const drawer = await openUser(admin, shop, member.username);
      await drawer.getByLabel('Member type').fill('Founding member');
      await drawer.getByLabel('New note').fill('Called about the new size');
      await admin.keyboard.press('Escape');
      const question = admin.getByRole('alertdialog', { name: 'Leave without saving?' });
      await expect(question).toContainText('Your changes would be lost: Member type, Note.');
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(question).toBeHidden();
      await drawer.getByRole('button', { name: 'Add note' }).click();
      await expect(drawer.getByRole('list', { name: 'Notes' })).toContainText('Called about the new size');
      await drawer.getByText('Order desk').click();
      await admin.keyboard.press('Escape');
      await expect(question).toContainText('Your changes would be lost: Member type, Role.');
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(drawer).toBeHidden();
      await openUser(admin, shop, member.username);
      await expect(drawer.getByLabel('Member type')).toHaveValue('Member');
      await drawer.getByLabel('Member type').fill('Founding member');
      await drawer.getByRole('button', { name: 'Save' }).click();
      await expect(drawer.getByText('Member type: Member → Founding member')).toBeVisible();
      await shownToast(admin).getByRole('button', { name: 'Undo' }).click();
      await expect(drawer.getByText('Member type: Founding member → Member')).toBeVisible();
      await expect(drawer.getByLabel('Member type')).toHaveValue('Member');
      await drawer.getByLabel('Member type').fill('Founding member');
      await drawer.getByLabel('Member type').press('Enter');
      await expect(drawer.getByText('Member type: Member → Founding member')).toHaveCount(2);
      await drawer.getByRole('button', { name: 'Close' }).click();

      await admin.getByLabel('Status').selectOption('Admins');
      await expect(admin.getByText('No users match')).toBeVisible();
      await admin.getByRole('button', { name: 'Clear Filters' }).click();
      await admin.getByLabel('Sort').selectOption('Name: A → Z');
      await expect(admin).toHaveURL(/sort=username/);
      await expect(admin.locator('[aria-label="Users"]').getByRole('button', { name: /^admin/ })).toBeVisible();

      await openAccount(page, shop, member.token);
      await expect(page.getByRole('main').getByText('Founding member')).toBeVisible();
    });
  },
);

test(
  'a reserved name and a password that is easy to guess are refused at their fields',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const easy =
      /^This password is too easy to guess\. Please choose another\. Common passwords are refused, and so are/;
    const reserved = 'This username is reserved. Please choose another.';
    await page.goto('/');
    await passGate(page, shop);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByLabel(/or older/).check();
    const username = newUsername();
    const fields = { Username: username, Email: `${username}@example.test`, 'Confirm Password': 'sunshine' };
    await register(page, { ...fields, Password: 'sunshine' });
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(easy);
    const password = 'another long password';
    await register(page, { Username: 'Greenroom', Password: password, 'Confirm Password': password });
    await expect(page.getByLabel('Username', { exact: true })).toHaveAccessibleDescription(reserved);

    const member = await registerMember(shop);
    await openAccount(page, shop, member.token);
    await page.getByLabel('Username', { exact: true }).fill('owner');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByLabel('Username', { exact: true })).toHaveAccessibleDescription(reserved);
    await page.getByLabel('Current Password').fill(member.password);
    await page.getByLabel('New Password').fill('sunshine');
    await page.getByLabel('Confirm Password').fill('sunshine');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(easy);
  },
);

test('members change their own accounts, and the last owner stays one', ONCE, async ({ page, shop, browserErrors }) => {
  await test.step('the last owner cannot give up the role, and the panel says why', async () => {
    browserErrors.allow(REFUSED_CALL);
    const drawer = await openUser(page, shop, shop.admin.username);
    await drawer.getByRole('radio', { name: /^Member/ }).check();
    await drawer.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change to Member' }).click();
    const role = drawer.locator('section', { has: page.getByRole('heading', { name: 'Role' }) });
    await expect(role.getByRole('alert')).toHaveText("The last administrator can't lose admin access.");
    await expect(role.getByRole('radio', { name: /^Owner/ })).toBeChecked();
  });
  await test.step('a member changes the profile and the password, and the new password ends the other sessions', async () => {
    await uploadInventory(shop, PRODUCTS);
    browserErrors.allow(REFUSED_CALL);
    const other = await registerMember(shop);
    const member = await registerMember(shop);
    // A second session, as on another device.
    await loginStatus(page, member.username, member.password);
    await openAccount(page, shop, member.token);

    await page.getByLabel('Username', { exact: true }).fill(other.username);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Update Failed')).toBeVisible();
    await expect(page.getByText('Failed to update profile')).toBeVisible();
    await expect(page.getByLabel('Username', { exact: true })).toHaveAccessibleDescription('Username already exists');
    const renamed = newUsername();
    await page.getByLabel('Username', { exact: true }).fill(renamed);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(page.getByRole('main').getByText(renamed)).toBeVisible();

    await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(1);
    await page.getByLabel('Current Password').fill('not this one');
    await page.getByLabel('New Password').fill('another long password');
    await page.getByLabel('Confirm Password').fill('another long password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription('The current password is wrong.');
    await page.getByLabel('Current Password').fill(member.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed')).toBeVisible();
    await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0);
  });
  await test.step('a member downloads their data, and deletes the account after reading what is lost', async () => {
    await uploadInventory(shop, PRODUCTS);
    browserErrors.allow(REFUSED_CALL);
    const member = await registerMember(shop);
    await adjustPoints(shop, member.username, 1234, 'Welcome');
    await openAccount(page, shop, member.token);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const data = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(data).toMatchObject({ user: { username: member.username }, points: [{ points: 1234, reason: 'Welcome' }] });

    await page.getByRole('button', { name: 'Delete my account' }).click();
    const question = page.getByRole('dialog', { name: `Delete the account ${member.username}?` });
    await expect(question.getByText('your points: 1,234')).toBeVisible();
    await question.getByLabel('Password', { exact: true }).fill('not this one');
    await question.getByRole('button', { name: 'Delete my account' }).click();
    await expect(question.getByText('The current password is wrong.')).toBeVisible();
    await question.getByLabel('Password', { exact: true }).fill(member.password);
    await question.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('Account deleted')).toBeVisible();
    await expect(chooser(page)).toBeVisible();
    expect(await loginStatus(page, member.username, member.password)).toBe(401);
  });
});

test(
  'an owner whose password the shop made is asked for another one, and can put it off',
  ONCE,
  async ({ page, shop }) => {
    const owner = await registerAdmin(shop);
    countAsGenerated(shop, owner.username);
    const title = page.getByRole('heading', { name: 'Choose a password of your own' });
    await openAs(page, shop, owner.token, '/admincp?tab=inventory');
    await expect(title).toBeVisible();
    await expectAccessible(page, 'the question for a password');
    // It offers a passkey itself.
    await expect(page.getByText('Protect the panel with a passkey.')).toBeHidden();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(page.getByRole('tab', { name: 'Inventory' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Inventory' })).toBeVisible();

    await pressInHeader(page, 'Logout');
    await logIn(page, owner);
    await expect(page.getByText(`Welcome back, ${owner.username}!`)).toBeVisible();
    await logOut(page);
    await expect(chooser(page)).toBeVisible();
    await page.goto('/admincp?tab=inventory');
    await page.getByRole('link', { name: 'Log in' }).click();
    await logIn(page, owner);
    await expect(title).toBeVisible();
    // The password was typed a moment ago.
    await expect(page.getByLabel('Current Password')).toHaveCount(0);
    await expect(page.getByLabel('New Password')).toBeFocused();
    await page.getByLabel('New Password').fill('chosen by its owner 77');
    await page.getByLabel('Confirm Password').fill('chosen by its owner 77');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('tab', { name: 'Inventory', selected: true })).toBeVisible();
    await expect(title).toBeHidden();
  },
);
