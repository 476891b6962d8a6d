import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test, WIDE } from './fixtures.ts';
import { loseResponse, respondOnce } from './network.ts';
import { markupField, openInventory, pressInMore, shownToast, typeMarkup } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { readInventory, readItem, uploadInventory } from './shop-api.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const FAILED_CALL = /Failed to load resource/;
const description = (page: Page, name: string) => page.getByRole('textbox', { name: `Description of ${name}` });
const basePrice = (page: Page, name: string) => page.getByRole('spinbutton', { name: `Base price of ${name}` });
const label = (page: Page, name: string) => page.getByRole('combobox', { name: `Weight label of ${name}` });

test(
  'an admin edits items in their rows, and an edit that fails changes nothing',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    await test.step('an admin moves through the list and edits it with the keyboard, as in a spreadsheet', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openInventory(page, shop);
      await markupField(page, 'Blue Hour Cart').focus();
      await page.keyboard.press('ArrowDown');
      await expect(markupField(page, 'Amber Tide Cart')).toBeFocused();
      // The key moved, and changed nothing.
      await expect(markupField(page, 'Blue Hour Cart')).toHaveValue('15');
      await page.keyboard.press('ArrowLeft');
      await expect(basePrice(page, 'Amber Tide Cart')).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(page.getByRole('button', { name: 'Stock of Amber Tide Cart (1G): 20' })).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(label(page, 'Amber Tide Cart')).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(description(page, 'Amber Tide Cart')).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(markupField(page, 'Amber Tide Cart')).toBeFocused();

      // Typing replaces the value. Enter saves it and goes down.
      await page.keyboard.type('20');
      await page.keyboard.press('Enter');
      await expect(shownToast(page)).toContainText('Markup updated successfully');
      await expect(markupField(page, 'Pine Hollow Cart')).toBeFocused();
      expect(await readItem(shop, 'Amber Tide Cart')).toMatchObject({ markupDollars: 20 });

      // Escape restores the old value and stays.
      await page.keyboard.type('99');
      await expect(markupField(page, 'Pine Hollow Cart')).toHaveValue('99');
      await page.keyboard.press('Escape');
      await expect(markupField(page, 'Pine Hollow Cart')).toHaveValue('15');
      await expect(markupField(page, 'Pine Hollow Cart')).toBeFocused();

      // Tab saves and goes to the next control of the row.
      await page.keyboard.type('30');
      await page.keyboard.press('Tab');
      await expect(shownToast(page)).toContainText('Pine Hollow Cart (1G): $15.00 → $30.00');
      await expect(
        page.getByRole('row', { name: /Pine Hollow/ }).getByRole('button', { name: 'Active' }),
      ).toBeFocused();
      expect(await readItem(shop, 'Pine Hollow Cart')).toMatchObject({ markupDollars: 30 });

      await page.keyboard.press('Control+End');
      await expect(page.getByRole('button', { name: 'History of Orchard Gummies - Pear 100mg' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('textbox', { name: 'Search inventory' })).toBeFocused();
    });
    await test.step('descriptions can be read on every wide screen', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openInventory(page, shop);
      for (const width of [1024, 1280, 1366, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const cell = description(page, 'Amber Tide Cart');
        await expect.poll(async () => (await cell.boundingBox())!.width, `at ${width} px`).toBeGreaterThanOrEqual(80);
      }
    });
    await test.step('the name of the card above the list is not cut', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openInventory(page, shop);
      const name = 'Sync Controls';
      const title = page.getByRole('button', { name }).getByText(name, { exact: true });
      expect(await title.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
    });
    await test.step('an admin edits an item in its row, and what did not change is not sent', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openInventory(page, shop, '?search=Night');
      await test.step('a value that did not change is not sent', async () => {
        const sent: string[] = [];
        page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
        await typeMarkup(page, 'Night Orchard Cart', '15');
        await markupField(page, 'Night Orchard Cart').blur();
        await description(page, 'Night Orchard Cart').focus();
        await description(page, 'Night Orchard Cart').blur();
        await typeMarkup(page, 'Night Orchard Cart', '20');
        await expect(shownToast(page)).toContainText('Markup updated successfully');
        expect(sent).toHaveLength(1);
      });
      await test.step('an admin edits description, weight label and markup in the row of an item', async () => {
        const name = 'Night Orchard Cart';
        await description(page, name).fill('Small-batch rosin.');
        await description(page, name).blur();
        await expect(page.getByRole('button', { name: /^Description is kept from syncs/ })).toBeVisible();
        await expect(label(page, name).getByRole('option')).toHaveText([
          ...['none', 'Gram', 'Two Grams', 'Eighth', 'Quarter', 'Half Ounce', 'Ounce', 'Pound', '0.5g Cart', '1g Cart'],
          ...['2g Cart', 'Pre-Roll', '2-Pack', '5-Pack', '10-Pack', '100mg', '250mg', '500mg', '1000mg'],
        ]);
        await label(page, name).selectOption('1g Cart');
        await expect(shownToast(page)).toContainText('Weight label updated successfully');
        await typeMarkup(page, name, '');
        await expect(shownToast(page)).toContainText(`${name} (1g Cart): $20.00 → $0.00`);
        expect(await readItem(shop, name)).toMatchObject({
          description: 'Small-batch rosin.',
          weightLabel: '1g Cart',
          markupDollars: 0,
        });
      });
    });
    await test.step('an admin edits a base price in the row, and a text that is no price stays there and says so', async () => {
      const name = 'Night Orchard Cart';
      await openInventory(page, shop, '?brand=Halcyon');
      await basePrice(page, name).fill('1180.5');
      await basePrice(page, name).press('Enter');
      await expect(shownToast(page)).toContainText(/\$1,180\.50/);
      await expect(basePrice(page, name)).toHaveValue('1,180.50');
      await basePrice(page, name).fill('33.5');
      await basePrice(page, name).press('Enter');
      await expect(shownToast(page)).toContainText(/\$33\.50/);
      for (const text of ['cheap', '-1']) {
        await basePrice(page, name).fill(text);
        await basePrice(page, name).press('Enter');
        await expect(basePrice(page, name)).toBeFocused();
        await expect(basePrice(page, name)).toHaveValue(text);
        await expect(basePrice(page, name)).toHaveAttribute('aria-invalid', 'true');
        await expect(basePrice(page, name)).toHaveAccessibleDescription('Enter dollars, such as 12.50.');
      }
      // Who leaves it keeps what is typed. Escape brings the price back.
      await basePrice(page, name).press('Tab');
      await expect(basePrice(page, name)).toHaveValue('-1');
      await expect(page.getByRole('alert')).toHaveText('Enter dollars, such as 12.50.');
      await expectAccessible(page, 'a wrong price in the row');
      await basePrice(page, name).fill('cheap');
      await basePrice(page, name).blur();
      await basePrice(page, name).press('Escape');
      await expect(basePrice(page, name)).toHaveValue('33.50');
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(await readItem(shop, name)).toMatchObject({ price: 33.5, shopOwned: expect.arrayContaining(['price']) });
    });
    await test.step('many counts are typed one after the other and saved with one press', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openInventory(page, shop, '?brand=Halcyon');
      await page.getByRole('button', { name: 'Count stock' }).click();
      const dialog = page.getByRole('dialog', { name: 'Count stock' });
      const fields = dialog.getByRole('textbox');
      await expect(fields).toHaveCount(3);
      await expect(fields.first()).not.toHaveAttribute('placeholder');
      await expect(fields.first()).toBeFocused();
      const before = (await readInventory(shop)).map(({ id, quantity }) => [id, quantity]);
      for (const text of ['41', 'x', '+5']) {
        await page.keyboard.type(text);
        if (text !== '+5') await page.keyboard.press('Enter');
      }
      // It says so as soon as the field is left.
      await expect(dialog.getByRole('alert')).toHaveText('Enter a whole number, such as 24 or +10.');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expect(fields.nth(1)).toBeFocused();
      await expectAccessible(page, 'many counts');
      await fields.nth(1).fill('');
      await dialog.getByRole('button', { name: 'Save 2 counts' }).click();
      await expect(dialog).toBeHidden();
      await expect(shownToast(page)).toContainText('Stock of 2 items counted');
      const changed = (await readInventory(shop)).filter(
        ({ id, quantity }) => !before.some(([each, pieces]) => each === id && pieces === quantity),
      );
      expect(changed).toHaveLength(2);
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect
        .poll(async () => (await readInventory(shop)).map(({ id, quantity }) => [id, quantity]))
        .toEqual(before);
    });
    await test.step('all items can be counted, also the last of many', async () => {
      await uploadInventory(
        shop,
        Array.from({ length: 260 }, (_, at) => ({ id: `c${at}`, name: `Jar ${at}`, qty: 3, price: 5 })),
      );
      await openInventory(page, shop);
      await page.getByRole('button', { name: 'Count stock' }).click();
      const dialog = page.getByRole('dialog', { name: 'Count stock' });
      const fields = dialog.getByRole('textbox');
      await expect(fields).toHaveCount(100);
      await fields.last().focus();
      await expect(fields).toHaveCount(200);
      await fields.last().focus();
      await expect(fields).toHaveCount(260);
      await dialog.getByRole('textbox', { name: 'Count of Jar 259' }).fill('8');
      await dialog.getByRole('button', { name: 'Save 1 count' }).click();
      await expect(shownToast(page)).toContainText('Stock of 1 item counted');
      expect(await readItem(shop, 'Jar 259')).toMatchObject({ quantity: 8 });
      await uploadInventory(shop, PRODUCTS);
    });
    await test.step('a delivery is added once, also if the network ends while many are saved', async () => {
      browserErrors.allow(FAILED_CALL, /ERR_FAILED/);
      await openInventory(page, shop, '?brand=Halcyon');
      await page.getByRole('button', { name: 'Count stock' }).click();
      const dialog = page.getByRole('dialog', { name: 'Count stock' });
      const before = (await readInventory(shop)).map(({ quantity }) => quantity);
      for (const field of await dialog.getByRole('textbox').all()) await field.fill('+5');
      let calls = 0;
      // The second one reaches the shop, and its response is lost.
      await page.route('**/api/admin/inventory/*/stock', (route) => {
        calls += 1;
        return calls === 2 ? loseResponse(route) : route.continue();
      });
      await dialog.getByRole('button', { name: 'Save 3 counts' }).click();
      await expect(dialog.getByRole('button', { name: 'Save 2 counts' })).toBeEnabled();
      await expect(dialog.getByRole('alert')).toContainText('The shop did not answer');
      await dialog.getByRole('button', { name: 'Save 2 counts' }).click();
      await expect(dialog).toBeHidden();
      await page.unroute('**/api/admin/inventory/*/stock');
      const added = (await readInventory(shop)).map(({ quantity }, at) => quantity - before[at]!);
      expect(added.filter((pieces) => pieces !== 0)).toEqual([5, 5, 5]);
    });
    await test.step('a stock whose response is lost says that nobody knows it, and pressed again it is changed once', async () => {
      const name = 'Night Orchard Cart';
      const { quantity } = await readItem(shop, name);
      await respondOnce(page, ['POST', '**/api/admin/inventory/*/stock'], loseResponse);
      await page.getByRole('button', { name: `Stock of ${name}` }).click();
      const stock = page.getByRole('dialog', { name: `Stock of ${name}` });
      await stock.getByLabel('In stock', { exact: true }).fill('+3');
      await stock.getByLabel('In stock', { exact: true }).press('Enter');
      await expect(stock.getByRole('alert')).toContainText('it is not known whether the stock was changed');
      await stock.getByLabel('In stock', { exact: true }).press('Enter');
      await expect(stock).toBeHidden();
      expect(await readItem(shop, name)).toMatchObject({ quantity: quantity + 3 });
    });
    await test.step('an edit without a token changes nothing, and the panel says why', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openInventory(page, shop, '?search=Citrus');
      await page.evaluate(() => localStorage.removeItem('authToken'));
      await page.getByRole('button', { name: 'Active', exact: true }).click();
      await expect(shownToast(page)).toContainText('Authentication token not found');
      expect(await readItem(shop, 'Citrus Grove Cart')).toMatchObject({ isActive: true });
    });
    await test.step('an edit that fails restores the old value, says at the field what was not saved, and in the toast why', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(FAILED_CALL);
      await openInventory(page, shop, '?search=Citrus');
      const name = 'Citrus Grove Cart';
      const edits = /\/api\/admin\/inventory\/\d+\//;
      await page.route(edits, (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Something went wrong"}' }),
      );
      await typeMarkup(page, name, '40');
      await expect(shownToast(page)).toContainText('500: Something went wrong');
      await expect(shownToast(page)).not.toContainText('$40.00');
      await expect(markupField(page, name)).toHaveValue('15');
      await expect(markupField(page, name)).toHaveAccessibleDescription(/^Not saved: 40/);

      await description(page, name).fill('Lost text');
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
      await expect(shownToast(page)).toContainText('Failed to update weight label');
      await expect(label(page, name)).toHaveValue('none');
      await page.getByRole('button', { name: 'Active', exact: true }).click();
      await expect(shownToast(page)).toContainText('Failed to update status');
      await expect(page.getByRole('button', { name: 'Active', exact: true })).toBeVisible();

      await page.unroute(edits);
      await page.route(edits, (route) => route.abort());
      await typeMarkup(page, name, '41');
      await expect(shownToast(page)).toContainText('Failed to update markup');
      expect(await readItem(shop, name)).toMatchObject({ markupDollars: 15, weightLabel: null, isActive: true });

      await page.unroute(edits);
      await shownToast(page).getByRole('button', { name: 'Try again' }).click();
      await expect(shownToast(page)).toContainText('Markup updated successfully');
      await expect(markupField(page, name)).toHaveValue('41');
      await test.step('the label that was not saved long before is sent again from its cell', async () => {
        await page.getByRole('grid').getByRole('button', { name: 'Try again' }).last().click();
        await expect(shownToast(page)).toContainText('none → Gram');
        expect(await readItem(shop, name)).toMatchObject({ markupDollars: 41, weightLabel: 'Gram' });
      });
    });
    await test.step('Ctrl Z takes back the edit before, but not from a text that was begun', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openInventory(page, shop, '?brand=Halcyon');
      const name = 'Night Orchard Cart';
      await markupField(page, name).fill('31');
      await markupField(page, name).press('Enter');
      await expect(shownToast(page)).toContainText('Markup updated successfully');
      await page.keyboard.type('7');
      await page.keyboard.press('Control+z');
      await expect(shownToast(page)).toContainText('Markup updated successfully');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+z');
      await expect(shownToast(page)).toContainText('Change undone');
      expect(await readItem(shop, name)).toMatchObject({ markupDollars: 15 });
    });
  },
);

test(
  'an exported file can be imported, and an export that fails says so',
  WIDE,
  async ({ page, shop, browserErrors }, testInfo) => {
    await test.step('an exported CSV file imports without changes on the command line, and an edited one changes the open list', async () => {
      await uploadInventory(shop, [
        ...PRODUCTS.slice(1),
        { id: 'odd', name: '=1+1, "quoted"', qty: 2, price: 5, description: '+ one; two\nthree', weightLabel: 'Gram' },
      ]);
      await openInventory(page, shop);
      const download = page.waitForEvent('download');
      await pressInMore(page, 'Export CSV');
      const file = testInfo.outputPath('inventory.csv');
      await (await download).saveAs(file);
      const before = await readInventory(shop);
      const importFile = async (path: string) => {
        const command = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/server/cli/main.js');
        const env = { PATH: process.env.PATH, DATA_DIR: shop.dataDir, DEMO: 'off' };
        return (await promisify(execFile)(process.execPath, [command, 'import', path], { env })).stdout;
      };

      expect(await importFile(file)).toBe('0 changed, 9 unchanged\n0 added, 0 changed, 0 removed, 9 unchanged\n');
      expect(await readInventory(shop)).toEqual(before);

      const edited = testInfo.outputPath('edited.csv');
      const text = await readFile(file, 'utf8');
      expect(text).toContain('Citrus Grove Cart,');
      await writeFile(edited, text.replace(/^(\d+,Citrus Grove Cart,.*),15,true/m, '$1,33,true'));
      expect(await importFile(edited)).toContain('1 changed, 8 unchanged');
      await expect(markupField(page, 'Citrus Grove Cart')).toHaveValue('33');
    });
    await test.step('an export that fails says so', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(FAILED_CALL, /Failed to fetch dynamically imported module|ERR_FAILED/);
      await openInventory(page, shop);
      // If a part is missing, the page reloads once. Here it has done so already.
      await page.evaluate(() => sessionStorage.setItem('greenroom-reloaded-at', String(Date.now())));
      await page.route(/papaparse/, (route) => route.abort());
      await pressInMore(page, 'Export CSV');
      await expect(shownToast(page)).toContainText('The export failed.');
    });
  },
);

test('an admin finds, selects and edits many items', WIDE, async ({ page, shop, browserErrors }) => {
  await test.step('an admin selects all matching items and edits them together, and one Undo reverts the edit', async () => {
    await openInventory(page, shop, '?brand=Halcyon');
    await expect(page.getByText('3 of 9 items')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Night Orchard Cart' }).click();
    const selectionBar = page.getByRole('region', { name: 'Selected items' });
    await expect(selectionBar.getByText('1 selected')).toBeVisible();
    await selectionBar.getByRole('button', { name: 'Select all 3' }).click();
    await expect(selectionBar.getByText('3 selected')).toBeVisible();
    const all = page.getByRole('checkbox', { name: 'Select all 3 items' });
    await expect(all).toBeChecked();
    await all.click();
    await expect(selectionBar).toHaveCount(0);
    await all.click();
    await expect(selectionBar.getByText('3 selected')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search inventory' }).fill('nothing like it');
    await expect(selectionBar).toContainText('3 selected, 3 not shown');
    await page.getByRole('textbox', { name: 'Search inventory' }).fill('');
    await expect(selectionBar).not.toContainText('not shown');
    const countInactive = async () => (await readInventory(shop)).filter(({ isActive }) => !isActive).length;

    await selectionBar.getByRole('button', { name: 'Deactivate' }).click();
    await expect(shownToast(page)).toContainText('3 items deactivated');
    expect(await countInactive()).toBe(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Change undone');
    await expect(shownToast(page)).toContainText('3 items changed back.');
    expect(await countInactive()).toBe(0);

    await selectionBar.getByRole('button', { name: 'Markup…' }).click();
    await page.getByRole('spinbutton', { name: 'Markup in dollars' }).fill('15');
    await expect(page.getByText('No price would change: all of them have this markup.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set markup of 3 items' })).toBeDisabled();
    await page.getByRole('spinbutton', { name: 'Markup in dollars' }).fill('22.5');
    await expect(page.getByText(/^\d+ of 3 items would change\.$/)).toBeVisible();
    const sample = page.getByRole('list', { name: 'Sample prices' }).getByRole('listitem').first();
    await expect(sample).toContainText(/markup \$[\d.]+ → \$22\.50/);
    await page.getByRole('button', { name: 'Set markup of 3 items' }).click();
    await expect(shownToast(page)).toContainText('Markup of 3 items set to $22.50');
    await expect(markupField(page, 'Night Orchard Cart')).toHaveValue('22.50');
    const pressMore = async (name: string) => {
      await selectionBar.getByRole('button', { name: 'More…' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await pressMore('Label…');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Weight label' }).selectOption('100mg');
    await page.getByRole('button', { name: 'Set label of 3 items' }).click();
    await expect(label(page, 'Night Orchard Cart')).toHaveValue('100mg');
    await pressMore('Category, brand, size, tags…');
    const facts = page.getByRole('dialog', { name: 'Category, brand, size and tags of 3 items' });
    await expect(facts.getByRole('button', { name: 'Change 3 items' })).toBeDisabled();
    await facts.getByRole('combobox', { name: 'Category' }).fill('Pens');
    await facts.getByRole('textbox', { name: 'Add tags' }).fill('new, Strain = Haze');
    await facts.getByRole('button', { name: 'Change category and tags of 3 items' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Add "Pens"' }).click();
    await expect(shownToast(page)).toContainText('Category and tags of 3 items changed');
    const pens = (await readInventory(shop)).filter(({ category }) => category === 'Pens');
    expect(pens.map(({ tags }) => tags.slice(-2))).toEqual(Array(3).fill(['new', 'Strain = Haze']));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Change undone');
    await pressMore('Weight labels (3)');
    await expect(label(page, 'Night Orchard Cart')).toHaveValue('none');
    const halcyon = (await readInventory(shop)).filter(({ markupDollars }) => markupDollars === 22.5);
    expect(halcyon.map(({ weightLabel }) => weightLabel)).toEqual([null, null, null]);
  });
  await test.step('the stock of selected items is set together, they are taken off the list together, and each has one Undo', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openInventory(page, shop, '?category=Flower');
    const bar = page.getByRole('region', { name: 'Selected items' });
    await page.getByRole('checkbox', { name: 'Select Harvest Moon' }).click();
    await page.getByRole('checkbox', { name: 'Select Greenhouse No. 4' }).click();
    const setStock = async () => {
      await bar.getByRole('button', { name: 'More…' }).click();
      await page.getByRole('menuitem', { name: 'Set stock…' }).click();
    };
    await setStock();
    const dialog = page.getByRole('dialog', { name: 'Stock of 2 items' });
    await dialog.getByLabel('In stock').fill('some');
    await dialog.getByRole('button', { name: 'Set stock of 2 items' }).click();
    await expect(dialog).toContainText('Enter a whole number, such as 24 or +10.');
    await dialog.getByLabel('In stock').fill('-5000');
    await dialog.getByRole('button', { name: 'Set stock of 2 items' }).click();
    await expect(dialog).toContainText("Stock can't go below 0. The most that one of them has is 62.");
    // Only one of them has as many.
    await dialog.getByLabel('In stock').fill('-20');
    await dialog.getByLabel('Reason').selectOption('damaged');
    await dialog.getByRole('button', { name: 'Set stock of 2 items' }).click();
    await expect(shownToast(page)).toContainText('Stock of 1 item set');
    await expect(shownToast(page)).toContainText("1 item: Stock can't go below 0.");
    await expect(page.getByRole('button', { name: /^Stock of Greenhouse No. 4.*: 42$/ })).toBeVisible();
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: /^Stock of Greenhouse No. 4.*: 62$/ })).toBeVisible();

    await test.step('if the response is lost, the dialog stays, looks, and tries again without changing it twice', async () => {
      browserErrors.allow(FAILED_CALL, /ERR_FAILED/);
      await respondOnce(page, ['POST', '**/api/admin/inventory/*/stock'], loseResponse);
      await setStock();
      await dialog.getByLabel('In stock').fill('+5');
      const before = await readInventory(shop);
      const stockOf = async (name: string) => {
        const quantity = (items: typeof before) => items.find((item) => item.name === name)!.quantity;
        return quantity(await readInventory(shop)) - quantity(before);
      };
      await dialog.getByRole('button', { name: 'Set stock of 2 items' }).click();
      const lost = dialog.getByRole('alert');
      await expect(lost).toContainText('The shop did not answer');
      await expect(lost).toContainText(/It is not known whether .+ was changed\. 1 item after it is not changed yet\./);
      await expectAccessible(page, 'a lost response');
      await lost.getByRole('button', { name: 'Look' }).click();
      await expect(lost).toContainText(/\d+ in stock now, \d+ before\./);
      await dialog.getByRole('button', { name: 'Try again: 2 items' }).click();
      await expect(shownToast(page)).toContainText('Stock of 2 items set');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await stockOf('Harvest Moon')).toBe(5);
      expect(await stockOf('Greenhouse No. 4')).toBe(5);
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      for (const name of ['Harvest Moon', 'Greenhouse No. 4']) await expect.poll(() => stockOf(name)).toBe(0);
    });

    await bar.getByRole('button', { name: 'More…' }).click();
    await page.getByRole('menuitem', { name: 'Take off the list' }).click();
    const question = page.getByRole('alertdialog', { name: 'Take 2 items off the list?' });
    await expect(question).not.toContainText('show as short');
    await question.getByRole('button', { name: 'Take off the list' }).click();
    await expect(shownToast(page)).toContainText('2 items taken off the list');
    await expect(page.getByText('0 of 7 items')).toBeVisible();
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 of 9 items')).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
  await test.step('search, filters and sort are in the address and survive a reload, and the keyboard finds the search', async () => {
    await uploadInventory(shop, PRODUCTS);
    await test.step('search, filters and sort are in the address and survive a reload', async () => {
      await openInventory(page, shop);
      await page.getByRole('textbox', { name: 'Search inventory' }).fill('cart');
      await page.getByRole('combobox', { name: 'Category' }).selectOption('Carts');
      await page.getByRole('combobox', { name: 'Brand' }).selectOption('Northlight');
      await page.getByRole('combobox', { name: 'Sort by price' }).selectOption('high-low');
      await expect(page).toHaveURL('/admincp?tab=inventory&search=cart&category=Carts&brand=Northlight&sort=high-low');
      await page.reload();
      await expect(page.getByText('3 of 9 items')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Search inventory' })).toHaveValue('cart');
      const markups = page.getByRole('spinbutton', { name: /^Markup of/ });
      await expect(markups.first()).toHaveAccessibleName('Markup of Pine Hollow Cart (1G)');
      await expect(markups.last()).toHaveAccessibleName('Markup of Blue Hour Cart (1G)');

      await page.getByRole('textbox', { name: 'Search inventory' }).fill('nothing like it');
      await expect(page.getByText('No items match the current filters')).toBeVisible();
      await expect(page.getByText('Try adjusting your category or brand selection')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page.getByText('9 of 9 items')).toBeVisible();
    });
    await test.step('"/" moves the focus to the search, and "?" shows the keyboard shortcuts', async () => {
      await page.getByRole('textbox', { name: 'Search inventory' }).blur();
      await page.keyboard.press('/');
      await expect(page.getByRole('textbox', { name: 'Search inventory' })).toBeFocused();
      await page.keyboard.type('?/');
      await expect(page.getByRole('textbox', { name: 'Search inventory' })).toHaveValue('?/');
      await page.getByRole('textbox', { name: 'Search inventory' }).blur();
      await page.keyboard.press('?');
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(shortcuts.getByText('Move between cells')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(shortcuts).toBeHidden();
    });
  });
  await test.step('an admin fixes doubtful labels, all at once or one by one, and Undo brings them back', async () => {
    await uploadInventory(shop, PRODUCTS);
    await uploadInventory(shop, [
      ...PRODUCTS,
      { id: 'l1', name: 'Harvest Dusk - 7G', qty: 3, price: 40, category: 'Flower', weightLabel: 'Eighth' },
      { id: 'l2', name: 'Moss Cookies - 28G', qty: 3, price: 90, category: 'Flower', weightLabel: 'Half Ounce' },
    ]);
    await openInventory(page, shop);
    const toCheck = (text: string) =>
      page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: text, exact: true });
    await toCheck('2 labels to check').click();
    await expect(page.getByText('2 of 11 items')).toBeVisible();
    await expect(page.getByText("These labels don't match the name, size or tags")).toBeVisible();
    await expect(page).toHaveURL(/labels=check/);
    await expectAccessible(page, 'labels to check');
    await page.getByRole('button', { name: 'Fix all 2' }).click();
    await expect(shownToast(page)).toContainText('Corrected the weight label of 2 items');
    await expect(page.getByText('0 of 11 items')).toBeVisible();
    expect(await readItem(shop, 'Harvest Dusk - 7G')).toMatchObject({ weightLabel: 'Quarter' });
    expect(await readItem(shop, 'Moss Cookies - 28G')).toMatchObject({ weightLabel: 'Ounce' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toCheck('2 labels to check')).toBeVisible();

    await page.getByRole('button', { name: /Set Quarter$/ }).click();
    await expect(shownToast(page)).toContainText('Harvest Dusk - 7G: Eighth → Quarter');
    await expect(toCheck('1 label to check')).toBeVisible();
  });
});
