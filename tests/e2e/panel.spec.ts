import { expect, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import { adminToken, callAs, openAs, registerMember, stock } from './shop-api.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;
const file = (data: unknown) => ({
  name: 'stock.customization',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(JSON.stringify({ data })),
});

test('a member who opens the panel reads that access is denied', async ({ page, shop }) => {
  const { token, username } = await registerMember(shop);
  await openAs(page, shop, token, '/admincp');
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible();
  await expect(page.getByText(username)).toBeVisible();
});

test('the way to the panel sends visitors and members to the root, and admins in', async ({
  page,
  shop,
  openAsSomebodyElse,
}) => {
  await page.goto('/admin');
  await expect(page.getByText('You need to be logged in to access admin panel')).toBeVisible();
  await expect(page).toHaveURL(`${shop.url}/`);
  const member = await openAsSomebodyElse();
  await openAs(member, shop, (await registerMember(shop)).token, `${shop.url}/admin`);
  await expect(member.getByText('You need administrator privileges to access this area')).toBeVisible();
  await expect(member).toHaveURL(`${shop.url}/`);
  // The check waits, so that what is shown meanwhile is seen on a busy machine too.
  let goOn = () => {};
  const seen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/user', async (route) => {
    await seen;
    await route.continue();
  });
  await openAs(page, shop, await adminToken(shop), '/admin');
  await expect(page.getByText('Redirecting to admin panel...')).toBeVisible();
  goOn();
  await expect(page).toHaveURL(/\/admincp/);
  for (const tab of ['Users', 'Points & Transactions', 'Receipts', 'Inventory']) {
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  }
});

test('a replacement is shown before it is made, and then made', async ({ page, shop }) => {
  await openAs(page, shop, await adminToken(shop), '/admincp');
  await expect(page.getByText('Complete Inventory Replacement')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles(file([...SHELF.slice(0, 4), { ...SHELF[0], id: 'new', name: 'New here' }]));
  await expect(page.getByText('New here')).toBeVisible();
  const before = await callAs<{ inventory: unknown[] }>(shop, await adminToken(shop), 'GET', '/api/admin/inventory');
  expect(before.inventory).toHaveLength(SHELF.length);
  await page.getByRole('button', { name: /Replace Inventory/ }).click();
  await expect(page.getByText(/Inventory replaced/).first()).toBeVisible();
  const after = await callAs<{ inventory: unknown[] }>(shop, await adminToken(shop), 'GET', '/api/admin/inventory');
  expect(after.inventory).toHaveLength(5);
});

test('a file with errors is refused whole, and its first errors are read', async ({ page, shop, complaints }) => {
  complaints.foresee(REFUSED);
  await openAs(page, shop, await adminToken(shop), '/admincp');
  await page.locator('input[type=file]').setInputFiles(file([{ id: 'x', name: 'No price', qty: 1 }]));
  await expect(page.getByText('Data Validation Failed').first()).toBeVisible();
  await expect(page.getByText(/1 of 1 products are not valid/).first()).toBeVisible();
  const now = await callAs<{ inventory: unknown[] }>(shop, await adminToken(shop), 'GET', '/api/admin/inventory');
  expect(now.inventory).toHaveLength(SHELF.length);
});

test('a file of another kind is refused before it is sent', async ({ page, shop }) => {
  await openAs(page, shop, await adminToken(shop), '/admincp');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'stock.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
  await expect(page.getByText('Invalid File Type')).toBeVisible();
  await expect(page.getByText('Please upload a .customization or .txt file only')).toBeVisible();
});

test('an admin deactivates an item, a member no longer sees it, and Undo brings it back', async ({
  page,
  shop,
  openAsSomebodyElse,
}) => {
  const { token } = await registerMember(shop);
  const member = await openAsSomebodyElse();
  await openAs(member, shop, token, `${shop.url}/?category=Carts`);
  await expect(member.getByText('5 products available')).toBeVisible();

  await openAs(page, shop, await adminToken(shop), '/admincp');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /search/i }))
    .first()
    .fill('Citrus Grove');
  await expect(page.getByText(/1 of 9/)).toBeVisible();
  await page.getByRole('button', { name: /^Active/ }).click();
  await expect(page.getByText('Product deactivated successfully')).toBeVisible();
  await expect(member.getByText('4 products available')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(member.getByText('5 products available')).toBeVisible();
});

test('without a feed the card says so, and the buttons explain', async ({ page, shop, complaints }) => {
  complaints.foresee(REFUSED);
  await openAs(page, shop, await adminToken(shop), '/admincp');
  const card = page.getByRole('region', { name: 'Sync Controls' });
  await expect(card).toContainText('No inventory feed is configured');
  await expect(card).toContainText('Never');
  await page.getByRole('button', { name: 'Manual Sync Now' }).click();
  await expect(page.getByText('Failed to sync inventory: No inventory feed is configured.')).toBeVisible();
  await page.getByRole('switch', { name: 'Automatic sync' }).click();
  await expect(page.getByText('Failed to switch automatic sync: No inventory feed is configured.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Automatic sync' })).not.toBeChecked();
});

test('what cannot be loaded is told in the specified words, and tried again', async ({ page, shop, complaints }) => {
  complaints.foresee(/Failed to load resource/);
  const failing = (path: string) => page.route(path, (route) => route.fulfill({ status: 500, body: '' }));
  await failing('**/api/admin/inventory');
  await failing('**/api/admin/inventory/sync-status');
  await openAs(page, shop, await adminToken(shop), '/admincp');
  await expect(page.getByText('Failed to load inventory data').first()).toBeVisible();
  await expect(page.getByText('Failed to load sync status').first()).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('9 of 9 items')).toBeVisible();
});
