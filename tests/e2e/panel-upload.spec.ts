import type { Page } from '@playwright/test';
import { expectUsable } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { inventoryOf, itemNamed, openInventory, REFUSED, toastOf } from './panel-page.ts';
import { SHELF } from './products.ts';
import { adminToken, callAs, type FileProduct, stock } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

const UPLOAD = /\/replace-inventory/;
const open = async (page: Page, shop: Shop) => openInventory(page, shop, await adminToken(shop));
const file = (products: readonly Partial<FileProduct>[], padding = 0) => ({
  name: 'stock.customization',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(JSON.stringify({ data: products }) + ' '.repeat(padding)),
});
const choose = (page: Page, chosen: ReturnType<typeof file>) => page.getByLabel('Inventory file').setInputFiles(chosen);
const preview = (page: Page) => page.getByRole('dialog', { name: 'Preview of the replacement' });
const names = async (shop: Shop) => (await inventoryOf(shop)).map(({ name }) => name);
const SHELF_NAMES = SHELF.map(({ name }) => name);

test('a file is dropped, its plan shown field by field, and nothing done without a yes', async ({ page, shop }) => {
  const { id } = await itemNamed(shop, 'Citrus Grove Cart');
  await callAs(shop, await adminToken(shop), 'PATCH', `/api/admin/inventory/${id}/markup`, { markupDollars: 40 });
  await open(page, shop);
  const text = file([
    { ...SHELF[3], price: 21 },
    { id: 'n', name: 'New here', qty: 1, price: 5 },
  ]).buffer.toString();
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped.txt'));
    return transfer;
  }, text);
  const zone = page.getByRole('region', { name: 'Complete Inventory Replacement' });
  await zone.dispatchEvent('dragover', { dataTransfer: dropped });
  await zone.dispatchEvent('drop', { dataTransfer: dropped });

  await expect(preview(page)).toContainText('dropped.txt');
  await expect(preview(page)).toContainText('2 products in the file, 2 with stock, 1 category.');
  await expect(preview(page)).toContainText('8 items removed, 1 item overwritten.');
  await expect(preview(page)).toContainText('"Citrus Grove Cart" loses what was set here: markup $40.00');
  const row = preview(page)
    .getByRole('listitem')
    .filter({ has: page.getByText('changed', { exact: true }) });
  await expect(row).toContainText('Base price$19.00 → $21.00');
  await expect(row).toContainText('Markup$40.00 → $15.00');
  await expectUsable(page, 'the preview of a replacement');
  await preview(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(preview(page)).toBeHidden();
  expect(await names(shop)).toEqual(SHELF_NAMES);
});

test('an inventory that moved after the preview is shown anew before it is replaced', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.foresee(REFUSED);
  await open(page, shop);
  await choose(page, file(SHELF));
  await expect(preview(page)).toContainText('Nothing will be removed or overwritten.');
  const { id } = await itemNamed(shop, 'Citrus Grove Cart');
  await callAs(shop, await adminToken(shop), 'PATCH', `/api/admin/inventory/${id}/markup`, { markupDollars: 40 });

  await preview(page).getByRole('button', { name: 'Replace Inventory' }).click();
  await expect(preview(page)).toContainText('The inventory has changed.');
  await expect(preview(page)).toContainText('1 item overwritten.');
  expect(await itemNamed(shop, 'Citrus Grove Cart')).toMatchObject({ markupDollars: 40 });
  await preview(page).getByRole('button', { name: 'Replace Inventory' }).click();
  await expect(toastOf(page)).toContainText('Inventory replaced: 9 products in stock.');
  expect(await itemNamed(shop, 'Citrus Grove Cart')).toMatchObject({ markupDollars: 15 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(page)).toContainText('Change undone');
  expect(await itemNamed(shop, 'Citrus Grove Cart')).toMatchObject({ markupDollars: 40 });
});

test('a slow line shows how far the file is, and sending it can be given up', async ({ page, shop }) => {
  await open(page, shop);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 500_000,
  });
  await choose(page, file(SHELF, 5_000_000));
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(page.getByText(/^Uploading stock\.customization: [1-9]\d?%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeHidden();
  await expect(page.getByRole('button', { name: /choose one/ })).toBeVisible();
  expect(await names(shop)).toEqual(SHELF_NAMES);
});

test('an upload without an answer is given up after five minutes', async ({ page, shop }) => {
  // A minute is over in 100 milliseconds for what waits for an upload.
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout')!;
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
      set(this: XMLHttpRequest, milliseconds: number) {
        sessionStorage.setItem('waits', String(milliseconds));
        own.set!.call(this, milliseconds / 600);
      },
    });
  });
  await page.route(UPLOAD, () => {});
  await open(page, shop);
  await choose(page, file(SHELF));
  await expect(toastOf(page)).toContainText('Upload Error');
  const words = 'Upload timed out after 5 minutes. File may still be processing in background.';
  await expect(toastOf(page)).toContainText(words);
  await expect(page.getByRole('note').filter({ hasText: words })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('waits'))).toBe('300000');
});

test('a file that is too large or of another kind is not even sent', async ({ page, shop }) => {
  await open(page, shop);
  const sent: string[] = [];
  page.on('request', (request) => UPLOAD.test(request.url()) && sent.push(request.url()));
  const { length } = file(SHELF).buffer;
  await choose(page, file(SHELF, 10_485_761 - length));
  await expect(toastOf(page)).toContainText('File Too Large');
  await expect(toastOf(page)).toContainText('Maximum file size is 10MB. Please upload a smaller file.');
  await choose(page, { ...file(SHELF), name: 'stock.csv' });
  await expect(toastOf(page)).toContainText('Invalid File Type');
  expect(sent).toEqual([]);
});

test('without a token the upload asks for the password and goes on', async ({ page, shop, complaints }) => {
  complaints.foresee(REFUSED);
  await open(page, shop);
  await page.evaluate(() => localStorage.removeItem('authToken'));
  const question = page.getByRole('dialog', { name: 'Confirm your password' });
  await choose(page, file(SHELF.slice(0, 3)));
  await question.getByLabel('Password', { exact: true }).fill('not it');
  await question.getByRole('button', { name: 'Login' }).click();
  await expect(toastOf(page)).toContainText('Authentication token not available. Please refresh page.');

  await choose(page, file(SHELF.slice(0, 3)));
  await question.getByLabel('Password', { exact: true }).fill(shop.admin.password);
  await question.getByRole('button', { name: 'Login' }).click();
  await expect(preview(page)).toContainText('6 items removed.');
  await preview(page).getByRole('button', { name: 'Replace Inventory' }).click();
  await expect(page.getByText('3 of 3 items')).toBeVisible();
});

test.describe('a file that cannot be read is refused in words and changes nothing', () => {
  for (const [kind, content, words] of [
    ['empty', '', 'The file is empty.'],
    ['a list', '[]', 'The file must be a JSON object with a "data" list of products, not a list.'],
    ['truncated', '{"data":[{"id":1,"name":"A"', 'The file is not whole: it ends too early.'],
    ['UTF-16', Buffer.from('\uFEFF{"data":[]}', 'utf16le'), 'The file is in UTF-16. Please save it as UTF-8.'],
  ] as const) {
    test(kind, async ({ page, shop, complaints }) => {
      complaints.foresee(REFUSED);
      await open(page, shop);
      await choose(page, { ...file([]), buffer: Buffer.from(content as string) });
      await expect(toastOf(page)).toContainText('Data Validation Failed');
      await expect(toastOf(page)).toContainText(words);
      expect(await names(shop)).toEqual(SHELF_NAMES);
    });
  }
});
