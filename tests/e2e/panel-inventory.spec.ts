import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expectUsable } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { inventoryOf, itemNamed, markupOf, openInventory, setMarkup, toastOf } from './panel-page.ts';
import { SHELF } from './products.ts';
import { adminToken, stock } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

const FAILED = /Failed to load resource/;
const open = async (page: Page, shop: Shop, query = '') => openInventory(page, shop, await adminToken(shop), query);
const description = (page: Page, name: string) => page.getByRole('textbox', { name: `Description of ${name}` });
const label = (page: Page, name: string) => page.getByRole('combobox', { name: `Weight label of ${name}` });

test('the list is worked through as a spreadsheet is', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, shop);
  await markupOf(page, 'Blue Hour Cart').focus();
  await page.keyboard.press('ArrowDown');
  await expect(markupOf(page, 'Amber Tide Cart')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(label(page, 'Amber Tide Cart')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(description(page, 'Amber Tide Cart')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(markupOf(page, 'Amber Tide Cart')).toBeFocused();

  // What is typed takes the place of what was there; Enter saves it and goes down.
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('Markup updated successfully');
  await expect(markupOf(page, 'Pine Hollow Cart')).toBeFocused();
  expect(await itemNamed(shop, 'Amber Tide Cart')).toMatchObject({ markupDollars: 20 });

  // Escape gives the old value back and stays.
  await page.keyboard.type('99');
  await expect(markupOf(page, 'Pine Hollow Cart')).toHaveValue('99');
  await page.keyboard.press('Escape');
  await expect(markupOf(page, 'Pine Hollow Cart')).toHaveValue('15');
  await expect(markupOf(page, 'Pine Hollow Cart')).toBeFocused();

  // Tab saves and goes on in the row.
  await page.keyboard.type('30');
  await page.keyboard.press('Tab');
  await expect(toastOf(page)).toContainText('Pine Hollow Cart: $15.00 → $30.00');
  await expect(page.getByRole('row', { name: /Pine Hollow/ }).getByRole('button', { name: 'Active' })).toBeFocused();
  expect(await itemNamed(shop, 'Pine Hollow Cart')).toMatchObject({ markupDollars: 30 });

  await page.keyboard.press('Control+End');
  await expect(page.getByRole('button', { name: 'History of Orchard Gummies - Pear 100mg' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Search inventory' })).toBeFocused();
});

test('a description, a weight label and a markup are edited in their row', async ({ page, shop }) => {
  await open(page, shop, '?search=Night');
  const name = 'Night Orchard Cart';
  await description(page, name).fill('Small-batch rosin.');
  await description(page, name).blur();
  await expect(page.getByRole('button', { name: /^Description is kept from syncs/ })).toBeVisible();
  await expect(label(page, name).getByRole('option')).toHaveText([
    ...['none', 'Gram', 'Two Grams', 'Eighth', 'Quarter', 'Half Ounce', 'Ounce', 'Pound', '0.5g Cart', '1g Cart'],
    ...['2g Cart', 'Pre-Roll', '2-Pack', '5-Pack', '10-Pack', '100mg', '250mg', '500mg', '1000mg'],
  ]);
  await label(page, name).selectOption('1g Cart');
  await expect(toastOf(page)).toContainText('Weight label updated successfully');
  await setMarkup(page, name, '');
  await expect(toastOf(page)).toContainText(`${name}: $15.00 → $0.00`);
  expect(await itemNamed(shop, name)).toMatchObject({
    description: 'Small-batch rosin.',
    weightLabel: '1g Cart',
    markupDollars: 0,
  });
});

test('a value that is left as it was is not sent', async ({ page, shop }) => {
  await open(page, shop, '?search=Night');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await setMarkup(page, 'Night Orchard Cart', '15');
  await markupOf(page, 'Night Orchard Cart').blur();
  await description(page, 'Night Orchard Cart').focus();
  await description(page, 'Night Orchard Cart').blur();
  await setMarkup(page, 'Night Orchard Cart', '20');
  await expect(toastOf(page)).toContainText('Markup updated successfully');
  expect(sent).toHaveLength(1);
});

test('what cannot be saved goes back, is marked, and is told in the words of each field', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.foresee(FAILED);
  await open(page, shop, '?search=Citrus');
  const name = 'Citrus Grove Cart';
  await page.route(/\/api\/admin\/inventory\/\d+\//, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Something went wrong"}' }),
  );
  await setMarkup(page, name, '40');
  await expect(toastOf(page)).toContainText('500: Something went wrong');
  await expect(markupOf(page, name)).toHaveValue('15');

  await description(page, name).fill('Lost words');
  await description(page, name).blur();
  await expect(description(page, name)).toHaveValue('Bright and sharp.');
  await expect(description(page, name)).toHaveAttribute('aria-invalid', 'true');
  const danger = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--color-danger)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(description(page, name)).toHaveCSS('border-top-color', danger);

  await label(page, name).selectOption('Gram');
  await expect(toastOf(page)).toContainText('Failed to update weight label');
  await expect(label(page, name)).toHaveValue('none');
  await page.getByRole('button', { name: 'Active', exact: true }).click();
  await expect(toastOf(page)).toContainText('Failed to update status');
  await expect(page.getByRole('button', { name: 'Active', exact: true })).toBeVisible();

  await page.unroute(/\/api\/admin\/inventory\/\d+\//);
  await page.route(/\/api\/admin\/inventory\/\d+\//, (route) => route.abort());
  await setMarkup(page, name, '41');
  await expect(toastOf(page)).toContainText('Failed to update markup');
  expect(await itemNamed(shop, name)).toMatchObject({ markupDollars: 15, weightLabel: null, isActive: true });
});

test('without a token an edit says so and sends nothing', async ({ page, shop }) => {
  await open(page, shop, '?search=Citrus');
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.getByRole('button', { name: 'Active', exact: true }).click();
  await expect(toastOf(page)).toContainText('Authentication token not found');
  expect(await itemNamed(shop, 'Citrus Grove Cart')).toMatchObject({ isActive: true });
});

test('all that match are selected and acted on at once, and one Undo takes it back', async ({ page, shop }) => {
  await open(page, shop, '?brand=Halcyon');
  await expect(page.getByText('3 of 9 items')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Night Orchard Cart' }).click();
  const bar = page.getByRole('region', { name: 'Selected items' });
  await expect(bar.getByText('1 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Select all 3' }).click();
  await expect(bar.getByText('3 selected')).toBeVisible();
  const inactive = async () => (await inventoryOf(shop)).filter(({ isActive }) => !isActive).length;

  await bar.getByRole('button', { name: 'Deactivate' }).click();
  await expect(toastOf(page)).toContainText('Updated 3 items');
  expect(await inactive()).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(page)).toContainText('Change undone');
  expect(await inactive()).toBe(0);

  await bar.getByRole('button', { name: 'Markup…' }).click();
  await page.getByRole('spinbutton', { name: 'Markup in dollars' }).fill('22.5');
  await page.getByRole('button', { name: 'Set markup of 3 items' }).click();
  await expect(toastOf(page)).toContainText('Updated 3 items');
  await expect(markupOf(page, 'Night Orchard Cart')).toHaveValue('22.5');
  await bar.getByRole('button', { name: 'Label…' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Weight label' }).selectOption('100mg');
  await page.getByRole('button', { name: 'Set label of 3 items' }).click();
  await expect(label(page, 'Night Orchard Cart')).toHaveValue('100mg');
  await bar.getByRole('button', { name: 'Reset to feed…' }).click();
  await page.getByRole('menuitem', { name: 'Weight labels (3)' }).click();
  await expect(label(page, 'Night Orchard Cart')).toHaveValue('none');
  const halcyon = (await inventoryOf(shop)).filter(({ markupDollars }) => markupDollars === 22.5);
  expect(halcyon.map(({ weightLabel }) => weightLabel)).toEqual([null, null, null]);
});

test('a view is in the address and survives a reload', async ({ page, shop }) => {
  await open(page, shop);
  await page.getByRole('textbox', { name: 'Search inventory' }).fill('cart');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Carts');
  await page.getByRole('combobox', { name: 'Brand' }).selectOption('Northlight');
  await page.getByRole('combobox', { name: 'Sort by price' }).selectOption('high-low');
  await expect(page).toHaveURL('/admincp?tab=inventory&search=cart&category=Carts&brand=Northlight&sort=high-low');
  await page.reload();
  await expect(page.getByText('3 of 9 items')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Search inventory' })).toHaveValue('cart');
  const markups = page.getByRole('spinbutton', { name: /^Markup of/ });
  await expect(markups.first()).toHaveAccessibleName('Markup of Pine Hollow Cart');
  await expect(markups.last()).toHaveAccessibleName('Markup of Blue Hour Cart');

  await page.getByRole('textbox', { name: 'Search inventory' }).fill('nothing like it');
  await expect(page.getByText('No items match the current filters')).toBeVisible();
  await expect(page.getByText('Try adjusting your category or brand selection')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('9 of 9 items')).toBeVisible();
});

test('"/" leads to the search and "?" shows the keys', async ({ page, shop }) => {
  await open(page, shop);
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Search inventory' })).toBeFocused();
  await page.keyboard.type('?/');
  await expect(page.getByRole('textbox', { name: 'Search inventory' })).toHaveValue('?/');
  await page.getByRole('textbox', { name: 'Search inventory' }).blur();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Move between cells')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});

test('an export loads again unchanged on the command line, and what was edited in it shows', async ({
  page,
  shop,
}, testInfo) => {
  await stock(shop, [
    ...SHELF.slice(1),
    { id: 'odd', name: '=1+1, "quoted"', qty: 2, price: 5, description: '+ one; two\nthree', weightLabel: 'Gram' },
  ]);
  await open(page, shop);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = testInfo.outputPath('inventory.csv');
  await (await download).saveAs(file);
  const before = await inventoryOf(shop);
  const load = async (path: string) => {
    const command = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/server/cli/main.js');
    const env = { PATH: process.env.PATH, DATA_DIR: shop.dataDir, DEMO: 'off' };
    return (await promisify(execFile)(process.execPath, [command, 'import', path], { env })).stdout;
  };

  expect(await load(file)).toBe('0 changed, 9 unchanged\n0 added, 0 changed, 0 removed, 9 unchanged\n');
  expect(await inventoryOf(shop)).toEqual(before);

  const edited = testInfo.outputPath('edited.csv');
  const text = await readFile(file, 'utf8');
  expect(text).toContain('Citrus Grove Cart,');
  await writeFile(edited, text.replace(/^(\d+,Citrus Grove Cart,.*),15,true$/m, '$1,33,true'));
  expect(await load(edited)).toContain('1 changed, 8 unchanged');
  await expect(markupOf(page, 'Citrus Grove Cart')).toHaveValue('33');
});

test('an export that cannot be made says so', async ({ page, shop, complaints }) => {
  complaints.foresee(FAILED, /Failed to fetch dynamically imported module|ERR_FAILED/);
  await open(page, shop);
  // The page reloads once by itself when a part of it is missing; this is the time after.
  await page.evaluate(() => sessionStorage.setItem('greenroom-reloaded-at', String(Date.now())));
  await page.route(/papaparse/, (route) => route.abort());
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toastOf(page)).toContainText('The export failed.');
});

test('doubtful labels are found, corrected at once, and can be doubted again', async ({ page, shop }) => {
  await stock(shop, [
    ...SHELF,
    { id: 'l1', name: 'Harvest Dusk - 7G', qty: 3, price: 40, category: 'Flower', weightLabel: 'Eighth' },
    { id: 'l2', name: 'Moss Cookies - 28G', qty: 3, price: 90, category: 'Flower', weightLabel: 'Half Ounce' },
  ]);
  await open(page, shop);
  await page.getByRole('button', { name: 'Labels to check (2)' }).click();
  await expect(page.getByText('2 of 11 items')).toBeVisible();
  await expect(page.getByText("These labels don't match the name, size or tags")).toBeVisible();
  await expect(page).toHaveURL(/labels=check/);
  await expectUsable(page, 'labels to check');
  await page.getByRole('button', { name: 'Fix all 2' }).click();
  await expect(toastOf(page)).toContainText('Corrected the weight label of 2 items');
  await expect(page.getByText('0 of 11 items')).toBeVisible();
  expect(await itemNamed(shop, 'Harvest Dusk - 7G')).toMatchObject({ weightLabel: 'Quarter' });
  expect(await itemNamed(shop, 'Moss Cookies - 28G')).toMatchObject({ weightLabel: 'Ounce' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Labels to check (2)' })).toBeVisible();

  await page.getByRole('button', { name: /Set Quarter$/ }).click();
  await expect(toastOf(page)).toContainText('Harvest Dusk - 7G: Eighth → Quarter');
  await expect(page.getByRole('button', { name: 'Labels to check (1)' })).toBeVisible();
});

test('everybody can use the inventory', async ({ page, shop }) => {
  await open(page, shop);
  await expectUsable(page, 'the inventory');
  await page.getByRole('checkbox', { name: 'Select Blue Hour Cart' }).click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectUsable(page, 'a selection');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Apply 35% Markup to All' }).click();
  await expect(page.getByRole('list', { name: 'Sample prices' })).toBeVisible();
  await expectUsable(page, 'a markup for all');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: 'History' }).getByRole('button', { name: 'Details' }).first(),
  ).toBeVisible();
  await expectUsable(page, 'the history');
});
