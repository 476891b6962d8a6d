import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { holdResponse } from './network.ts';
import { markupField, openInventory, openInventoryAsTwoAdmins, shownToast } from './panel-page.ts';
import { type FileProduct, PRODUCTS } from './products.ts';
import { callAsAdmin, editMarkup, readInventory, readItem, uploadInventory } from './shop-api.ts';

/** The feed of this worker's shop is a file that the journeys write. */
const feedFile = join(tmpdir(), `greenroom-feed-${process.pid}.json`);
const writeFeed = (products: readonly FileProduct[]) => writeFileSync(feedFile, JSON.stringify({ data: products }));

test.use({ shopEnv: { AUTO_SYNC: 'off', INVENTORY_FEED_URL: pathToFileURL(feedFile).href } });
test.beforeEach(async ({ shop }) => {
  writeFeed(PRODUCTS);
  await uploadInventory(shop, PRODUCTS);
});
test.afterAll(() => rmSync(feedFile, { force: true }));

const CITRUS = 'Citrus Grove Cart';
const ONLY_CITRUS = '?search=Citrus';

test(
  'a sync shows another admin what it changed and what it left out',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const other = await openOtherBrowser();
    await openInventoryAsTwoAdmins(shop, [page, other]);
    writeFeed([
      ...PRODUCTS.filter(({ id }) => id !== 'c4' && id !== 'c5'),
      { ...PRODUCTS.find(({ id }) => id === 'c4')!, qty: 7 },
      { id: 'fresh', name: 'Fresh Arrival', qty: 3, price: 12, category: 'Munchies' },
    ]);

    await page.getByRole('button', { name: 'Sync Controls' }).click();
    await page.getByRole('button', { name: 'Preview sync' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview of the sync' });
    await expect(preview.getByText('Fresh Arrival')).toBeVisible();
    await expect(preview.getByText('1 added, 1 changed, 1 removed')).toBeVisible();
    expect((await readInventory(shop)).map(({ name }) => name)).not.toContain('Fresh Arrival');
    await preview.getByRole('button', { name: 'Manual Sync Now' }).click();
    await expect(preview).toBeHidden();
    await expect(shownToast(page)).toContainText('Sync completed: 1 added, 1 changed, 1 removed');
    const line = other.getByRole('region', { name: 'Sync Controls' });
    await line.getByRole('button', { name: 'Sync Controls' }).click();
    await expect(other.getByText('Last result: 1 added, 1 changed, 1 removed, 7 unchanged.')).toBeVisible();
    await other.getByRole('button', { name: 'See what syncs changed' }).click();
    // The syncs of this hour are one line.
    const hour = other.getByRole('dialog', { name: 'History' }).getByRole('listitem').first();
    await hour.getByRole('button', { name: /^\d+ syncs?, / }).click();
    const newest = hour.getByRole('listitem').first();
    await expect(newest).toContainText('Sync: 1 added, 1 changed, 1 removed');
    await newest.getByRole('button', { name: 'Details' }).click();
    await expect(newest.getByText('Fresh Arrival')).toBeVisible();
    await expect(newest.getByText('Night Orchard Cart')).toBeVisible();
    await expect(newest.locator('dl').filter({ hasText: 'Quantity' })).toContainText('20 → 7');

    await test.step('a row that cannot be used is left out, and Needs you leads to it until it is right', async () => {
      const leftOut = '1 row of the feed left out';
      const rows = other.getByRole('dialog', { name: leftOut });
      await other.keyboard.press('Escape');
      writeFeed([...PRODUCTS.slice(0, -1), { ...PRODUCTS.at(-1)!, qty: 'many' } as unknown as FileProduct]);
      await page.getByRole('button', { name: 'Manual Sync Now' }).click();
      await other.getByRole('link', { name: leftOut }).click();
      await expect(rows.getByRole('listitem')).toHaveText(
        'e2qtyProduct 9: qty must be a whole number of 0 or more, not "many".',
      );
      await expectAccessible(other, 'the rows that a sync left out');
      await other.goBack();
      await expect(rows).toBeHidden();
      await other.getByRole('button', { name: leftOut }).click();
      await expect(rows).toBeVisible();
      await other.keyboard.press('Escape');
      await line.getByRole('button', { name: 'Sync Controls' }).click();
      await expect(line.getByRole('switch')).toBeHidden();
      await expect(line.getByRole('button', { name: leftOut })).toBeVisible();
      expect(await readItem(shop, PRODUCTS.at(-1)!.name)).toMatchObject({ quantity: 90 });
      writeFeed(PRODUCTS);
      await page.getByRole('button', { name: 'Manual Sync Now' }).click();
      await expect(other.getByText(leftOut)).toHaveCount(0);
    });
  },
);

test(
  'a sync that would drop more than half of the items asks an admin first, and can be undone',
  WIDE,
  async ({ page, shop, openOtherBrowser, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const other = await openOtherBrowser();
    await openInventoryAsTwoAdmins(shop, [page, other]);
    writeFeed(PRODUCTS.slice(0, 2));
    const question = page.getByRole('alertdialog', { name: 'Drop more than half of the shop?' });

    await page.getByRole('button', { name: 'Manual Sync Now' }).click();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(other.getByText('9 of 9 items')).toBeVisible();
    await expect(other.getByText('The last sync failed. Nothing was changed.')).toBeVisible();

    await page.getByRole('button', { name: 'Manual Sync Now' }).click();
    await question.getByRole('button', { name: 'Sync and drop these items' }).click();
    await expect(shownToast(page)).toContainText('Sync completed: 0 added, 0 changed, 7 removed');
    await expect(other.getByText('2 of 2 items')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(other.getByText('9 of 9 items')).toBeVisible();
  },
);

test(
  'an edited description is marked as kept from syncs until another admin resets it to the feed',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const other = await openOtherBrowser();
    await openInventoryAsTwoAdmins(shop, [page, other], ONLY_CITRUS);
    const description = (panel: Page) => panel.getByRole('textbox', { name: `Description of ${CITRUS}` });
    const reset = (panel: Page) => panel.getByRole('button', { name: 'Description is kept from syncs. Reset to feed' });

    await description(page).fill('In our own words.');
    await description(page).press('Tab');
    await expect(reset(page)).toBeVisible();
    await expect(description(other)).toHaveValue('In our own words.');
    await reset(other).click();
    await expect(shownToast(other)).toContainText('Description reset to the feed');
    await expect(description(page)).toHaveValue('Bright and sharp.');
    await expect(reset(page)).toBeHidden();
  },
);

test('one admin switches automatic sync for all admins', WIDE, async ({ page, shop, openOtherBrowser }) => {
  const other = await openOtherBrowser();
  await openInventoryAsTwoAdmins(shop, [page, other]);
  for (const panel of [page, other]) await panel.getByRole('button', { name: 'Sync Controls' }).click();
  const autoSync = (panel: Page) => panel.getByRole('switch', { name: 'Automatic sync' });
  await expect(autoSync(other)).not.toBeChecked();
  await autoSync(page).click();
  await expect(autoSync(other)).toBeChecked();
  await expect(other.getByText('Enabled', { exact: true })).toBeVisible();
  await autoSync(other).click();
  await expect(autoSync(page)).not.toBeChecked();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
});

test('an edit that another admin makes while the list loads is shown in it', WIDE, async ({ page, shop }) => {
  const { held, release } = await holdResponse(page, '/api/admin/inventory');
  const eventStream = page.waitForResponse('**/api/admin/events');
  const syncStatus = page.waitForResponse('**/sync-status');
  const opened = openInventory(page, shop, ONLY_CITRUS);
  await Promise.all([held, eventStream, syncStatus]);
  const nextSyncStatus = page.waitForRequest('**/sync-status');
  await editMarkup(shop, (await readItem(shop, CITRUS)).id, 40);
  // This sync changes nothing. When the page requests its outcome, it has received every earlier event too.
  await callAsAdmin(shop, 'POST', '/api/admin/inventory/sync', {});
  await nextSyncStatus;
  release();
  await opened;
  await expect(markupField(page, CITRUS)).toHaveValue('40');
});
