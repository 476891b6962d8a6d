import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import {
  adminToken,
  callAs,
  logIn,
  type Member,
  newName,
  openAs,
  registerMember,
  standInForChat,
  stock,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({ shopEnv: { DEMO: 'off', MEMBERS_NEED_APPROVAL: 'on' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

/** The panel with one account opened beside the list. */
const openAccount = async (admin: Page, shop: Shop, member: Member | { username: string }) => {
  await openAs(admin, shop, await adminToken(shop), `/admincp?tab=users&q=${member.username}`);
  await admin.locator('[aria-label="Users"]').getByRole('button').filter({ hasText: member.username }).first().click();
  return admin.getByRole('dialog', { name: member.username });
};

test('a new member orders only once an admin has verified the membership', async ({
  page,
  shop,
  context,
  complaints,
  openAsSomebodyElse,
}) => {
  complaints.foresee(/status of 403/);
  await standInForChat(context);
  const member = await registerMember(shop);
  const { inventory } = await callAs<{ inventory: { id: number }[] }>(shop, '', 'GET', '/api/inventory-data');
  await callAs(shop, member.token, 'POST', '/api/cart/add', { productId: inventory[0]!.id });
  await openAs(page, shop, member.token);
  await page.getByRole('button', { name: /^Cart/ }).first().click();
  const confirm = page.getByRole('dialog', { name: /cart/i }).getByRole('button', { name: 'Confirm Order' });
  await confirm.click();
  await expect(page.getByText('Your membership is not verified yet. Please message the seller.')).toBeVisible();

  const admin = await openAsSomebodyElse();
  const account = await openAccount(admin, shop, member);
  await expect(account.getByText('Unverified')).toBeVisible();
  await account.getByRole('button', { name: 'Verify' }).click();
  await expect(account.getByText('Unverified')).toBeHidden();
  await expect(account.getByText('Verified by admin')).toBeVisible();

  await confirm.click();
  await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
});

test('a suspension ends an open session, and restoring lets the member in again', async ({
  page,
  shop,
  complaints,
  openAsSomebodyElse,
}) => {
  complaints.foresee(/status of 401/, /status of 403/);
  const member = await registerMember(shop);
  await openAs(page, shop, member.token);
  await page.getByRole('button', { name: /^Carts/ }).click();

  const admin = await openAsSomebodyElse();
  const account = await openAccount(admin, shop, member);
  await account.getByRole('button', { name: 'Suspend' }).click();
  const question = admin.getByRole('alertdialog', { name: `Suspend ${member.username}?` });
  await question.getByRole('button', { name: `Suspend ${member.username}` }).click();
  await expect(account.getByText('Suspended', { exact: true })).toBeVisible();
  await expect(account.getByText('No active sessions.')).toBeVisible();

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

  await account.getByRole('button', { name: 'Restore' }).click();
  await expect(account.getByText('Suspended', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(`Welcome back, ${member.username}!`)).toBeVisible();
});

test('a reset link from the panel sets a new password, once', async ({
  page,
  shop,
  complaints,
  openAsSomebodyElse,
}) => {
  complaints.foresee(/status of 404/);
  const member = await registerMember(shop);
  const admin = await openAsSomebodyElse();
  const account = await openAccount(admin, shop, member);
  await account.getByRole('button', { name: 'Create reset link' }).click();
  const url = await account.getByLabel('Reset link').inputValue();
  await expect(account.getByRole('button', { name: 'Copy reset link' })).toBeVisible();

  const setPassword = async () => {
    await page.goto(url);
    await page.getByLabel('New Password', { exact: true }).fill('another long password');
    await page.getByLabel('Confirm Password').fill('another long password');
    await page.getByRole('button', { name: 'Save Password' }).click();
  };
  await setPassword();
  await expect(page.getByText('Log in with your new password.')).toBeVisible();
  const answer = await page.request.post('/api/login', {
    data: { username: member.username, password: 'another long password' },
  });
  expect(answer.status()).toBe(200);
  await setPassword();
  await expect(page.getByText('This link has expired or was already used. Please message the seller.')).toBeVisible();
});

test('the last administrator cannot give the right away, and is told so', async ({ page, shop, complaints }) => {
  complaints.foresee(/status of 409/);
  const account = await openAccount(page, shop, shop.admin);
  await account.getByRole('button', { name: 'Remove admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove admin' }).click();
  await expect(account.getByText("The last administrator can't lose admin access.")).toBeVisible();
  await expect(account.getByText('Admin', { exact: true })).toBeVisible();
});

test('users are filtered, sorted and given a member type that they see in the shop', async ({
  page,
  shop,
  openAsSomebodyElse,
}) => {
  const member = await registerMember(shop);
  const admin = await openAsSomebodyElse();
  const account = await openAccount(admin, shop, member);
  await account.getByLabel('Member type').fill('Founding member');
  await account.getByRole('button', { name: 'Save' }).click();
  await expect(account.getByText('Member type: Member → Founding member')).toBeVisible();
  await account.getByRole('button', { name: 'Close' }).click();

  await admin.getByLabel('Status').selectOption('Admins');
  await expect(admin.getByText('No users match')).toBeVisible();
  await admin.getByRole('button', { name: 'Clear Filters' }).click();
  await admin.getByLabel('Sort').selectOption('Name: A → Z');
  await expect(admin).toHaveURL(/sort=username/);
  await expect(admin.locator('[aria-label="Users"]').getByRole('button', { name: /^admin/ })).toBeVisible();

  await openAs(page, shop, member.token, '/account');
  await expect(page.getByRole('main').getByText('Founding member')).toBeVisible();
});

test('members look after their profile, their password and their sessions', async ({ page, shop, complaints }) => {
  complaints.foresee(/status of 409/, /status of 400/);
  const taken = await registerMember(shop);
  const member = await registerMember(shop);
  await page.request.post('/api/login', { data: { username: member.username, password: member.password } });
  await openAs(page, shop, member.token, '/account');

  await page.getByLabel('Username', { exact: true }).fill(taken.username);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Update Failed')).toBeVisible();
  await expect(page.getByText('Failed to update profile')).toBeVisible();
  await expect(page.getByLabel('Username', { exact: true })).toHaveAccessibleDescription('Username already exists');
  const renamed = newName();
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

test('members take their data along and delete their account, knowing what is lost', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.foresee(/status of 400/);
  const member = await registerMember(shop);
  await callAs(shop, await adminToken(shop), 'POST', '/api/admin/points', {
    username: member.username,
    points: 1234,
    reason: 'Welcome',
  });
  await openAs(page, shop, member.token, '/account');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const data = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
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
  await expect(page.getByText('Select an option to continue')).toBeVisible();
  const answer = await page.request.post('/api/login', {
    data: { username: member.username, password: member.password },
  });
  expect(answer.status()).toBe(401);
});
