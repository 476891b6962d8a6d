import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import {
  adminToken,
  callAs,
  idsByName,
  type Member,
  openAs,
  registerMember,
  standInForChat,
  stock,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({ shopEnv: { DEMO: 'off' } });

const MANY = Array.from({ length: 50 }, (_, index) => ({
  id: `m${index}`,
  name: `Meadow Selection No. ${index + 1} with a longer name`,
  qty: 40,
  price: 10,
  brand: 'Moss House',
  category: 'Flower',
}));
test.beforeEach(({ shop }) => stock(shop, [...SHELF, ...MANY]));
test.beforeEach(({ context }) => standInForChat(context));

/** An order made by the calls, where the journey is not about ordering. */
const order = async (shop: Shop, member: Member, names: readonly string[], quantity = 1) => {
  const ids = await idsByName(shop);
  for (const name of names) {
    await callAs(shop, member.token, 'POST', '/api/cart/add', { productId: ids.get(name), quantity });
  }
  const { receipt } = await callAs<{ receipt: { id: string; number: number } }>(
    shop,
    member.token,
    'POST',
    '/api/receipts',
    {},
  );
  return receipt;
};

/** The order in the open list, whatever the width makes of it. */
const inList = (page: Page, text: string) =>
  page.locator('[aria-label="Receipts"]').locator('tr, li').filter({ hasText: text });

const openOrder = (page: Page, text: string) => inList(page, text).getByRole('button').first().click();

test('an order reaches the open panel by itself and is followed to its end, where the member finds the points', async ({
  page,
  shop,
  openAsSomebodyElse,
}) => {
  const member = await registerMember(shop);
  const admin = await openAsSomebodyElse();
  await openAs(admin, shop, await adminToken(shop), '/admincp?tab=receipts');
  await expect(admin.getByRole('searchbox', { name: 'Search receipts' })).toBeVisible();
  await expect(inList(admin, member.username)).toHaveCount(0);

  const ids = await idsByName(shop);
  await callAs(shop, member.token, 'POST', '/api/cart/add', { productId: ids.get('Blue Hour Cart'), quantity: 2 });
  await openAs(page, shop, member.token);
  await page.getByRole('button', { name: /^Cart/ }).first().click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  await drawer.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page.getByText('Redirecting to Telegram')).toBeVisible();

  // Nobody has reloaded the panel.
  await expect(inList(admin, member.username)).toBeVisible();
  await expect(inList(admin, member.username).getByText('New', { exact: true })).toBeVisible();
  await openOrder(admin, member.username);
  const receipt = admin.getByRole('dialog', { name: /^Receipt #\d+/ });
  await expect(receipt.getByText('Blue Hour Cart')).toBeVisible();
  await expect(receipt.getByRole('definition').filter({ hasText: '$119.00' })).toBeVisible();
  await expect(receipt.getByRole('button', { name: /^Mark as/ })).toHaveText(['Mark as paid']);

  await receipt.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(receipt.getByRole('button', { name: /^Mark as/ })).toHaveText(['Mark as shipped']);
  await page.goto('/account');
  await page.getByRole('link', { name: /^Receipt #/ }).click();
  await expect(page.getByRole('heading', { name: /^Receipt #/ })).toBeVisible();
  await receipt.getByLabel('Note').fill('Tracking number 0451');
  await receipt.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(receipt.getByText('Tracking number 0451')).toBeVisible();
  await expect(receipt.getByText(`Gives ${member.username} 104 points.`, { exact: false })).toBeVisible();
  // Nor has the member, whose page asks by itself how the order goes on.
  await expect(page.getByText('Shipped: Tracking number 0451')).toBeVisible({ timeout: 30_000 });
  await receipt.getByRole('button', { name: 'Mark as completed' }).click();
  await expect(receipt.getByRole('button', { name: /^Mark as|Cancel order/ })).toHaveCount(0);
  await expect(receipt.getByRole('list', { name: 'Order status' }).locator('[aria-current]')).toHaveText('Completed');

  await page.goto('/account');
  await expect(page.getByText('104', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Balance since .* from 0 to 104 points/ })).toBeVisible();
});

test('cancelling asks first, names the receipt, and lets its stock go', async ({ page, shop }) => {
  const member = await registerMember(shop);
  const { number } = await order(shop, member, ['Pine Hollow Cart'], 3);
  await openAs(page, shop, await adminToken(shop), `/admincp?tab=receipts&q=${member.username}`);
  await openOrder(page, `#${number}`);
  const receipt = page.getByRole('dialog', { name: `Receipt #${number}` });
  await receipt.getByRole('button', { name: 'Cancel order' }).click();
  const question = page.getByRole('alertdialog', { name: `Cancel receipt #${number}?` });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(receipt.getByRole('button', { name: 'Mark as paid' })).toBeVisible();
  await receipt.getByRole('button', { name: 'Cancel order' }).click();
  await question.getByRole('button', { name: `Cancel receipt #${number}` }).click();
  await expect(page.getByText(`Receipt #${number} is canceled`)).toBeVisible();
  await expect(receipt.getByRole('button', { name: /^Mark as|Cancel order/ })).toHaveCount(0);

  const { inventory } = await callAs<{ inventory: { name: string; quantity: number }[] }>(
    shop,
    '',
    'GET',
    '/api/inventory-data',
  );
  expect(inventory.find(({ name }) => name === 'Pine Hollow Cart')?.quantity).toBe(3);
});

test('orders are found by number, member and product, filtered by state, kept in the address, and exported', async ({
  page,
  shop,
}) => {
  const member = await registerMember(shop);
  const first = await order(shop, member, ['Harvest Moon']);
  const second = await order(shop, member, ['Night Orchard Cart']);
  // Of somebody else, so that the search has something to leave out.
  await order(shop, await registerMember(shop), ['Amber Tide Cart']);
  const admin = await adminToken(shop);
  await callAs(shop, admin, 'PATCH', `/api/admin/receipts/${first.id}`, { status: 'paid' });
  await openAs(page, shop, admin, '/admincp?tab=receipts');

  const search = page.getByRole('searchbox', { name: 'Search receipts' });
  await search.fill(member.username);
  await expect(page.getByText('2 of 2 receipts')).toBeVisible();
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Paid/ }).click();
  await expect(page.getByText('1 of 1 receipts')).toBeVisible();
  await expect(inList(page, `#${first.number}`)).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue(member.username);
  await expect(page.getByText('1 of 1 receipts')).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('receipts.csv');
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(new RegExp(`^${first.number},paid,.*,${member.username},.*Harvest Moon`));

  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^All/ }).click();
  await search.fill(`#${second.number}`);
  await expect(inList(page, `#${first.number}`)).toBeHidden();
  await expect(inList(page, `#${second.number}`)).toBeVisible();
  await search.fill('Harvest Moon');
  await expect(inList(page, `#${second.number}`)).toBeHidden();
  await expect(inList(page, `#${first.number}`)).toBeVisible();
  await search.fill('no such thing');
  await expect(page.getByText('No receipts match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(inList(page, `#${second.number}`)).toBeVisible();
});

test('the ledger takes what an admin grants, and tells at the field what it cannot take', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.foresee(/status of 409/);
  const member = await registerMember(shop);
  await openAs(page, shop, await adminToken(shop), '/admincp?tab=points');
  await page.getByRole('button', { name: 'Adjust points' }).first().click();
  const form = page.getByRole('dialog', { name: 'Adjust points' });
  await form.getByRole('button', { name: 'Grant points' }).click();
  await expect(form.getByText('Enter a username')).toBeVisible();
  await form.getByLabel('Username').fill(member.username);
  await form.getByLabel('Points', { exact: true }).fill('40');
  await form.getByLabel('Reason').fill('A warm welcome');
  await form.getByRole('button', { name: 'Grant points' }).click();
  await expect(page.getByText(`Added 40 points to ${member.username}`)).toBeVisible();

  const entry = page
    .locator('[aria-label="Points and transactions"]')
    .locator('tr, li')
    .filter({ hasText: member.username });
  await expect(entry).toContainText('A warm welcome');
  await expect(entry).toContainText('+40');

  await page.getByRole('button', { name: 'Adjust points' }).first().click();
  await form.getByRole('radio', { name: 'Deduct' }).check();
  await form.getByLabel('Username').fill(member.username);
  await form.getByLabel('Points', { exact: true }).fill('41');
  await form.getByLabel('Reason').fill('Too much');
  await form.getByRole('button', { name: 'Deduct points' }).click();
  await expect(form.getByLabel('Points', { exact: true })).toHaveAccessibleDescription(
    'The balance is too low for that.',
  );
});

test('an old order is taken up again, and what is missing is named', async ({ page, shop }) => {
  const member = await registerMember(shop);
  const { id, number } = await order(shop, member, ['Pine Hollow Cart', 'Harvest Moon'], 2);
  await openAs(page, shop, member.token, `/receipts/${id}`);
  await page.getByRole('button', { name: 'Order again' }).click();
  const again = page.getByRole('dialog', { name: `Order again: receipt #${number}` });
  await expect(again.getByText('Only 1 of 2 can be added')).toBeVisible();
  await again.getByRole('button', { name: 'Add 3 items to the cart' }).click();
  const cart = page.getByRole('dialog', { name: /cart/i });
  await expect(cart.getByText('Pine Hollow Cart')).toBeVisible();
  await expect(cart.getByText('Harvest Moon')).toBeVisible();
  const { items } = await callAs<{ items: { quantity: number }[] }>(shop, member.token, 'GET', '/api/cart');
  expect(items.map(({ quantity }) => quantity)).toEqual([1, 2]);
});

test('a receipt of 50 lines prints on one A4 page, black on white, without the shop around it', async ({
  page,
  shop,
}) => {
  const member = await registerMember(shop);
  const { id } = await order(
    shop,
    member,
    MANY.map(({ name }) => name),
  );
  await openAs(page, shop, member.token, `/receipts/${id}`);
  await expect(page.getByText('Meadow Selection No. 50')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Order again' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toMatch(
    /^(white|rgb\(255, 255, 255\)|oklch\(1 0)/,
  );
  const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
});
