import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectFocusTrap } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { openPanel, openRow } from './panel-page.ts';
import { addDevice, countAsPasswordSessions, forgetProofs } from './passkey-device.ts';
import { PRODUCTS } from './products.ts';
import { callApi, registerAdmin, uploadInventory } from './shop-api.ts';
import type { Shop, ShopEnv } from './shop-process.ts';
import { goToAccount, logIn, logOut, openAs, openAsNewMember } from './storefront-page.ts';

// An IP address cannot have passkeys.
test.use({ shopEnv: { HOST: 'localhost' } });
test.beforeAll(async ({ shop }) => {
  // The port was free to choose at the first start. Now the shop knows its address, which passkeys are made for.
  await shop.restart();
  await uploadInventory(shop, PRODUCTS);
});

/** Starts the shop again with other settings, while no page needs it. */
const restart = async (page: Page, shop: Shop, env: ShopEnv): Promise<void> => {
  await page.goto('about:blank');
  await shop.restart(env);
};

const question = (page: Page): Locator => page.getByRole('dialog', { name: "Confirm it's you" });
const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text }).first();
const passkeys = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) });

const confirmPassword = async (page: Page, password: string): Promise<void> => {
  await question(page).getByLabel('Password', { exact: true }).fill(password);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
};

/** Adds a passkey on the account page. */
const addPasskey = async (page: Page, { name, password }: { name?: string; password: string }): Promise<void> => {
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  if (name) await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await confirmPassword(page, password);
  await expect(toast(page, 'Passkey added')).toBeVisible();
};

test(
  'a member adds a passkey, signs in with it and without a password, and removes it',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await addDevice(page);
    const member = await openAsNewMember(page, shop, { path: '/account' });
    await expect(passkeys(page)).toContainText('Sign in with your fingerprint');
    await addPasskey(page, member);
    await expectAccessible(page, 'the account with a passkey');
    await expect(passkeys(page)).toContainText('Chrome on');
    await expect(passkeys(page)).toContainText('Not used yet');

    await page.goto('/');
    await logOut(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(toast(page, `Welcome back, ${member.username}!`)).toBeVisible();

    await goToAccount(page, member);
    await expect(passkeys(page)).toContainText('Last used');
    await passkeys(page).getByRole('button', { name: 'Remove passkey: Chrome' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
    await expect(toast(page, 'Passkey removed')).toBeVisible();
    await expect(passkeys(page)).toContainText('Sign in with your fingerprint');
  },
);

test(
  'changing the e-mail asks who is there, and goes on by itself: with a passkey, or with the password',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await addDevice(page);
    const member = await openAsNewMember(page, shop, { path: '/account' });
    const emailOf = async () =>
      (await callApi<{ user: { email: string } }>(shop, member.token, 'GET', '/api/user')).user.email;
    const before = await emailOf();
    const email = page.getByLabel('Email');
    const save = page.getByRole('button', { name: 'Save profile' });

    forgetProofs(shop);
    await email.fill('new@example.test');
    await page.getByLabel('Telegram Username').fill('mara_typed_this');
    await save.click();
    await expect(question(page).getByRole('button', { name: 'Use your passkey' })).toBeHidden();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toBeHidden();
    await expect(save).toBeEnabled();
    await expect(email).toHaveValue('new@example.test');
    await expect(page.getByText('Update Failed')).toBeHidden();
    expect(await emailOf()).toBe(before);

    await save.click();
    await confirmPassword(page, 'not the password');
    await expect(question(page).getByText('The current password is wrong.')).toBeVisible();
    await confirmPassword(page, member.password);
    await expect(toast(page, 'Profile updated')).toBeVisible();
    await expect(question(page)).toBeHidden();
    expect(await emailOf()).toBe('new@example.test');
    await expect(page.getByLabel('Telegram Username')).toHaveValue('mara_typed_this');

    forgetProofs(shop);
    await addPasskey(page, { name: 'My phone', password: member.password });
    forgetProofs(shop);
    await email.fill('newer@example.test');
    await save.click();
    await question(page).getByRole('button', { name: 'Use your passkey' }).waitFor();
    await expectAccessible(page, "Confirm it's you");
    await expectFocusTrap(page, question(page));
    await question(page).getByRole('button', { name: 'Use your passkey' }).click();
    await expect(toast(page, 'Profile updated')).toBeVisible();
    expect(await emailOf()).toBe('newer@example.test');
  },
);

test('after ten wrong passwords the question says how long to wait', ONCE, async ({ page, shop, browserErrors }) => {
  browserErrors.allow(REFUSED_CALL);
  await restart(page, shop, { RATE_LIMITS: 'on' });
  const member = await openAsNewMember(page, shop, { path: '/account' });
  const guess = { method: 'POST', headers: { authorization: `Bearer ${member.token}` }, data: { password: 'a guess' } };
  for (let n = 0; n < 10; n++) await page.request.fetch('/api/user/reauthenticate', guess);
  forgetProofs(shop);
  await page.getByLabel('Email').fill('new@example.test');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await confirmPassword(page, member.password);
  await expect(question(page).getByText('Too many wrong passwords. Try again in 15 minutes.')).toBeVisible();
  await restart(page, shop, { RATE_LIMITS: 'off' });
});

test('the panel suggests a passkey until the suggestion is dismissed', ONCE, async ({ page, shop }) => {
  const admin = await registerAdmin(shop);
  await openAs(page, shop, admin.token, '/admincp?tab=inventory');
  await expect(page.getByText('Protect the panel')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(page.getByText('Protect the panel')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Inventory' })).toBeVisible();
  await expect(page.getByText('Protect the panel')).toBeHidden();
});

test(
  'an owner removes the passkeys of a member, or has the reset link do it, after a question',
  ONCE,
  async ({ page, shop, browserErrors, openOtherBrowser }) => {
    browserErrors.allow(REFUSED_CALL);
    await addDevice(page);
    const member = await openAsNewMember(page, shop, { path: '/account' });
    await addPasskey(page, member);

    const admin = await openOtherBrowser();
    await openPanel(admin, shop, `?tab=users&q=${member.username}`);
    await openRow(admin, 'Users', member.username);
    const drawer = admin.getByRole('dialog', { name: member.username });
    await expect(drawer.getByText(`${member.username} has 1 passkey.`)).toBeVisible();
    await expect(drawer.getByText(/by passkey/)).toBeVisible();
    const choice = drawer.getByRole('checkbox', { name: 'The link also removes the passkeys' });
    await choice.check();
    await drawer.getByRole('button', { name: 'Create reset link' }).click();
    await expect(drawer.getByLabel('Reset link', { exact: true })).toBeVisible();
    await expect(drawer.getByText('Reset link created, which removes the passkeys')).toBeVisible();

    await drawer.getByRole('button', { name: 'Remove passkeys' }).click();
    const removing = admin.getByRole('alertdialog', { name: `Remove the passkeys of ${member.username}?` });
    await expectAccessible(admin, 'the question before passkeys are removed');
    await removing.getByRole('button', { name: 'Remove passkeys' }).click();
    await expect(toast(admin, 'Removed 1 passkey')).toBeVisible();
    await expect(drawer.getByText(`${member.username} has no passkey.`)).toBeVisible();
    await expect(choice).toBeHidden();
    await expect(drawer.getByText('No active sessions.')).toBeVisible();
  },
);

test('what the password does not confirm asks for the passkey', ONCE, async ({ page, shop, browserErrors }) => {
  browserErrors.allow(REFUSED_CALL);
  await addDevice(page);
  const member = await openAsNewMember(page, shop, { path: '/account' });
  await addPasskey(page, { ...member, name: 'My phone' });
  forgetProofs(shop);
  await passkeys(page).getByRole('button', { name: 'Remove passkey: My phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  await confirmPassword(page, member.password);
  await expect(question(page).getByText('Use your passkey to continue.')).toBeVisible();
  await expect(question(page).getByLabel('Password')).toHaveCount(0);
  await question(page).getByRole('button', { name: 'Use your passkey' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
});

test(
  'with PANEL_PASSKEYS=required an admin adds a passkey, which opens the panel, and later signs in with it',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await addDevice(page);
    const admin = await registerAdmin(shop);
    await restart(page, shop, { PANEL_PASSKEYS: 'required' });
    await openAs(page, shop, admin.token, '/admincp?tab=inventory');
    await expect(page.getByRole('heading', { name: 'Add a passkey to open the panel' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expectAccessible(page, 'the step before the panel');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await confirmPassword(page, admin.password);
    await expect(page.getByRole('tab', { name: 'Inventory' })).toBeVisible();
    await expect(page.getByText(/^\d+ of \d+ items$/)).toBeVisible();

    await test.step('a session that was opened by password before is led to the login', async () => {
      countAsPasswordSessions(shop);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Sign in with your passkey' })).toBeVisible();
      await expectAccessible(page, 'the way to the login by passkey');
      await page.getByRole('button', { name: 'Log out' }).click();
    });
    await logIn(page, admin);
    await expect(page.getByRole('alert').getByText('Sign in with your passkey.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(toast(page, `Welcome back, ${admin.username}!`)).toBeVisible();
    await expect(page, 'back where the panel asked for it').toHaveURL(/\/admincp\?tab=inventory$/);
    await expect(page.getByRole('tab', { name: 'Inventory' })).toBeVisible();
    await restart(page, shop, { PANEL_PASSKEYS: 'optional' });
  },
);

test(
  'at another address of the shop the pages offer no passkeys and say where they work',
  ONCE,
  async ({ page, shop }) => {
    await restart(page, shop, { PUBLIC_URL: 'http://shop.example' });
    await openAsNewMember(page, shop, { path: '/account' });
    await expect(passkeys(page)).toContainText('Passkeys work at http://shop.example only.');
    await expect(passkeys(page).getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
    await page.goto('/');
    await logOut(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
    await restart(page, shop, { PUBLIC_URL: '' });
  },
);
