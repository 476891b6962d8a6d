import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test, WIDE } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { pauseClock } from './network.ts';
import { openInventory, openInventoryAsTwoAdmins, openReplacement, panelRows, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { callAsAdmin, readItem, registerWithRole, setActive, uploadInventory } from './shop-api.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const firstRow = (page: Page) => panelRows(page, 'Inventory list').nth(1);
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');

/** How high the rows are, and where their texts are, with the colors. Base price and markup become fields. */
const looks = (page: Page) =>
  page.getByRole('row').evaluateAll((rows) =>
    rows.slice(1).map((row) => [
      row.getBoundingClientRect().height,
      ...[...row.children].flatMap((cell, column) => {
        if ([7, 8].includes(column)) return [];
        const found: string[] = [];
        for (const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT); texts.nextNode(); ) {
          const { parentElement, nodeValue } = texts.currentNode;
          if (parentElement?.closest('.sr-only, textarea')) continue;
          if (!/^(\$?[\d,.]+|→ .+|\w+ - \w+|Active|Grown .+|No description)$/.test(nodeValue ?? '')) continue;
          const place = document.createRange();
          place.selectNodeContents(texts.currentNode);
          const { left, top, width } = place.getBoundingClientRect();
          found.push([nodeValue, left, top, width, getComputedStyle(parentElement as Element).color].join(' '));
        }
        return found;
      }),
    ]),
  );

test('a view is saved, shared live, renamed, replaced and deleted', WIDE, async ({ page, shop, openOtherBrowser }) => {
  const other = await openOtherBrowser();
  await openInventoryAsTwoAdmins(shop, [page, other], '?category=Carts&sort=qty');
  const name = `Carts ${Date.now() % 100_000}`;
  const chip = (at: Page, called: string) =>
    at.getByRole('list', { name: 'Saved views' }).getByRole('button', { name: called });
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Carts');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Everybody in the panel sees it').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(shownToast(page)).toContainText(`"${name}" saved`);
  await expect(chip(page, name).first()).toHaveAttribute('aria-pressed', 'true');
  // The other admin sees it without doing anything, and opens it.
  await other.getByRole('combobox', { name: 'Category' }).selectOption('All Categories');
  await expect(chip(other, name).first()).toHaveAttribute('aria-pressed', 'false');
  await chip(other, name).first().click();
  await expect(other).toHaveURL(/category=Carts&sort=qty$/);

  // An owner replaces the view of another one.
  await other.getByRole('combobox', { name: 'Brand' }).selectOption('Northlight');
  await other.getByRole('button', { name: `Change the view ${name}` }).click();
  await other.getByRole('menuitem', { name: 'Replace with what is shown' }).click();
  await expect(shownToast(other)).toContainText(`"${name}" replaced`);
  await expect(chip(page, name).first()).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: `Change the view ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const rename = page.getByRole('dialog', { name: `Rename "${name}"` });
  await rename.getByLabel('Name').fill(`${name} of Northlight`);
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(chip(other, `${name} of Northlight`).first()).toBeVisible();
  await page.getByRole('button', { name: `Change the view ${name} of Northlight` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete the view' }).click();
  await expect(shownToast(page)).toContainText('deleted');
  await expect(other.getByRole('list', { name: 'Saved views' })).toBeHidden();
});

test(
  'an admin chooses the columns, their order and widths, and a saved view keeps them',
  WIDE,
  async ({ page, shop }) => {
    await openInventory(page, shop);
    await test.step('on a small screen the button of the columns is in the line of the filters', async () => {
      await page.setViewportSize({ width: 1024, height: 768 });
      const [columns, filters] = ['Columns', 'Filters'].map((name) => page.getByRole('button', { name, exact: true }));
      expect((await boxOf(columns!)).y).toBe((await boxOf(filters!)).y);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    const heads = page.getByRole('columnheader');
    const titles = async () => (await heads.allInnerTexts()).map((text) => text.trim()).filter(Boolean);
    const usual = await titles();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await expect(dialog.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
    for (const title of ['Description', 'Final']) await dialog.getByRole('checkbox', { name: title }).uncheck();
    await dialog.getByRole('button', { name: 'Move Qty left' }).click();
    await dialog.getByRole('combobox', { name: 'Width of Brand' }).selectOption('Wide');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const chosen = ['Name', 'Brand', 'Category', 'Qty', 'Weight / size', 'Base', 'Markup', 'Status', 'History'];
    expect(await titles()).toEqual(chosen);

    // The edge of a head is dragged, and the keys go from one control to the next in the new order.
    const brand = page.getByRole('columnheader', { name: 'Brand' });
    const before = await boxOf(brand);
    await page.mouse.move(before.x + before.width - 3, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 77, before.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await boxOf(brand)).width).toBeGreaterThan(before.width + 40);
    await expect(brand).not.toHaveAttribute('aria-sort', /./);
    await page.getByRole('button', { name: 'Harvest Moon', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Stock of Harvest Moon (3.5G): 14' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('combobox', { name: 'Weight label of Harvest Moon' })).toBeFocused();

    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Stock count');
    await page.getByRole('dialog', { name: 'Save view' }).getByRole('button', { name: 'Save' }).click();
    const chip = page.getByRole('list', { name: 'Saved views' }).getByRole('button', { name: 'Stock count' }).first();
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    const width = (await boxOf(brand)).width;
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await dialog.getByRole('button', { name: 'Usual columns' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await titles()).toEqual(usual);
    await chip.click();
    await expect(brand).toBeVisible();
    expect(await titles()).toEqual(chosen);
    expect((await boxOf(brand)).width).toBeCloseTo(width, 0);
  },
);

test('the list of the inventory shows what an admin asks for', WIDE, async ({ page, shop }) => {
  await test.step('the inventory opens on its table, with one line of the sync and the actions above it, which opens in place and stays open on the device', async () => {
    await uploadInventory(
      shop,
      Array.from({ length: 40 }, (_, index) => ({ id: `p${index}`, name: `Product ${index}`, qty: 3, price: 10 })),
    );
    await openInventory(page, shop);
    // All of them, so that something needs attention too.
    await expect(page.getByRole('region', { name: 'Needs you' }).getByRole('link').first()).toBeVisible();
    await expect(panelRows(page, 'Inventory list').filter({ hasText: 'Product 12' })).toBeInViewport({ ratio: 1 });
    const top = async (of: Locator) => (await boxOf(of)).y;
    const line = await top(page.getByRole('button', { name: 'Manual Sync Now' }));
    for (const name of ['Count stock', 'Import products', 'Add item'])
      expect(Math.abs((await top(page.getByRole('button', { name }))) - line)).toBeLessThan(4);
    await test.step('at the end of the page the head of the table is below the filters', async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const filters = await boxOf(page.getByRole('button', { name: 'Filters' }));
      expect(filters.y).toBeLessThan(12);
      expect(await top(head(page, 'Name'))).toBeGreaterThanOrEqual(filters.y + filters.height);
      await page.evaluate(() => window.scrollTo(0, 0));
    });

    const sync = page.getByRole('region', { name: 'Sync Controls' });
    for (const text of ['Auto Sync', 'Status', 'Last Sync', 'Never']) await expect(sync.getByText(text)).toBeVisible();
    await expect(sync.getByRole('button', { name: 'Manual Sync Now' })).toBeVisible();
    const specified = [
      /erases and replaces the whole inventory database/,
      'Loads products with stock above 0',
      'Sets product and category images automatically',
      'Excludes In-House products from customer display',
      'Applies a $15 default markup',
      'Every product needs id, name, qty and price.',
    ];
    const upload = await openReplacement(page);
    for (const text of specified) await expect(upload.getByText(text)).toBeVisible();
    await expect(upload.getByRole('button', { name: /choose one/ })).toBeFocused();
    const place = await boxOf(page.getByRole('button', { name: 'Count stock' }));
    const manual = await boxOf(sync.getByRole('button', { name: 'Manual Sync Now' }));
    await sync.getByRole('button', { name: 'Sync Controls' }).click();
    await expect(sync.getByRole('switch', { name: 'Automatic sync' })).toBeVisible();
    // Nothing moves below the pointer.
    expect(await boxOf(page.getByRole('button', { name: 'Count stock' }))).toEqual(place);
    expect(await boxOf(sync.getByRole('button', { name: 'Manual Sync Now' }))).toEqual(manual);
    await expect(sync.getByRole('button', { name: 'Apply 35% Markup to All' })).toBeVisible();
    await expectAccessible(page, 'the inventory with its cards open');
    await page.reload();
    await expect(sync.getByRole('switch', { name: 'Automatic sync' })).toBeVisible();
    await sync.getByRole('button', { name: 'Sync Controls' }).click();
    await expect(sync.getByRole('switch', { name: 'Automatic sync' })).toBeHidden();
  });
  await test.step('pictures, tags and the end of lab results can be columns, and sort', async () => {
    await uploadInventory(shop, PRODUCTS);
    const lab = { tested: '2026-01-05', expires: '2026-02-05' };
    await uploadInventory(
      shop,
      PRODUCTS.map((product) => ({
        ...product,
        ...(product.name === 'Harvest Moon' && { lab }),
        ...(product.name === 'Blue Hour Cart' && { lab: { ...lab, expires: '2099-02-05' } }),
      })),
    );
    await openInventory(page, shop);
    const row = page.getByRole('row').filter({ hasText: 'Harvest Moon' });
    await expect(row.getByText('Lab expired')).toBeVisible();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    for (const title of ['Picture', 'Tags', 'Lab result until'])
      await dialog.getByRole('checkbox', { name: title }).check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(row).toContainText('Breakdown = 3.5G');
    await expect(row).toContainText('Feb 5, 2026');
    await expect(row.getByText('Expired', { exact: true })).toBeVisible();
    await expect(row.getByRole('img', { name: 'No picture' })).toBeVisible();
    await page.getByRole('columnheader', { name: 'Lab result until' }).getByRole('button').click();
    await expect(page.getByRole('row').nth(1)).toContainText('Harvest Moon');
    await expect(page.getByRole('row').nth(2)).toContainText('Blue Hour Cart');
    expect((await boxOf(row)).height).toBe(44);
    await test.step('a list of expired results shows their end, and its items begin at them', async () => {
      await page.goto('/admincp?tab=inventory&lab=expired');
      await expect(page.getByText('1 of 9 items')).toBeVisible();
      await expect(row).toContainText('Feb 5, 2026');
      await page.getByRole('button', { name: 'Harvest Moon', exact: true }).click();
      await expect(page.getByRole('dialog').getByLabel('Tested')).toBeFocused();
      await expect(page.getByRole('dialog').getByLabel('Tested')).toBeInViewport();
    });
  });
  await test.step('the stock of a row is changed at its figure, and Undo takes it back', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openInventory(page, shop);
    const cell = page.getByRole('button', { name: /^Stock of Harvest Moon/ });
    await cell.click();
    // It looks at another width too, where there is no such control.
    await expectAccessible(page, 'the stock of a row');
    await cell.click();
    const form = page.getByRole('dialog', { name: 'Stock of Harvest Moon' });
    await expect(form.getByLabel('In stock', { exact: true })).toBeFocused();
    await page.keyboard.type('1000000000');
    await page.keyboard.press('Enter');
    await expect(form).toContainText('These are more than 1,000,000 pieces. Please check the figure.');
    await form.getByLabel('In stock', { exact: true }).fill('+6');
    await form.getByLabel('Reason').selectOption('returned');
    await form.getByRole('button', { name: 'Change stock' }).click();
    await expect(shownToast(page)).toContainText('Stock of "Harvest Moon (3.5G)" is now 20');
    await expect(form).toBeHidden();
    await expect(cell).toBeFocused();
    await expect(cell).toHaveAccessibleName('Stock of Harvest Moon (3.5G): 20');
    await test.step('the reason stays for the next row, and Escape changes nothing', async () => {
      await page.getByRole('button', { name: /^Stock of Pine Hollow Cart/ }).click();
      const next = page.getByRole('dialog', { name: 'Stock of Pine Hollow Cart' });
      await expect(next.getByLabel('Reason')).toHaveValue('returned');
      await next.getByLabel('In stock', { exact: true }).fill('9');
      await page.keyboard.press('Escape');
      await expect(next).toBeHidden();
    });
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(cell).toHaveAccessibleName('Stock of Harvest Moon (3.5G): 14');
    expect(await readItem(shop, 'Pine Hollow Cart')).toMatchObject({ quantity: 3 });
  });
});

test('the list of the inventory is sorted, filtered, linked to and counted', WIDE, async ({ page, shop }) => {
  await test.step('every column sorts upward, downward and as before, in step with the price control and the address', async () => {
    await openInventory(page, shop);
    await head(page, 'Name').getByRole('button').click();
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
    await expect(firstRow(page)).toContainText('Amber Tide Cart');
    await expect(page).toHaveURL(/sort=name$/);
    // The keyboard sorts too.
    await page.keyboard.press('Enter');
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/sort=name-desc$/);
    await page.keyboard.press('Enter');
    await expect(head(page, 'Name')).not.toHaveAttribute('aria-sort');
    await expect(page).toHaveURL(/tab=inventory$/);

    await head(page, 'Base').getByRole('button').click();
    await expect(page.getByLabel('Sort by price')).toHaveValue('low-high');
    await page.getByLabel('Sort by price').selectOption('high-low');
    await expect(head(page, 'Base')).toHaveAttribute('aria-sort', 'descending');
    await head(page, 'Qty').getByRole('button').click();
    await expect(page.getByLabel('Sort by price')).toHaveValue('default');
    await page.reload();
    await expect(head(page, 'Qty')).toHaveAttribute('aria-sort', 'ascending');
    for (const name of ['Brand', 'Category', 'Description', 'Weight / size', 'Markup', 'Final', 'Status']) {
      await head(page, name).getByRole('button').click();
      await expect(head(page, name)).toHaveAttribute('aria-sort', 'ascending');
    }
  });
  await test.step('an admin filters by facts, sees the filters as chips, and takes them off again', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { id } = await readItem(shop, 'Citrus Grove Cart');
    await setActive(shop, id, false);
    await openInventory(page, shop);
    await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByLabel('Status').selectOption('Inactive');
    await filters.getByLabel('Picture').selectOption('No picture');
    await expectAccessible(page, 'the filters of the inventory');
    await filters.getByRole('button', { name: 'Show 1 items' }).click();
    await expect(page).toHaveURL(/tab=inventory&status=inactive&picture=none$/);
    await expect(page.getByText('1 of 9 items')).toBeVisible();
    await expect(chips(page)).toHaveText(['Inactive', 'No picture']);
    await chips(page).getByRole('button', { name: 'Inactive' }).click();
    await expect(page.getByText('9 of 9 items')).toBeVisible();
    await expect(chips(page)).toHaveText(['No picture']);
  });
  await test.step('links lead to the items that are low, out, active or with a label to check', async () => {
    await uploadInventory(shop, PRODUCTS);
    await uploadInventory(shop, [
      { id: 'a', name: 'Plenty', qty: 20, price: 10 },
      { id: 'b', name: 'Few', qty: 5, price: 10 },
      { id: 'c', name: 'Own threshold', qty: 12, price: 10 },
      { id: 'd', name: 'Moss - 28G', qty: 30, price: 10, category: 'Flower', weightLabel: 'Eighth' },
    ]);
    await callAsAdmin(shop, 'PATCH', `/api/admin/inventory/${(await readItem(shop, 'Own threshold')).id}/low-stock`, {
      lowStock: 12,
    });
    await openInventory(page, shop, '?tab=inventory&stock=low');
    await expect(page.getByText('2 of 4 items')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Few', exact: true })).toBeVisible();
    await page.goto(`${shop.url}/admincp?tab=inventory&labels=check`);
    await expect(page.getByText('1 of 4 items')).toBeVisible();
    await page.goto(`${shop.url}/admincp?tab=inventory&stock=out&status=active`);
    await expect(page.getByText('No items match the current filters')).toBeVisible();
  });
  await test.step('rows look the same before their controls are drawn, and a press on a figure is not lost', async () => {
    await uploadInventory(shop, PRODUCTS);
    const flower = { category: 'Flower', description: 'Grown on the coast.' };
    await uploadInventory(shop, [
      { id: 'a', name: 'Porch - Pound', qty: 4, price: 1075, weightLabel: 'Pound', ...flower },
      { id: 'b', name: 'Moss - 28G', qty: 30, price: 10, weightLabel: 'Eighth', ...flower },
      { id: 'c', name: 'Fern', qty: 2, price: 10 },
    ]);
    // Rows are plain as long as something scrolls. The page's clock stands just before the end of that, on any machine.
    await page.addInitScript(() => {
      const { now } = performance;
      performance.now = () => (sessionStorage.getItem('scrolls') ? -50 : now.call(performance));
    });
    await page.evaluate(() => sessionStorage.setItem('scrolls', 'yes'));
    await page.goto(`${shop.url}/admincp?tab=inventory`);
    await expect(page.getByRole('rowheader')).toHaveCount(3);
    const stock = page.getByRole('button', { name: /^Stock of / });
    await expect(stock).toHaveCount(0);
    const plain = await looks(page);
    await page.getByRole('row').nth(1).getByText('4', { exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Stock of Porch - Pound' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.evaluate(() => sessionStorage.removeItem('scrolls'));
    await expect(stock).toHaveCount(3);
    expect(await looks(page)).toEqual(plain);
  });
  await test.step('a whole shelf is counted with digits and Enter, row by row', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openInventory(page, shop, '?tab=inventory&category=Flower&sort=name&sortBy=name');
    const cells = page.getByRole('button', { name: /^Stock of / });
    const names = await page.getByRole('rowheader').allTextContents();
    await cells.first().focus();
    for (const [row, figure] of ['31', '12'].entries()) {
      await expect(cells.nth(row)).toBeFocused();
      await page.keyboard.type(figure, { delay: 60 });
      await expect(page.getByRole('dialog').getByLabel('In stock', { exact: true })).toHaveValue(figure);
      await expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('count');
      await page.keyboard.press('Enter');
      await expect(cells.nth(row)).toHaveAccessibleName(new RegExp(`^Stock of ${names[row]}.*: ${figure}$`));
    }
  });
  await test.step('a stock clerk opens a view that an owner shares, and cannot change it', async () => {
    await uploadInventory(shop, PRODUCTS);
    await callAsAdmin(shop, 'PUT', '/api/admin/views/Few%20carts', { query: 'category=Carts&stock=low', shared: true });
    const clerk = await registerWithRole(shop, 'inventory');
    await openInventory(page, shop, '', clerk.token);
    await page.getByRole('button', { name: /Few carts$/ }).click();
    await expect(page.getByText('1 of 9 items')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change the view Few carts' })).toHaveCount(0);
    await callAsAdmin(shop, 'DELETE', '/api/admin/views/Few%20carts');
  });
  await test.step('an edit renders one row of the list again', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openInventory(page, shop);
    const markup = page.getByRole('spinbutton', { name: 'Markup of Amber Tide Cart' });
    await markup.fill('33');
    // Each row has its controls, so none is drawn again for them.
    await expect(page.getByRole('spinbutton', { name: /^Markup of/ })).toHaveCount(9);
    // React hands each element new props when its component renders.
    const remember = () =>
      page.evaluate(() => {
        const state = window as unknown as { rows: Map<Element, unknown>; rendered: Set<string> };
        const propsOf = (row: Element) => {
          const key = Object.keys(row).find((each) => each.startsWith('__reactProps'));
          return (row as unknown as Record<string, unknown>)[key ?? ''];
        };
        const rows = [...document.querySelectorAll('tr[data-row]')];
        state.rows = new Map(rows.map((row) => [row, propsOf(row)]));
        state.rendered = new Set();
        new MutationObserver(() => {
          for (const [row, props] of state.rows)
            if (propsOf(row) !== props) state.rendered.add(row.getAttribute('data-row') ?? '');
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        return rows.length;
      });
    expect(await remember()).toBe(9);
    await markup.blur();
    await expect(shownToast(page)).toContainText('Amber Tide Cart (1G): $15.00 → $33.00');
    await expect(panelRows(page, 'Inventory list').filter({ hasText: 'Amber Tide Cart' })).toContainText('$73.00');
    const rendered = () => page.evaluate(() => [...(window as unknown as { rendered: Set<string> }).rendered]);
    await expect.poll(rendered).toEqual(['1']);
  });
});

/** Whatever the page measures takes 5 ms more at each look at the clock. So this device is slow, however fast it is. */
const measureSlowly = (): void => {
  const now = performance.now.bind(performance);
  let looks = 0;
  performance.now = () => now() + ++looks * 5;
};

test(
  'on a slow device the list follows the search after a pause, so that no letter waits for it',
  WIDE,
  async ({ page, shop }) => {
    await page.clock.install();
    await page.addInitScript(measureSlowly);
    await openInventory(page, shop);
    await expect(firstRow(page).getByRole('spinbutton', { name: /^Markup of/ })).toBeVisible();
    const search = page.getByRole('textbox', { name: 'Search inventory' });
    for (const [key, before, after] of [
      ['q', '9 of 9 items', '0 of 9 items'],
      ['Backspace', '0 of 9 items', '9 of 9 items'],
    ] as const) {
      await pauseClock(page);
      await search.press(key);
      await page.clock.runFor(499);
      await expect(page.getByText(before)).toBeVisible();
      await page.clock.resume();
      await expect(page.getByText(after)).toBeVisible();
    }
  },
);
