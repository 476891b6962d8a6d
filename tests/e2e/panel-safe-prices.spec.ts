import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import {
  askMarkupForAll,
  markupField,
  openInventory,
  openInventoryAsTwoAdmins,
  openPanel,
  openReplacement,
  pressInMore,
  shownToast,
} from './panel-page.ts';
import { type FileProduct, PRODUCTS } from './products.ts';
import { callAsAdmin, readInventory, readItem, registerWithRole, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

const feedFile = join(tmpdir(), `greenroom-safe-prices-${process.pid}.json`);
const writeFeed = (products: readonly FileProduct[]) => writeFileSync(feedFile, JSON.stringify({ data: products }));

test.use({ shopEnv: { AUTO_SYNC: 'off', INVENTORY_FEED_URL: pathToFileURL(feedFile).href } });
/** Brings the inventory and the feed back to where each journey begins. */
const begin = async (shop: Shop): Promise<void> => {
  writeFeed(PRODUCTS);
  await uploadInventory(shop, PRODUCTS);
  // A sync that needs no decision ends one that waits.
  await callAsAdmin(shop, 'POST', '/api/admin/inventory/sync', {});
};
test.beforeEach(({ shop }) => begin(shop));
test.afterAll(() => rmSync(feedFile, { force: true }));

const CITRUS = 'Citrus Grove Cart';
const ORCHARD = 'Night Orchard Cart';
/** The feed with one price that is ten times as high. */
const JUMPING = PRODUCTS.map((product) => (product.name === CITRUS ? { ...product, price: 190 } : product));

/** No other minute is a wider text: "May 28, 2026, 10:48 AM". */
const LONGEST_TIME = new Date(2026, 4, 28, 10, 48).toISOString();

const waiting = (page: Page) => page.getByRole('region', { name: 'Sync waiting for you' });
const priceOf = async (shop: Parameters<typeof readItem>[0], name: string) =>
  ((await readItem(shop, name)) as unknown as { price: number }).price;
/** Where the list begins, measured from the top of the page. */
const topOfList = (page: Page) =>
  page
    .getByRole('region', { name: 'Inventory items' })
    .evaluate((list) => Math.round(list.getBoundingClientRect().top + window.scrollY));

test(
  'a sync that moves a price too far waits, live and without moving the list, until an admin applies it',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const other = await openOtherBrowser();
    await openInventoryAsTwoAdmins(shop, [page, other]);
    const top = await topOfList(page);
    writeFeed(JUMPING);
    await page.getByRole('button', { name: 'Manual Sync Now' }).click();
    await expect(shownToast(page)).toContainText('The sync is waiting for you');
    for (const panel of [page, other]) {
      await expect(waiting(panel)).toContainText(`"${CITRUS}" from $19.00 to $190.00 would move by more than 50%.`);
    }
    expect(await topOfList(page)).toBe(top);
    expect(await priceOf(shop, CITRUS)).toBe(19);
    await expectAccessible(page, 'a sync that waits');

    await waiting(other).getByRole('button', { name: 'Show plan' }).click();
    const plan = other.getByRole('dialog', { name: /^Plan of the waiting sync/ });
    await expect(plan.getByRole('listitem').first()).toContainText('Base price$19.00 → $190.00');
    await expectAccessible(other, 'the plan of a sync that waits');
    await plan.getByRole('button', { name: 'Apply' }).click();
    await expect(shownToast(other)).toContainText('Sync completed: 0 added, 1 changed, 0 removed');
    await expect(waiting(page)).toBeHidden();
    expect(await priceOf(shop, CITRUS)).toBe(190);
    expect(await topOfList(page)).toBe(top);
    await shownToast(other).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => priceOf(shop, CITRUS)).toBe(19);
  },
);

test('a sync that waits is one press away', ONCE, async ({ page, shop }) => {
  await test.step('a sync from the palette that waits leads to its decision', async () => {
    await openPanel(page, shop, '?tab=points');
    await expect(page.getByRole('tab', { name: /^Points/, selected: true })).toBeVisible();
    writeFeed(JUMPING);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('sync now');
    await page.keyboard.press('Enter');
    await expect(shownToast(page)).toContainText('The sync is waiting for you');
    const plan = page.getByRole('dialog', { name: /^Plan of the waiting sync/ });
    await expect(plan.getByRole('listitem').first()).toContainText(CITRUS);
    await expect(plan.getByRole('button', { name: 'Apply' })).toBeVisible();
  });
  await test.step('a press on "Sync waiting for you" opens the plan, also over folded cards', async () => {
    await begin(shop);
    writeFeed(JUMPING);
    await callAsAdmin(shop, 'POST', '/api/admin/inventory/sync', {});
    await openPanel(page, shop, '?tab=users');
    await page.getByRole('link', { name: 'Sync waiting for you' }).click();
    const plan = page.getByRole('dialog', { name: /^Plan of the waiting sync/ });
    await expect(plan).toContainText(CITRUS);
    await page.goBack();
    await expect(plan).toBeHidden();
    await expect(page).toHaveURL(/\?tab=inventory$/);
    const controls = page.getByRole('region', { name: 'Sync Controls' });
    await expect(controls).toContainText('Waiting for you');
    await expect(waiting(page)).toBeHidden();
    await controls.getByRole('button', { name: 'Sync Controls' }).click();
    await expect(waiting(page)).toBeVisible();
    await page.goto(`${shop.url}/admincp?tab=inventory&runs=open`);
    await expect(page.getByRole('dialog', { name: 'Sync runs' }).getByRole('listitem').first()).toContainText(
      'Waiting',
    );
    await page.goto(`${shop.url}/admincp?tab=inventory&plan=open`);
    await plan.getByRole('button', { name: 'Refuse' }).click();
    await expect(plan).toBeHidden();
    expect(await priceOf(shop, CITRUS)).toBe(19);
  });
});

test(
  'of a sync that waits an admin decides once, about the plan that was shown',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    await test.step('of two admins who decide one wins, and a refused sync is listed among the runs', async () => {
      browserErrors.allow(REFUSED_CALL, /ERR_FAILED/);
      writeFeed(JUMPING);
      await callAsAdmin(shop, 'POST', '/api/admin/inventory/sync', {});
      await openInventory(page, shop);
      await expect(waiting(page)).toBeVisible();
      // Another admin refuses it in the meantime, and the page has not heard of it yet.
      await page.route('**/pending-sync', (route) => route.abort());
      await callAsAdmin(shop, 'POST', '/api/admin/inventory/pending-sync/refuse', {});
      await waiting(page).getByRole('button', { name: 'Refuse' }).click();
      await expect(shownToast(page)).toContainText('No sync is waiting. Somebody else may have decided already.');
      await page.unroute('**/pending-sync');

      await page.getByRole('button', { name: 'Manual Sync Now' }).click();
      await expect(shownToast(page)).toContainText('these prices were refused');
      await expect(page.getByText('The prices of the feed were refused')).toBeVisible();
      expect(await priceOf(shop, CITRUS)).toBe(19);
      await page.getByRole('button', { name: 'Sync Controls' }).click();
      await page.getByRole('button', { name: 'Sync runs' }).click();
      const runs = page.getByRole('dialog', { name: 'Sync runs' });
      await expect(page).toHaveURL(/runs=open/);
      await expect(runs.getByRole('listitem').first()).toContainText('Refused');
      await expect(runs.getByText('Waiting').first()).toBeVisible();
      await expectAccessible(page, 'the sync runs');
      await page.goBack();
      await expect(runs).toBeHidden();
    });
    await test.step('a plan that moved while an admin looked at it is shown again before it applies', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await begin(shop);
      browserErrors.allow(REFUSED_CALL);
      writeFeed(JUMPING);
      await callAsAdmin(shop, 'POST', '/api/admin/inventory/sync', {});
      await openInventory(page, shop);
      await expect(waiting(page)).toContainText('1 changed');
      await uploadInventory(shop, PRODUCTS.slice(1));
      await waiting(page).getByRole('button', { name: 'Apply' }).click();
      await expect(shownToast(page)).toContainText('The inventory has changed. Please check the new preview.');
      await expect(waiting(page)).toContainText('1 added, 1 changed');
      expect(await priceOf(shop, CITRUS)).toBe(19);
      await waiting(page).getByRole('button', { name: 'Apply' }).click();
      await expect(shownToast(page)).toContainText('Sync completed: 1 added, 1 changed, 0 removed');
    });
    await test.step('the address opens the sync runs for a role that only reads, and it has no decisions', async () => {
      await begin(shop);
      writeFeed(JUMPING);
      await callAsAdmin(shop, 'POST', '/api/admin/inventory/sync', {});
      const desk = await registerWithRole(shop, 'orders');
      await openInventory(page, shop, '?tab=inventory&runs=open', desk.token);
      await expect(page.getByRole('dialog', { name: 'Sync runs' }).getByRole('listitem').first()).toContainText(
        'Waiting',
      );
      await page.getByRole('button', { name: 'Close' }).click();
      await expect(waiting(page)).toBeVisible();
      await expect(waiting(page).getByRole('button')).toHaveText(['Show plan']);
    });
  },
);

test('an admin changes many prices after a preview, and the history takes them back', WIDE, async ({ page, shop }) => {
  await test.step('an admin sets prices of the filtered list by a rule, after a preview, and undoes it', async () => {
    await openInventory(page, shop, '?tab=inventory&brand=Halcyon');
    await expect(page.getByText('3 of 9 items')).toBeVisible();
    await pressInMore(page, 'Price rule');
    const dialog = page.getByRole('dialog', { name: 'Price rule 3 items' });
    const counts = dialog.getByRole('region', { name: 'Preview' }).getByRole('status');
    await expect(counts).toHaveText('3 of 3 items would change.');
    await dialog.getByLabel('Rule').selectOption('raise');
    await dialog.getByLabel("Percent of today's price").fill('-60');
    await expect(dialog.getByText('A raise must be a number from -50 to 1,000')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await dialog.getByLabel("Percent of today's price").fill('-50');
    await expect(counts).toContainText('would fall below the base price');
    await dialog.getByLabel("Percent of today's price").fill('10');
    await dialog.getByLabel('Final price').selectOption('nine');
    await expect(counts).toHaveText('3 of 3 items would change.');
    const samples = dialog.getByRole('list', { name: 'Sample prices' }).getByRole('listitem');
    await expect(samples.first()).toContainText('9.00');
    await expectAccessible(page, 'the price rule');
    const before = await readInventory(shop);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(shownToast(page)).toContainText('Price rule applied: 3 of 3 items changed');
    await expect(dialog).toBeHidden();
    const prices = async () =>
      ((await readInventory(shop)) as unknown as { finalPrice: number; brand: string }[])
        .filter(({ brand }) => brand === 'Halcyon')
        .map(({ finalPrice }) => finalPrice % 10);
    expect(await prices()).toEqual([9, 9, 9]);
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Change undone');
    expect(await readInventory(shop)).toEqual(before);
  });
  await test.step('a price rule for selected items is in their bar, and works with the keyboard alone', async () => {
    await begin(shop);
    await openInventory(page, shop);
    await page.getByRole('checkbox', { name: `Select ${CITRUS}` }).click();
    const bar = page.getByRole('region', { name: 'Selected items' });
    await bar.getByRole('button', { name: 'More…' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Price rule' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Price rule 1 item' });
    await expect(dialog.getByLabel('Percent of the base price')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('100');
    await expect(dialog.getByText('Markup $19.00')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Apply: Change 1 price' })).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(shownToast(page)).toContainText('Price rule applied: 1 of 1 item changed');
    expect(await readItem(shop, CITRUS)).toMatchObject({ markupDollars: 19 });
    await expect(markupField(page, CITRUS)).toHaveValue('19');
  });
  await test.step('a second press on a bulk action does nothing, and its Undo stays', async () => {
    await begin(shop);
    await openInventory(page, shop, '?tab=inventory&brand=Halcyon');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
    });
    await askMarkupForAll(page);
    const apply = page.getByRole('dialog').getByRole('button', { name: 'Apply to 9 items' });
    await apply.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(shownToast(page)).toContainText('Applied 35% markup to 9 items');
    await expect(shownToast(page).getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(calls).toEqual(['/api/admin/inventory/bulk-markup']);

    await page.getByRole('checkbox', { name: `Select ${ORCHARD}` }).click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await expect(shownToast(page)).toContainText('1 item deactivated');
    // The item is inactive already, so this changes nothing, and the Undo of what did change stays.
    const second = page.waitForResponse('**/api/admin/inventory/bulk');
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await second;
    await expect(shownToast(page)).toContainText('1 item deactivated');
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await readItem(shop, ORCHARD)).isActive).toBe(true);
  });
  await test.step('a mistyped markup counts as 0 and can be undone, and the message of an edit is above the bar of the selection', async () => {
    await begin(shop);
    await openInventory(page, shop);
    await test.step('a mistyped markup says that it counts as 0, and can be undone', async () => {
      await markupField(page, CITRUS).fill('-5');
      await markupField(page, CITRUS).press('Enter');
      await expect(shownToast(page)).toContainText('Markup updated successfully');
      await expect(shownToast(page).getByText('Markup set to $0.00', { exact: true })).toBeVisible();
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(markupField(page, CITRUS)).toHaveValue('15');
    });
    await test.step('the message of an edit is above the bar of the selection', async () => {
      await page.getByRole('checkbox', { name: `Select ${ORCHARD}` }).click();
      await markupField(page, CITRUS).fill('22');
      await markupField(page, CITRUS).press('Enter');
      await expect(shownToast(page)).toContainText(`${CITRUS} (.5G): $15.00 → $22.00`);
      const bar = (await page.getByRole('region', { name: 'Selected items' }).locator('> div').boundingBox())!;
      await expect
        .poll(async () => {
          const toast = (await shownToast(page).boundingBox())!;
          return toast.y + toast.height <= bar.y;
        })
        .toBe(true);
    });
  });
  await test.step('the history leaves syncs out, folds them by the hour when asked, and undoes single rows', async () => {
    await begin(shop);
    for (const qty of [3, 4]) {
      writeFeed(PRODUCTS.map((product) => (product.name === CITRUS ? { ...product, qty } : product)));
      await callAsAdmin(shop, 'POST', '/api/admin/inventory/sync', {});
    }
    await callAsAdmin(shop, 'POST', '/api/admin/inventory/bulk-markup', { percentage: 35 });
    await openInventory(page, shop);
    await pressInMore(page, 'History');
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history.getByRole('listitem').first()).toContainText('Applied 35% markup to 9 items');
    await expect(history.getByText(/^Sync: /)).toHaveCount(0);
    await history.getByRole('button', { name: 'Show syncs' }).click();
    const folded = history.getByRole('button', { name: /^\d+ syncs?, .*\d:00.*: .*\d+ changed/ }).first();
    await folded.click();
    await expect(history.getByText('Sync: 0 added, 1 changed, 0 removed').first()).toBeVisible();
    await expectAccessible(page, 'the history with syncs');
    // Syncs alone are folded too.
    await folded.click();
    const kind = history.getByRole('combobox', { name: 'Kind of change' });
    await kind.selectOption('Syncs');
    await expect(history.getByText('Applied 35% markup to 9 items')).toHaveCount(0);
    await expect(folded).toBeVisible();
    await expect(history.getByText(/^Sync: /)).toHaveCount(0);
    await kind.selectOption('All changes');

    const newest = history.getByRole('listitem').first();
    await newest.getByRole('button', { name: 'Details' }).click();
    await newest.getByRole('button', { name: `Undo ${CITRUS}` }).click();
    await expect(shownToast(page)).toContainText('Change undone');
    await expect(history.getByText(`Undone for "${CITRUS}": Applied 35% markup`)).toBeVisible();
    expect(await readItem(shop, CITRUS)).toMatchObject({ markupDollars: 15 });
    const markups = (await readInventory(shop)).map(({ markupDollars }) => markupDollars);
    expect(markups.filter((markup) => markup === 15)).toHaveLength(1);
  });
});

test(
  'errors of an upload and the result of a sync do not move the list',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL, /status of 502/);
    // A late hour is a long text, and the line of the sync has to hold it.
    await page.route('**/api/admin/inventory/sync-status', async (route) => {
      const response = await route.fetch();
      const status = await response.json();
      await route.fulfill({ response, json: { ...status, lastSync: status.lastSync && LONGEST_TIME } });
    });
    await openInventory(page, shop);
    const top = await topOfList(page);
    const upload = await openReplacement(page);
    const below = await topOfList(page);
    await page.getByLabel('Inventory file').setInputFiles({
      name: 'stock.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(JSON.stringify({ data: Array.from({ length: 30 }, () => ({ id: 'x' })) })),
    });
    const errors = upload.getByRole('list', { name: 'Errors in the file' });
    await expect(errors).toBeVisible();
    expect(await topOfList(page)).toBe(below);
    await upload.getByRole('button', { name: 'Dismiss' }).click();
    await expect(errors).toBeHidden();
    expect(await topOfList(page)).toBe(below);
    await upload.getByRole('button', { name: 'Close' }).click();
    await expect(upload).toBeHidden();
    expect(await topOfList(page)).toBe(top);
    const bad = { ...PRODUCTS[1]!, qty: 'many' } as unknown as FileProduct;
    writeFeed([{ ...PRODUCTS[0]!, weightLabel: 'Bucket' } as FileProduct, bad, ...PRODUCTS.slice(2)]);
    await page.getByRole('button', { name: 'Manual Sync Now' }).click();
    await expect(page.getByRole('button', { name: '1 warning' })).toBeVisible();
    await expect(page.getByRole('button', { name: '1 row of the feed left out' })).toBeVisible();
    expect(await topOfList(page)).toBe(top);
    await page.getByRole('button', { name: '1 warning' }).click();
    await expect(page.getByRole('dialog', { name: 'Warnings of the last sync' })).toContainText('Bucket');
    await page.keyboard.press('Escape');
    writeFileSync(feedFile, 'not a feed');
    await page.getByRole('button', { name: 'Manual Sync Now' }).click();
    await expect(page.getByText('The last sync failed. Nothing was changed.')).toBeVisible();
    expect(await topOfList(page)).toBe(top);
  },
);
