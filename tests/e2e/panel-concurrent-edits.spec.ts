import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdAnswer } from './network.ts';
import {
  anotherAdmin,
  inventoryOf,
  itemNamed,
  markupOf,
  openInventory,
  REFUSED,
  setMarkup,
  toastOf,
} from './panel-page.ts';
import { SHELF } from './products.ts';
import { adminToken, callAs, type FileProduct, openAs, registerMember, stock } from './shop-api.ts';

/** The feed of this worker's shop: a file that a journey writes. */
const feedFile = join(tmpdir(), `greenroom-feed-${process.pid}.json`);
const serveFeed = (products: readonly FileProduct[]) => writeFileSync(feedFile, JSON.stringify({ data: products }));

test.use({ shopEnv: { DEMO: 'off', AUTO_SYNC: 'off', INVENTORY_FEED_URL: pathToFileURL(feedFile).href } });
test.beforeEach(async ({ shop }) => {
  serveFeed(SHELF);
  await stock(shop, SHELF);
});
test.afterAll(() => rmSync(feedFile, { force: true }));

/** Stands alone in its group, so that a member sees its price. */
const ITEM = 'Citrus Grove Cart';
const ONLY_ITEM = '?search=Citrus';

const history = (page: Page) => page.getByRole('dialog', { name: 'History' });

test("an admin's edit and its undo show at another admin's and a member's, without a reload", async ({
  page,
  shop,
  openAsSomebodyElse,
}) => {
  const [other, member] = [await openAsSomebodyElse(), await openAsSomebodyElse()];
  await openInventory(page, shop, await adminToken(shop), ONLY_ITEM);
  await openInventory(other, shop, (await anotherAdmin(shop)).token, ONLY_ITEM);
  await openAs(member, shop, (await registerMember(shop)).token, `${shop.url}/?category=Carts&search=Citrus`);
  await expect(member.getByText('$34.00')).toBeVisible();
  await expect(markupOf(other, ITEM)).toHaveValue('15');

  await setMarkup(page, ITEM, '40');
  await expect(toastOf(page)).toContainText('Markup updated successfully');
  await expect(toastOf(page)).toContainText('$15.00 → $40.00');
  await expect(markupOf(other, ITEM)).toHaveValue('40');
  await expect(member.getByText('$59.00')).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(page)).toContainText('Change undone');
  await expect(markupOf(other, ITEM)).toHaveValue('15');
  await expect(markupOf(page, ITEM)).toHaveValue('15');
  await expect(member.getByText('$34.00')).toBeVisible();
});

test('an edit and its undo make open panels load only the edited item', async ({ page, shop, openAsSomebodyElse }) => {
  const other = await openAsSomebodyElse();
  await openInventory(page, shop, await adminToken(shop), ONLY_ITEM);
  await openInventory(other, shop, (await anotherAdmin(shop)).token, ONLY_ITEM);
  const { id } = await itemNamed(shop, ITEM);
  const loaded = new Set<string>();
  for (const panel of [page, other]) {
    panel.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/admin/inventory') loaded.add(search);
    });
  }
  await setMarkup(page, ITEM, '40');
  await expect(markupOf(other, ITEM)).toHaveValue('40');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(markupOf(page, ITEM)).toHaveValue('15');
  await expect(markupOf(other, ITEM)).toHaveValue('15');
  expect([...loaded]).toEqual([`?ids=${id}`]);
});

test('what somebody else moves while the list is on its way is in it', async ({ page, shop }) => {
  const { held, letThrough } = await holdAnswer(page, '/api/admin/inventory');
  const listening = page.waitForResponse('**/api/admin/events');
  const knowsOfSyncs = page.waitForResponse('**/sync-status');
  const opened = openInventory(page, shop, await adminToken(shop), ONLY_ITEM);
  await Promise.all([held, listening, knowsOfSyncs]);
  const asksForSyncs = page.waitForRequest('**/sync-status');
  const { id } = await itemNamed(shop, ITEM);
  await callAs(shop, await adminToken(shop), 'PATCH', `/api/admin/inventory/${id}/markup`, { markupDollars: 40 });
  // It changes nothing; who asks for its outcome has taken up all that was told before.
  await callAs(shop, await adminToken(shop), 'POST', '/api/admin/inventory/sync', {});
  await asksForSyncs;
  letThrough();
  await opened;
  await expect(markupOf(page, ITEM)).toHaveValue('40');
});

test('who saves over a value that changed meanwhile sees both values and chooses', async ({
  page,
  shop,
  openAsSomebodyElse,
  complaints,
}) => {
  complaints.foresee(REFUSED);
  const other = await openAsSomebodyElse();
  await openInventory(page, shop, await adminToken(shop), ONLY_ITEM);
  await openInventory(other, shop, (await anotherAdmin(shop)).token, ONLY_ITEM);
  const question = other.getByRole('dialog', { name: 'Someone else changed this' });

  await markupOf(other, ITEM).fill('20');
  await setMarkup(page, ITEM, '40');
  await expect(toastOf(page)).toContainText('Markup updated successfully');
  await markupOf(other, ITEM).press('Enter');
  await expect(question).toContainText(`Markup of ${ITEM}`);
  await expect(question.getByText('$40.00')).toBeVisible();
  await expect(question.getByText('$20.00')).toBeVisible();
  expect(await itemNamed(shop, ITEM)).toMatchObject({ markupDollars: 40 });
  await question.getByRole('button', { name: 'Keep the current value' }).click();
  await expect(markupOf(other, ITEM)).toHaveValue('40');

  await markupOf(other, ITEM).fill('25');
  await setMarkup(page, ITEM, '50');
  await expect(toastOf(page)).toContainText('$40.00 → $50.00');
  await markupOf(other, ITEM).press('Enter');
  await question.getByRole('button', { name: 'Save my value' }).click();
  await expect(toastOf(other)).toContainText('$50.00 → $25.00');
  await expect(markupOf(page, ITEM)).toHaveValue('25');
  expect(await itemNamed(shop, ITEM)).toMatchObject({ markupDollars: 25 });
});

test('a markup for all is seen before it is made, and another admin takes it back from the history', async ({
  page,
  shop,
  openAsSomebodyElse,
}) => {
  const other = await openAsSomebodyElse();
  await openInventory(page, shop, await adminToken(shop), ONLY_ITEM);
  await openInventory(other, shop, (await anotherAdmin(shop)).token, ONLY_ITEM);

  await page.getByRole('button', { name: 'Apply 35% Markup to All' }).click();
  const preview = page.getByRole('dialog', { name: '35% markup for every item' });
  await expect(preview).toContainText(`replaces the current markup on ${SHELF.length} of ${SHELF.length} items.`);
  const samples = preview.getByRole('list', { name: 'Sample prices' }).getByRole('listitem');
  await expect(samples).toHaveCount(3);
  await expect(samples.first()).toContainText('Base $9.50, markup $15.00 → $3.33');
  expect((await inventoryOf(shop)).every(({ markupDollars }) => markupDollars === 15)).toBe(true);
  await preview.getByRole('button', { name: `Apply to ${SHELF.length} items` }).click();
  await expect(toastOf(page)).toContainText(`Applied 35% markup to ${SHELF.length} items`);
  await expect(markupOf(other, ITEM)).toHaveValue('6.65');

  await other.getByRole('button', { name: 'History', exact: true }).click();
  const newest = history(other).getByRole('listitem').first();
  await expect(newest).toContainText(`Applied 35% markup to ${SHELF.length} items`);
  await expect(newest).toContainText('admin');
  await newest.getByRole('button', { name: 'Details' }).click();
  await expect(newest.getByText('$6.65')).toBeVisible();
  await newest.getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(other)).toContainText('Change undone');
  await expect(newest).toContainText('Took back: Applied 35% markup');
  await expect(markupOf(page, ITEM)).toHaveValue('15');
  expect((await inventoryOf(shop)).every(({ markupDollars }) => markupDollars === 15)).toBe(true);
});

test("a sync shows what it changed at another admin's", async ({ page, shop, openAsSomebodyElse }) => {
  const other = await openAsSomebodyElse();
  await openInventory(page, shop, await adminToken(shop));
  await openInventory(other, shop, (await anotherAdmin(shop)).token);
  serveFeed([
    ...SHELF.filter(({ id }) => id !== 'c4' && id !== 'c5'),
    { ...SHELF.find(({ id }) => id === 'c4')!, qty: 7 },
    { id: 'fresh', name: 'Fresh Arrival', qty: 3, price: 12, category: 'Munchies' },
  ]);

  await page.getByRole('button', { name: 'Manual Sync Now' }).click();
  await expect(toastOf(page)).toContainText('Sync completed: 1 added, 1 changed, 1 removed');
  await expect(other.getByText('Last result: 1 added, 1 changed, 1 removed, 7 unchanged.')).toBeVisible();
  await other.getByRole('button', { name: 'See what syncs changed' }).click();
  const newest = history(other).getByRole('listitem').first();
  await expect(newest).toContainText('Sync: 1 added, 1 changed, 1 removed');
  await newest.getByRole('button', { name: 'Details' }).click();
  await expect(newest.getByText('Fresh Arrival')).toBeVisible();
  await expect(newest.getByText('Night Orchard Cart')).toBeVisible();
  await expect(newest.locator('dl').filter({ hasText: 'Quantity' })).toContainText('20 → 7');
});

test('a feed that would drop more than half of the shop is asked about first, and can be taken back', async ({
  page,
  shop,
  openAsSomebodyElse,
  complaints,
}) => {
  complaints.foresee(REFUSED);
  const other = await openAsSomebodyElse();
  await openInventory(page, shop, await adminToken(shop));
  await openInventory(other, shop, (await anotherAdmin(shop)).token);
  serveFeed(SHELF.slice(0, 2));
  const question = page.getByRole('alertdialog', { name: 'Drop more than half of the shop?' });

  await page.getByRole('button', { name: 'Manual Sync Now' }).click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(other.getByText('9 of 9 items')).toBeVisible();
  await expect(other.getByText('The last sync failed. Nothing was changed.')).toBeVisible();

  await page.getByRole('button', { name: 'Manual Sync Now' }).click();
  await question.getByRole('button', { name: 'Sync and drop these items' }).click();
  await expect(toastOf(page)).toContainText('0 added, 0 changed, 7 removed');
  await expect(other.getByText('2 of 2 items')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByText('9 of 9 items')).toBeVisible();
});

test('an edited description is marked as kept from syncs, and another admin gives it back to the feed', async ({
  page,
  shop,
  openAsSomebodyElse,
}) => {
  const other = await openAsSomebodyElse();
  await openInventory(page, shop, await adminToken(shop), ONLY_ITEM);
  await openInventory(other, shop, (await anotherAdmin(shop)).token, ONLY_ITEM);
  const description = (at: Page) => at.getByRole('textbox', { name: `Description of ${ITEM}` });
  const mark = (at: Page) => at.getByRole('button', { name: 'Description is kept from syncs. Reset to feed' });

  await description(page).fill('In our own words.');
  await description(page).press('Tab');
  await expect(mark(page)).toBeVisible();
  await expect(description(other)).toHaveValue('In our own words.');
  await mark(other).click();
  await expect(toastOf(other)).toContainText('Description reset to the feed');
  await expect(description(page)).toHaveValue('Bright and sharp.');
  await expect(mark(page)).toBeHidden();
});

test("a member's order shows in the open list as stock that is reserved", async ({ page, shop }) => {
  await openInventory(page, shop, await adminToken(shop), ONLY_ITEM);
  await expect(markupOf(page, ITEM)).toBeVisible();
  await expect(page.getByText('reserved')).toBeHidden();
  const { token } = await registerMember(shop);
  const { id } = await itemNamed(shop, ITEM);
  await callAs(shop, token, 'POST', '/api/cart/add', { productId: id, quantity: 2 });
  const { receipt } = await callAs<{ receipt: { id: string } }>(shop, token, 'POST', '/api/receipts', {});
  await expect(page.getByText('2 reserved')).toBeVisible();
  await callAs(shop, await adminToken(shop), 'PATCH', `/api/admin/receipts/${receipt.id}`, { status: 'cancelled' });
  await expect(page.getByText('reserved')).toBeHidden();
});

test('automatic sync is switched for all admins at once', async ({ page, shop, openAsSomebodyElse }) => {
  const other = await openAsSomebodyElse();
  await openInventory(page, shop, await adminToken(shop));
  await openInventory(other, shop, (await anotherAdmin(shop)).token);
  const autoSync = (at: Page) => at.getByRole('switch', { name: 'Automatic sync' });
  await expect(autoSync(other)).not.toBeChecked();
  await autoSync(page).click();
  await expect(autoSync(other)).toBeChecked();
  await expect(other.getByText('Enabled', { exact: true })).toBeVisible();
  await autoSync(other).click();
  await expect(autoSync(page)).not.toBeChecked();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
});

test('the panel of an admin whose sessions were ended elsewhere closes by itself', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.foresee(REFUSED);
  const admin = await anotherAdmin(shop);
  await openInventory(page, shop, admin.token);
  await callAs(shop, await adminToken(shop), 'DELETE', `/api/admin/users/${admin.id}/sessions`);
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(toastOf(page)).toContainText('Authentication failed. Please refresh page and try again.');
  await expect(page.getByText('Current user: null')).toBeVisible();
});
