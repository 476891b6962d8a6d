import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { openInventory, panelRows, shownToast } from './panel-page.ts';
import { type FileProduct, PRODUCTS } from './products.ts';
import { placeOrder, readCart, readItem, registerMember, setReceiptStatus, uploadInventory } from './shop-api.ts';
import { openAsNewMember, openCart, productCard } from './storefront-page.ts';

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

test.beforeEach(async ({ shop }) => {
  await mkdir(join(shop.dataDir, 'lab'), { recursive: true });
  await writeFile(join(shop.dataDir, 'lab', 'harvest.pdf'), PDF);
  const stated: Record<string, Partial<FileProduct>> = {
    'Harvest Moon': {
      tiers: [
        { from: 3, price: 20 },
        { from: 10, price: 17.5 },
      ],
      batch: 'HM-7',
      lab: { tested: '2026-10-01', expires: '2999-10-01', thc: '22.9 %', cbd: '0.1 %', url: 'harvest.pdf' },
    },
    'Blue Hour Cart': { batch: 'BH-1', lab: { tested: '2024-10-01', expires: '2025-10-01' } },
  };
  await uploadInventory(
    shop,
    PRODUCTS.map((product) => ({ ...product, ...stated[product.name] })),
  );
});

const details = (page: Page, name: string) => page.getByRole('dialog', { name });
const openDetails = async (page: Page, name: string) => {
  await productCard(page, name).getByRole('button', { name: 'View' }).click();
  await expect(details(page, name)).toBeVisible();
};

test('a member sees what more pieces cost, buys three and pays the price of the tier', ONCE, async ({ page, shop }) => {
  const { token } = await openAsNewMember(page, shop, { path: '/?category=Flower' });
  await expect(productCard(page, 'Harvest Moon').getByText('3 or more: $35 each')).toBeVisible();
  await openDetails(page, 'Harvest Moon');
  const dialog = details(page, 'Harvest Moon');
  await expect(dialog.getByRole('list', { name: 'Prices for more pieces' }).getByRole('listitem')).toHaveText([
    '3 or more: $35 each',
    '10 or more: $33 each',
  ]);
  await dialog.getByRole('button', { name: 'Increase quantity' }).click();
  await dialog.getByRole('button', { name: 'Add to Cart' }).click();
  await page.keyboard.press('Escape');

  const drawer = await openCart(page);
  const line = drawer.getByRole('listitem').filter({ hasText: 'Harvest Moon' });
  await expect(line.getByText('One more and each costs $35.00. You save $15.00.')).toBeVisible();
  await expect(line.getByText('$80.00')).toBeVisible();
  await line.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(line.getByText('$105.00')).toBeVisible();
  await expect(line.getByText('$35.00 each')).toBeVisible();
  await expect(line.getByText(/One more/)).toBeHidden();
  await expect(line.getByText(/The price went/)).toBeHidden();
  await expect
    .poll(async () => (await readCart(shop, token)).items[0])
    .toMatchObject({ quantity: 3, totalPrice: '105.00' });
  expect(await placeOrder(shop, token)).toMatchObject({ total: '120.00', lines: [{ unitPrice: '35.00' }] });
});

test(
  'a member reads how old a lab result is and opens it, that one has expired, and that a product has none',
  ONCE,
  async ({ page, shop }) => {
    await test.step('a member reads how old a lab result is and opens it', async () => {
      await openAsNewMember(page, shop, { path: '/?category=Flower' });
      await openDetails(page, 'Harvest Moon');
      const result = details(page, 'Harvest Moon').getByRole('region', { name: 'Lab result' });
      await expect(details(page, 'Harvest Moon').getByRole('definition')).toContainText(['22.9%', '0.1%', 'HM-7']);
      await expect(result).toContainText('Tested Oct 1, 2026');
      await expect(result.getByText('Expired')).toBeHidden();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        result.getByRole('link', { name: 'Open the lab result' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('harvest.pdf');
      expect(await readFile(await download.path(), 'utf8')).toBe(PDF);
    });
    await test.step('details say that a result has expired, and that a product has none', async () => {
      await page.goto('/?category=Carts');
      await page.getByRole('article').filter({ hasText: 'Northlight' }).getByRole('button', { name: 'View' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: /Blue Hour/ }).check();
      const result = dialog.getByRole('region', { name: 'Lab result' });
      await expect(result.getByText('Expired', { exact: true })).toBeVisible();
      await expect(result).toContainText('2024');
      await dialog.getByRole('radio', { name: /Amber Tide/ }).check();
      await expect(result).toContainText('No lab result on file');
      await expectAccessible(page, 'details without a lab result');
    });
  },
);

test('an admin edits the tiers of an item and undoes it', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop, '?tab=inventory&search=Harvest&columns=name,qty,tiers');
  await page.getByRole('button', { name: '2 tiers of Harvest Moon (3.5G): 3+ $20.00, 10+ $17.50' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tiers of Harvest Moon' });
  await expect(dialog).toContainText('One piece costs members $40.00');
  await expectAccessible(page, 'editor of tiers');

  await dialog.getByRole('group', { name: 'Tier 1' }).getByLabel('Price').fill('26');
  await expect(dialog).toContainText('members pay $41.00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Each price has to be below that of one piece, $25.00.');

  await dialog.getByRole('group', { name: 'Tier 1' }).getByLabel('Price').fill('21');
  await dialog.getByRole('button', { name: 'Remove tier 2' }).click();
  await dialog.getByRole('button', { name: 'Add tier' }).click();
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('19.5');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(shownToast(page)).toContainText('Tiers updated successfully');
  await expect(
    page.getByRole('button', { name: '2 tiers of Harvest Moon (3.5G): 3+ $21.00, 5+ $19.50' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Tiers is kept from syncs|^Tiers are kept/ })).toBeVisible();
  expect(await readItem(shop, 'Harvest Moon')).toMatchObject({
    tiers: [
      { from: 3, price: 21 },
      { from: 5, price: 19.5 },
    ],
  });

  await shownToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(
    page.getByRole('button', { name: '2 tiers of Harvest Moon (3.5G): 3+ $20.00, 10+ $17.50' }),
  ).toBeVisible();
});

test('the recall list of a batch is one press away, on the page and as CSV', WIDE, async ({ page, shop }) => {
  const buyer = await registerMember(shop, { 'Harvest Moon': 2 });
  const recalled = await placeOrder(shop, buyer.token);
  await setReceiptStatus(shop, recalled.id, 'paid', 'shipped');
  const other = await registerMember(shop, { 'Greenhouse No. 4': 1 });
  const unaffected = await placeOrder(shop, other.token);
  await setReceiptStatus(shop, unaffected.id, 'paid');

  await openInventory(page, shop, '?tab=inventory&search=Harvest&columns=name,qty,tiers');
  await page.getByRole('button', { name: /tiers of Harvest Moon/ }).click();
  await page.getByRole('link', { name: 'Recall list' }).click();
  const rows = panelRows(page, 'Receipts');
  await expect(page.getByRole('textbox', { name: 'Recall list of a batch' })).toHaveValue('HM-7');
  await expect(rows.filter({ hasText: buyer.username })).toBeVisible();
  await expect(rows.filter({ hasText: other.username })).toHaveCount(0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('2 x Harvest Moon (3.5G) (HM-7)');
  expect(csv).not.toContain(other.username);
  await page.getByRole('button', { name: 'Show all batches' }).click();
  await expect(rows.filter({ hasText: other.username })).toBeVisible();
});
