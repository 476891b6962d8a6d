import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { inventoryFile, openInventory, openReplacement, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { editMarkup, readInventory, readItem, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const UPLOAD = /\/replace-inventory/;
const PRODUCT_NAMES = PRODUCTS.map(({ name }) => name);
const CITRUS = 'Citrus Grove Cart';

const chooseFile = (page: Page, file: ReturnType<typeof inventoryFile>) =>
  page.getByLabel('Inventory file').setInputFiles(file);
const preview = (page: Page) => page.getByRole('dialog', { name: 'Preview of the replacement' });
const replaceButton = (page: Page) => preview(page).getByRole('button', { name: 'Replace Inventory' });
const storedNames = async (shop: Shop) => (await readInventory(shop)).map(({ name }) => name);

test(
  'an admin drops a file, reads field by field what it would change, and replaces the inventory',
  WIDE,
  async ({ page, shop }) => {
    await editMarkup(shop, (await readItem(shop, CITRUS)).id, 40);
    await openInventory(page, shop);
    const { buffer } = inventoryFile([
      { ...PRODUCTS[3], price: 21 },
      { id: 'n', name: 'New here', qty: 1, price: 5 },
    ]);
    const dataTransfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.txt'));
      return transfer;
    }, buffer.toString());
    const dropZone = await openReplacement(page);
    const drop = async () => {
      await dropZone.dispatchEvent('dragover', { dataTransfer });
      await dropZone.dispatchEvent('drop', { dataTransfer });
    };

    await drop();
    await expect(preview(page)).toHaveAccessibleName('Preview of the replacement dropped.txt');
    await expect(preview(page)).toContainText('dropped.txt');
    await expect(preview(page)).toContainText('2 products in the file, 2 with stock, 1 category.');
    await expect(preview(page)).toContainText('8 items removed, 1 item overwritten.');
    await expect(preview(page)).toContainText('"Citrus Grove Cart" loses what you set in the shop: markup $40.00');
    await expect(preview(page)).toContainText('New here');
    const changedRow = preview(page)
      .getByRole('listitem')
      .filter({ has: page.getByText('changed', { exact: true }) });
    await expect(changedRow).toContainText('Base price$19.00 → $21.00');
    await expect(changedRow).toContainText('Markup$40.00 → $15.00');
    await expectAccessible(page, 'the preview of a replacement');
    await preview(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(preview(page)).toBeHidden();
    expect(await storedNames(shop), 'nothing changes without a confirmation').toEqual(PRODUCT_NAMES);

    await drop();
    await replaceButton(page).click();
    await expect(shownToast(page)).toContainText('Inventory replaced');
    expect(await storedNames(shop)).toEqual([CITRUS, 'New here']);
  },
);

test(
  'an inventory that changed after the preview is previewed again before it is replaced',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await openInventory(page, shop);
    await chooseFile(page, inventoryFile(PRODUCTS));
    await expect(preview(page)).toContainText('Nothing will be removed or overwritten.');
    await editMarkup(shop, (await readItem(shop, CITRUS)).id, 40);

    await replaceButton(page).click();
    await expect(preview(page)).toContainText('The inventory has changed.');
    await expect(preview(page)).toContainText('1 item overwritten.');
    expect(await readItem(shop, CITRUS)).toMatchObject({ markupDollars: 40 });
    await replaceButton(page).click();
    await expect(shownToast(page)).toContainText('Inventory replaced: 9 products in stock.');
    expect(await readItem(shop, CITRUS)).toMatchObject({ markupDollars: 15 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Change undone');
    expect(await readItem(shop, CITRUS)).toMatchObject({ markupDollars: 40 });
  },
);

test('an admin on a slow connection sees the progress of an upload and can cancel it', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop);
  await openReplacement(page);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 500_000,
  });
  await chooseFile(page, inventoryFile(PRODUCTS, 5_000_000));
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(page.getByText(/^Uploading stock\.customization: [1-9]\d?%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeHidden();
  await expect(page.getByRole('button', { name: /choose one/ })).toBeVisible();
  expect(await storedNames(shop)).toEqual(PRODUCT_NAMES);
});

test('the page stops waiting for an upload after five minutes', WIDE, async ({ page, shop }) => {
  // Records the timeout of the upload and makes it 600 times shorter.
  await page.addInitScript(() => {
    const timeout = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout')!;
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
      set(this: XMLHttpRequest, milliseconds: number) {
        sessionStorage.setItem('upload-timeout', String(milliseconds));
        timeout.set!.call(this, milliseconds / 600);
      },
    });
  });
  await page.route(UPLOAD, () => {});
  await openInventory(page, shop);
  await chooseFile(page, inventoryFile(PRODUCTS));
  await expect(shownToast(page)).toContainText('Upload Error');
  const message = 'Upload timed out after 5 minutes. File may still be processing in background.';
  await expect(shownToast(page)).toContainText(message);
  await expect(page.getByRole('note').filter({ hasText: message })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('upload-timeout'))).toBe('300000');
});

const INVALID_FILES = [
  { kind: 'is empty', content: '', message: 'The file is empty.' },
  {
    kind: 'is a list',
    content: '[]',
    message: 'The file must be a JSON object with a "data" list of products, not a list.',
  },
  {
    kind: 'is truncated',
    content: '{"data":[{"id":1,"name":"A"',
    message: 'The file is incomplete: it ends too early.',
  },
  {
    kind: 'is in UTF-16',
    content: Buffer.from('\uFEFF{"data":[]}', 'utf16le'),
    message: 'The file is in UTF-16. Please save it as UTF-8.',
  },
  {
    kind: 'has a product without a price',
    content: '{"data":[{"id":"x","name":"No price","qty":1}]}',
    message: '1 of 1 products are not valid',
  },
];

test(
  'a file that the shop cannot read is refused with its error and changes nothing',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await openInventory(page, shop);
    await test.step('a file that is too large or of another type is not sent', async () => {
      const sent: string[] = [];
      page.on('request', (request) => UPLOAD.test(request.url()) && sent.push(request.url()));
      const { length } = inventoryFile(PRODUCTS).buffer;
      await chooseFile(page, inventoryFile(PRODUCTS, 10_485_761 - length));
      await expect(shownToast(page)).toContainText('File Too Large');
      await expect(shownToast(page)).toContainText('Maximum file size is 10MB. Please upload a smaller file.');
      await chooseFile(page, { ...inventoryFile(PRODUCTS), name: 'stock.csv' });
      await expect(shownToast(page)).toContainText('Invalid File Type');
      await expect(shownToast(page)).toContainText('Please upload a .customization or .txt file only');
      expect(sent).toEqual([]);
    });
    for (const { kind, content, message } of INVALID_FILES)
      await test.step(`a file that ${kind} is refused`, async () => {
        await chooseFile(page, { ...inventoryFile([]), buffer: Buffer.from(content as string) });
        await expect(shownToast(page)).toContainText('Data Validation Failed');
        await expect(shownToast(page)).toContainText(message);
        expect(await storedNames(shop)).toEqual(PRODUCT_NAMES);
      });
  },
);

test(
  'an admin without a token types the password, and the upload goes on',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await openInventory(page, shop);
    await page.evaluate(() => localStorage.removeItem('authToken'));
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    await chooseFile(page, inventoryFile(PRODUCTS.slice(0, 3)));
    await dialog.getByLabel('Password', { exact: true }).fill('not it');
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(shownToast(page)).toContainText('Authentication token not available. Please refresh page.');

    await chooseFile(page, inventoryFile(PRODUCTS.slice(0, 3)));
    await dialog.getByLabel('Password', { exact: true }).fill(shop.admin.password);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(preview(page)).toContainText('6 items removed.');
    await replaceButton(page).click();
    await expect(page.getByText('3 of 3 items')).toBeVisible();
  },
);
