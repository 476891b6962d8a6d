import { addDevice, forgetProofs } from '../e2e/passkey-device.ts';
import { registerAdmin } from '../e2e/shop-api.ts';
import { openAs, openAsNewMember } from '../e2e/storefront-page.ts';
import { test } from './picture-fixtures.ts';

// An IP address cannot have passkeys.
test.use({ shopEnv: { HOST: 'localhost' } });

test('passkeys on the account page, and the question who is there', async ({ page, shop, picture }) => {
  await shop.restart();
  await addDevice(page);
  const member = await openAsNewMember(page, shop, { path: '/account' });
  const question = page.getByRole('dialog', { name: "Confirm it's you" });
  const passkeys = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) });
  await passkeys.scrollIntoViewIfNeeded();
  await picture('passkeys-none');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.waitFor();
  await picture('passkey-add');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await question.waitFor();
  await picture('confirm-by-password');
  await question.getByLabel('Password', { exact: true }).fill('wrong');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByText('The current password is wrong.').waitFor();
  await picture('confirm-wrong-password');
  await question.getByLabel('Password', { exact: true }).fill(member.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await passkeys.getByText('Not used yet').waitFor();
  await picture('passkeys-one');
  forgetProofs(shop);
  await page.getByLabel('Email').fill('another@example.test');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await question.waitFor();
  await picture('confirm-by-passkey');
});

test('signing in, and a panel that needs a passkey', async ({ page, shop, picture }) => {
  const admin = await registerAdmin(shop);
  await shop.restart({ PANEL_PASSKEYS: 'required' });
  await openAs(page, shop, admin.token, '/admincp');
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  await picture('panel-passkey-step');
  await page.evaluate(() => {
    localStorage.removeItem('authToken');
    localStorage.removeItem('user');
  });
  await page.goto(`${shop.url}/`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await picture('login-with-passkey');
});
