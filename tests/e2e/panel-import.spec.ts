import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { expectApart } from './geometry.ts';
import { hideOutcome } from './network.ts';
import { openInventory, openPanel, pressInMore, shownToast } from './panel-page.ts';
import { callAsAdmin, readInventory, readItem, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

const SHOPIFY = [
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Status',
  'night-owl,Night Owl,"<p>Calm &amp; slow.</p>",Harbor,Flower,indica,TRUE,Size,3.5g,NO-35,shopify,14,35.50,,active',
  'night-owl,,,,,,,,7g,NO-7,shopify,6,60.00,,',
  'fern-tea,Fern Tea,,Harbor,,,TRUE,Title,Default Title,FT,shopify,3,8.00,9.00,active',
  'jar,Jar,,Harbor,Accessories,,TRUE,Title,Default Title,JAR,,0,5.00,,active',
];
const DELIVERY = [
  'SKU;Product;Shelf;Cost;Remarks',
  'A-1;Lemon;4;1.250;fresh',
  'A-2;Moss;6;12,50;',
  'A-3;Drift;many;5,00;',
];

const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`),
});
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Import products/ });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const choose = (page: Page, chosen: ReturnType<typeof file>) =>
  dialog(page).getByLabel('Product file').setInputFiles(chosen);
/** On a phone the import is in the menu. */
const open = async (page: Page) => {
  const isPhone = page.viewportSize()!.width < 768;
  await (isPhone
    ? pressInMore(page, 'Import products')
    : page.getByRole('button', { name: 'Import products' }).click());
};
const column = (page: Page, name: string) => dialog(page).getByLabel(`What “${name}” is`);
/** What is said beside the last press. */
/** The last sentence of the dialog. Its messages are no paragraphs. */
const sentence = (page: Page) => dialog(page).locator('p[role="status"]').filter({ hasText: /\S/ }).last();

const KEPT = { id: 'kept', name: 'Kept', qty: 5, price: 20, category: 'Flower' };
const names = async (shop: Shop) => (await readInventory(shop)).map(({ name }) => name).sort();

test.beforeEach(({ shop }) => uploadInventory(shop, [KEPT]));

test('an export of Shopify becomes products, and what needs a look is one press away', ONCE, async ({ page, shop }) => {
  await openPanel(page, shop, '?tab=inventory');
  await open(page);
  await expect(dialog(page).getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await expectAccessible(page, 'the import without a file');

  await test.step('what was understood is told, and nothing has to be answered', async () => {
    await choose(page, file('products_export.csv', SHOPIFY));
    const title = dialog(page).getByRole('heading', { name: 'Shopify export · 4 rows · 9 of 15 columns read' });
    await expect(title).toBeFocused();
    await expect(dialog(page)).toContainText('Prices are what members pay.');
    await expect(column(page, 'Title')).toHaveCount(0);
    await press(page, 'Check the columns');
    await expect(column(page, 'Variant Price')).toHaveValue('price');
    await expect(
      dialog(page)
        .getByRole('listitem')
        .filter({ has: page.getByLabel('What “Variant Price” is') }),
    ).toContainText('35.50');
  });
  await test.step('the preview has the problems, the prices that members pay, and what was decided', async () => {
    await expect(dialog(page).getByRole('region', { name: 'Problems' })).toContainText('5Variant Inventory Qty');
    await expect(dialog(page).getByRole('listitem').filter({ hasText: '3.5g' }).last()).toContainText('$36.00');
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Fern Tea' }).last()).toContainText('$9.00');
    await expect(dialog(page).getByRole('list', { name: 'Good to know' })).toContainText(
      '1 price is rounded up to whole dollars',
    );
    await expect(sentence(page)).toHaveText("1 row can't be used as it is. Correct the file, or skip it.");
    await expect(dialog(page).getByRole('button', { name: 'Add 3 items' })).toBeDisabled();
    await expectAccessible(page, 'an import with a problem');
    expect(await names(shop)).toEqual(['Kept']);
  });
  await test.step('closing it loses nothing, and the rows are skipped', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await open(page);
    await dialog(page).getByLabel('Skip this row').check();
    await expect(sentence(page)).toHaveText('1 row is left out.');
    await press(page, 'Add 3 items');
    await expect(dialog(page).getByRole('heading', { name: 'Imported: 3 added, 0 changed, 0 removed.' })).toBeFocused();
    await expect(dialog(page)).toContainText('4 rows: 3 were applied, 1 skipped.');
    await expectAccessible(page, 'the outcome of an import');
    expect(await readItem(shop, 'Fern Tea')).toMatchObject({ price: 9, finalPrice: 9, quantity: 3 });
  });
  await test.step('a product without a category is found', async () => {
    await dialog(page).getByRole('link', { name: '1 item without a category' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(/category=Uncategorized/);
    await expect(page.getByText('1 of 4 items')).toBeVisible();
  });
});

test('a table asks only what is open, and its answers are kept for the next file', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop);
  await open(page);
  await choose(page, file('delivery.csv', DELIVERY));
  await test.step('the columns that nobody knows', async () => {
    await expect(sentence(page)).toHaveText('No column is the stock yet.');
    await expect(dialog(page).getByRole('note').filter({ hasText: 'almost ready' })).toContainText(
      'No column is the stock yet.',
    );
    await expectAccessible(page, 'a table with an open question');
    await column(page, 'Shelf').selectOption('Stock');
    await expect(dialog(page)).toContainText('"many" is not a number');
  });
  await test.step('a field that only one column can be moves there', async () => {
    await column(page, 'Remarks').selectOption('Price');
    await expect(column(page, 'Cost')).toHaveValue('nothing');
    await column(page, 'Cost').selectOption('Price');
    await expect(column(page, 'Remarks')).toHaveValue('nothing');
  });
  await test.step('a number that can be read in two ways', async () => {
    await expect(dialog(page)).toContainText('Some numbers can be read in two ways');
    await expect(dialog(page)).toContainText('“1.250” is 1,250');
    await expectAccessible(page, 'the question about decimals');
    await dialog(page)
      .getByRole('radio', { name: /^Point/ })
      .check();
    await expect(dialog(page)).not.toContainText('Some numbers can be read in two ways');
    await dialog(page)
      .getByRole('radio', { name: /^Comma/ })
      .check();
    await dialog(page)
      .getByRole('radio', { name: /^What I pay/ })
      .check();
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Lemon' }).last()).toContainText('$1,265.00');
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Moss' }).last()).toContainText('$28.00');
  });
  await test.step('another tab of the panel loses no answer, and Cancel asks', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Inventory' }).click();
    await open(page);
    await expect(column(page, 'Shelf')).toHaveValue('qty');
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Moss' }).last()).toContainText('$28.00');
    await press(page, 'Cancel');
    const question = page.getByRole('alertdialog', { name: 'Cancel this import?' });
    await expect(question).toContainText('What you answered about delivery.csv would be lost.');
    await question.getByRole('button', { name: 'Keep importing' }).click();
    await expect(question).toBeHidden();
  });
  await test.step('the mapping is kept, used and deleted', async () => {
    await press(page, 'Keep this for the next file');
    await dialog(page).getByLabel('Name of this mapping').fill('Harbor');
    await press(page, 'Keep');
    await expect(dialog(page).getByRole('list', { name: 'Kept mappings' })).toContainText('In use');
    await choose(page, file('next.csv', DELIVERY.slice(0, 3)));
    await expect(dialog(page)).toContainText('your kept mapping “Harbor”');
    await expect(column(page, 'Shelf')).toHaveValue('qty');
    await press(page, "Don't use it");
    await expect(column(page, 'Shelf')).toHaveValue('nothing');
    await press(page, 'Kept mappings (1)');
    await expectAccessible(page, 'the kept mappings');
    await press(page, 'Use Harbor');
    await expect(column(page, 'Shelf')).toHaveValue('qty');
    await expect(dialog(page).getByRole('button', { name: 'Add 2 items' })).toBeEnabled();
    await press(page, 'Delete Harbor');
    await expect(shownToast(page)).toContainText('“Harbor” deleted');
    // It stays while the pointer is on it.
    await shownToast(page).hover();
    const foot = sentence(page).or(dialog(page).getByRole('button', { name: /^(Cancel|Add 2 items)$/ }));
    await expectApart(shownToast(page).or(foot), 'a message over a dialog');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog(page).getByRole('list', { name: 'Kept mappings' })).toContainText('Harbor');
  });
  await test.step('the products are added, and one Undo takes them away', async () => {
    await press(page, 'Add 2 items');
    await expect(dialog(page).getByRole('heading', { name: 'Imported: 2 added, 0 changed, 0 removed.' })).toBeVisible();
    await expect(page.getByText('Imported: 2 added'), 'it is said once').toHaveCount(1);
    expect(await readItem(shop, 'Moss')).toMatchObject({ price: 12.5, markupDollars: 15 });
    await dialog(page).getByRole('button', { name: 'Undo' }).first().click();
    await expect(dialog(page).getByRole('heading', { name: 'This import was undone.' })).toBeFocused();
    await expect(dialog(page).getByRole('heading', { name: /^Imported/ })).toHaveCount(0);
    expect(await names(shop)).toEqual(['Kept']);
  });
});

test(
  'nested variants, equal problems and a category that is nearly one in use need one look each',
  ONCE,
  async ({ page, shop }) => {
    await uploadInventory(shop, [{ ...KEPT, category: 'Edibles' }]);
    await openPanel(page, shop, '?tab=inventory');
    await open(page);
    await test.step('a list of products with variants inside is read at once', async () => {
      const variants = [
        { id: 'v1', name: '3.5G', availableQty: 14, price: 35 },
        { id: 'v2', name: '7G', availableQty: 2, price: 60 },
      ];
      const menu = [{ id: 11, name: 'Night Owl', category: { name: 'Edible' }, brand: { name: 'Harbor' }, variants }];
      await choose(page, file('menu.json', [JSON.stringify(menu)]));
      await expect(dialog(page).getByRole('heading', { name: /^Table · 2 rows/ })).toBeVisible();
      await expect(column(page, 'variants.price')).toHaveValue('price');
      await expect(dialog(page)).toContainText('2 rows: 2 will be applied.');
      await expect(dialog(page).getByRole('button', { name: 'Add 2 items' })).toBeEnabled();
    });
    await test.step('300 equal problems are one line', async () => {
      const rows = Array.from({ length: 300 }, (_, at) => `Z${at},Owl ${at},Edible,many,20`);
      await choose(page, file('bad.csv', ['SKU,Name,Category,Qty,Price', 'A-1,Lemon,Edible,3,9', ...rows]));
      const problems = dialog(page).getByRole('region', { name: 'Problems' });
      await expect(problems.getByRole('row')).toHaveCount(2);
      await expect(problems).toContainText('The same in 299 more: rows 4, 5, 6, 7, 8, …');
      const saved = page.waitForEvent('download');
      await press(page, 'Save as CSV');
      const csv = await readFile(await (await saved).path(), 'utf8');
      expect(csv.trim().split('\r\n')).toHaveLength(301);
      await dialog(page).getByLabel('Skip these 300 rows').check();
    });
    await test.step('one press uses the category of the shop for all rows', async () => {
      await press(page, 'Use Edibles instead');
      await expect(dialog(page)).toContainText('“Edible” becomes “Edibles”.');
      await expectAccessible(page, 'an import with another category');
      await press(page, 'Keep “Edible”');
      await press(page, 'Use Edibles instead');
      await expect(dialog(page).getByLabel('Skip these 300 rows')).toBeChecked();
      await press(page, 'Add 1 item');
      await expect(dialog(page)).toContainText('301 rows: 1 was applied, 300 skipped.');
      expect(await readItem(shop, 'Lemon')).toMatchObject({ category: 'Edibles' });
    });
  },
);

test('a delivery is added to the stock, and a replacement warns of what it erases', WIDE, async ({ page, shop }) => {
  await uploadInventory(shop, [
    { id: 'A-1', name: 'Lemon', qty: 5, price: 20 },
    { id: 'B-1', name: 'Old', qty: 5, price: 20 },
  ]);
  await openInventory(page, shop);
  await open(page);
  await choose(page, file('restock.csv', ['sku,qty', 'A-1,7', 'C-9,1']));
  await dialog(page)
    .getByRole('radio', { name: /^Update products/ })
    .check();
  await dialog(page)
    .getByRole('radio', { name: /^What came in/ })
    .check();
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Lemon' }).last()).toContainText('Quantity5 → 12');
  await expect(sentence(page)).toHaveText('1 row is left out.');
  await expectAccessible(page, 'an import that updates');
  await press(page, 'Update 1 item');
  await expect(dialog(page).getByRole('heading', { name: /^Imported/ })).toBeVisible();
  expect(await readItem(shop, 'Lemon')).toMatchObject({ quantity: 12 });

  await press(page, 'Import another file');
  await choose(page, file('all.csv', ['sku,name,qty,price', 'A-1,Lemon,3,20', 'N-1,New,2,9', 'Z,Gone,0,9']));
  await dialog(page)
    .getByRole('radio', { name: /^Replace the inventory/ })
    .check();
  await expect(dialog(page)).toContainText('This erases and replaces the whole inventory');
  await expect(sentence(page)).toHaveText('1 item removed, 1 item overwritten.');
  await expectAccessible(page, 'an import that replaces');
  await press(page, 'Replace all with 2 items');
  await expect(dialog(page).getByRole('heading', { name: /^Imported/ })).toBeVisible();
  expect(await names(shop)).toEqual(['Lemon', 'New']);
});

test('a wide table without a known column shows all of them', ONCE, async ({ page, shop }) => {
  await openPanel(page, shop, '?tab=inventory');
  await open(page);
  const columns = Array.from({ length: 60 }, (_, at) => `c${at}`);
  await choose(page, file('wide.csv', [columns.join(','), columns.join(',')]));
  await expect(column(page, 'c59')).toBeVisible();
  await press(page, 'Show only what is read');
  await expect(column(page, 'c59')).toHaveCount(0);
});

test('a file that cannot be read says why, and can be sent again', ONCE, async ({ page, shop, browserErrors }) => {
  browserErrors.allow(REFUSED_CALL, /ERR_/);
  await openPanel(page, shop, '?tab=inventory');
  await open(page);
  const refusal = dialog(page).getByRole('alert');
  await test.step('a file of another kind is not sent', async () => {
    await choose(page, file('stock.xlsx', SHOPIFY));
    await expect(refusal).toContainText('save it as CSV');
    await choose(page, file('stock.pdf', SHOPIFY));
    await expect(refusal).toContainText('Please upload a .csv, .tsv or .json file only');
  });
  await test.step('an empty file', async () => {
    await choose(page, file('empty.csv', []));
    await expect(refusal).toContainText('The file is empty. Nothing was changed.');
    await expect(dialog(page).getByRole('button', { name: 'Choose a file' })).toBeFocused();
    await expectAccessible(page, 'a refused file');
  });
  await test.step('a network that ends', async () => {
    await page.route('**/api/admin/imports', (route) => route.abort(), { times: 1 });
    await choose(page, file('products.csv', SHOPIFY));
    await expect(refusal).toContainText('products.csv did not arrive');
    await press(page, 'Try again');
    await expect(dialog(page).getByRole('heading', { name: /^Shopify export/ })).toBeVisible();
  });
  await test.step('a slow one, which can be canceled', async () => {
    await page.route('**/api/admin/imports', () => {});
    await choose(page, file('products.csv', SHOPIFY));
    await expect(dialog(page).getByRole('progressbar', { name: 'Import' })).toBeVisible();
    await press(page, 'Cancel');
    await expect(dialog(page).getByRole('button', { name: 'Choose a file' })).toBeFocused();
  });
});

test(
  'an import is never applied twice, and never to another inventory than the one that was shown',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await openInventory(page, shop);
    await open(page);
    const [, ...rows] = ['', 'A-1,Lemon,3,20', 'N-1,New,2,9'];
    await choose(page, file('all.csv', ['sku,name,qty,price', ...rows]));
    await expect(dialog(page).getByRole('button', { name: 'Add 2 items' })).toBeEnabled();

    await test.step('what changed meanwhile is shown first', async () => {
      await uploadInventory(shop, [{ id: 'A-1', name: 'Lemon', qty: 5, price: 20 }]);
      await press(page, 'Add 2 items');
      await expect(dialog(page)).toContainText('The inventory has changed.');
      await expect(dialog(page).getByRole('button', { name: 'Add 1 item' })).toBeEnabled();
      expect(await names(shop)).toEqual(['Lemon']);
    });
    await test.step('an answer that was lost', async () => {
      await page.route('**/api/admin/imports/*/apply', hideOutcome, { times: 2 });
      browserErrors.allow(/status of 503/);
      await press(page, 'Add 1 item');
      await expect(dialog(page).getByRole('alert')).toContainText('no import is applied twice');
      await press(page, 'Try again');
      await expect(dialog(page).getByRole('heading', { name: 'Imported: 1 added' })).toBeVisible();
      await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeVisible();
      expect(await names(shop)).toEqual(['Lemon', 'New']);
      const { changes } = await callAsAdmin<{ changes: { summary: string }[] }>(
        shop,
        'GET',
        '/api/admin/changes?kind=import',
      );
      expect(changes.filter(({ summary }) => summary === 'Imported all.csv: 1 row')).toHaveLength(1);
    });
  },
);
