import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf, scrollToElement } from './geometry.ts';
import { openHeaderMenu, openPanel, openReplacement, panelRows, shownToast } from './panel-page.ts';
import { PRODUCTS, productsWith } from './products.ts';
import { placeOrder, readItem, registerMember, setReceiptStatus, uploadInventory } from './shop-api.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

test('the panel can be used on a phone', ONCE, async ({ page, shop }) => {
  await test.step('the first item is on the first screen of a phone, and a press on it opens all its controls', async () => {
    await openPanel(page, shop, '?tab=inventory');
    const row = panelRows(page, 'Inventory list').filter({ hasText: 'Blue Hour Cart' });
    await expect(row).toBeInViewport({ ratio: 1 });
    expect((await boxOf(row)).y).toBeLessThan(330);
    await expect(row).toContainText('$52.00');
    await expect(row).toContainText('20 in stock');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Price rule',
      'Pictures',
      'Categories',
      'Import products',
      'Complete Inventory Replacement',
      'Export CSV',
      'History',
    ]);
    expect((await boxOf(page.getByRole('menu'))).x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Count stock' }).click();
    await expect(page.getByRole('dialog', { name: 'Count stock' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'the inventory on a phone');
    await row.getByRole('button', { name: /^Blue Hour Cart/ }).click();
    const item = page.getByRole('dialog', { name: /^Blue Hour Cart/ });
    await item.getByLabel('Markup', { exact: true }).fill('20');
    await item.getByRole('combobox', { name: 'Weight label' }).selectOption('1g Cart');
    const save = item.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeInViewport({ ratio: 1 });
    await save.click();
    await expect(shownToast(page)).toContainText('Updated "Blue Hour Cart (1G)"');
    await item.getByRole('button', { name: 'Close' }).click();
    await expect(row).toContainText('$57.00');
    expect(await readItem(shop, 'Blue Hour Cart')).toMatchObject({ markupDollars: 20, weightLabel: '1g Cart' });
  });
  await test.step('on a phone the menu of a row changes stock, prices, label and state without its drawer', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openPanel(page, shop, '?tab=inventory');
    await page.getByRole('button', { name: 'Quick edit of Blue Hour Cart' }).click();
    const sheet = page.getByRole('dialog', { name: 'Blue Hour Cart' });
    await expectAccessible(page, 'the quick edit of an item');
    // It looked at a wide page too, which has no such sheet.
    await page.getByRole('button', { name: 'Quick edit of Blue Hour Cart' }).click();
    await sheet.getByRole('spinbutton', { name: /^Base price of / }).fill('40');
    await sheet.getByRole('spinbutton', { name: /^Base price of / }).press('Enter');
    await expect(shownToast(page)).toContainText('$36.50 → $40.00');
    await sheet.getByRole('spinbutton', { name: /^Markup of / }).fill('18');
    await sheet.getByRole('spinbutton', { name: /^Markup of / }).press('Enter');
    await expect(shownToast(page)).toContainText('Markup updated successfully');
    await test.step('the message does not cover the name of the item', async () => {
      const message = await boxOf(shownToast(page));
      expect(message.y + message.height).toBeLessThanOrEqual((await boxOf(sheet.getByRole('heading'))).y);
    });
    await sheet.getByRole('combobox', { name: /^Weight label of / }).selectOption('Gram');
    await expect(shownToast(page)).toContainText('none → Gram');
    await expect(sheet).toContainText('$58.00');
    await sheet.getByRole('switch', { name: 'Active' }).click();
    await expect(shownToast(page)).toContainText('Product deactivated successfully');
    await sheet.getByRole('button', { name: '+ one piece' }).click();
    await sheet.getByRole('button', { name: 'Change stock' }).click();
    await expect(shownToast(page)).toContainText('is now 21');
    await expect(sheet).toBeHidden();
    const row = panelRows(page, 'Inventory list').filter({ hasText: 'Blue Hour Cart' });
    await expect(row).toContainText('21 in stock');
    await expect(row).toContainText('Inactive');
  });
  await test.step('a brand that does not fit gets shorter', async () => {
    await uploadInventory(shop, productsWith('Blue Hour Cart', { brand: 'Long Meadow Growers of the Far Coast' }));
    await openPanel(page, shop, '?tab=inventory');
    const row = panelRows(page, 'Inventory list').filter({ hasText: 'Blue Hour Cart' });
    const brand = await boxOf(row.getByText('Long Meadow'));
    expect(brand.width).toBeGreaterThanOrEqual(40);
    expect(Math.abs(brand.y - (await boxOf(row.getByText('in stock'))).y)).toBeLessThan(6);
  });
  await test.step('on a phone the sync is a button, and the replacement an entry of the menu', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openPanel(page, shop, '?tab=inventory');
    await expect(page.getByRole('button', { name: 'Apply 35% Markup to All' })).toBeHidden();
    await page.getByRole('button', { name: 'Sync Controls' }).click();
    for (const name of ['Manual Sync Now', 'Apply 35% Markup to All'])
      await expect(page.getByRole('button', { name })).toBeVisible();
    await expect(page.getByText('Last Sync', { exact: true })).toBeVisible();
    // At the next visit the list comes first again.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sync Controls' })).toHaveAttribute('aria-expanded', 'false');
    await openReplacement(page);
    await expect(page.getByText('Every product needs id, name, qty and price.')).toBeVisible();
  });
  await test.step('search and filters stay in view on a phone, and sort by whatever a column has', async () => {
    await uploadInventory(
      shop,
      Array.from({ length: 40 }, (_, at) => ({ id: `s${at}`, name: `Jar ${at}`, qty: 3 + at, price: 5 })),
    );
    await openPanel(page, shop, '?tab=inventory');
    await expect(panelRows(page, 'Inventory list').first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 1500));
    await expect(page.getByLabel('Search inventory')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Or sort by').selectOption('Qty: High to Low');
    await page.getByRole('button', { name: 'Show 40 items' }).click();
    await expect(panelRows(page, 'Inventory list').first()).toContainText('42 in stock');
    await expect(page).toHaveURL(/sort=qty-desc/);
  });
  await test.step('every action of the bulk bar is on the screen of a phone', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openPanel(page, shop, '?tab=inventory&brand=Halcyon');
    await page.getByRole('checkbox', { name: 'Select Night Orchard Cart' }).click();
    const bar = page.getByRole('region', { name: 'Selected items' });
    for (const name of ['Select all 3', 'Activate', 'Deactivate', 'Markup…', 'More…', 'Clear selection']) {
      const button = bar.getByRole('button', { name, exact: true });
      await expect(button).toBeInViewport({ ratio: 1 });
      expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44);
    }
    const place = await boxOf(bar.getByRole('button', { name: 'Deactivate' }));
    await bar.getByRole('button', { name: 'Select all 3' }).click();
    await expect(bar).toContainText('3 selected');
    expect(await boxOf(bar.getByRole('button', { name: 'Deactivate' }))).toEqual(place);
    await bar.getByRole('button', { name: 'More…' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Set stock…',
      'Label…',
      'Category, brand, size, tags…',
      'Price rule',
      'Take off the list',
    ]);
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Deactivate' }).click();
    await expect(shownToast(page)).toContainText('3 items deactivated');
  });
  await test.step('the header of a phone has few buttons, and a menu with words for the rest', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openPanel(page, shop, '?tab=users');
    const buttons = page.getByRole('banner').getByRole('button');
    await expect(buttons).toHaveText([/^Search or run/, 'Tasks', 'Settings', 'Menu']);
    await openHeaderMenu(page);
    const entries = page.getByRole('menuitem');
    await expect(entries).toHaveText(['Activity', 'Tasks', 'Dashboard', 'Logout']);
    await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
    await expectAccessible(page, 'the menu of the panel');
    // The check has made the page wide, which has no menu.
    await openHeaderMenu(page);
    await entries.filter({ hasText: 'Tasks' }).click();
    await expect(page.getByRole('dialog', { name: 'Tasks' })).toBeVisible();
    await page.keyboard.press('Escape');
    await openHeaderMenu(page);
    await entries.filter({ hasText: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  });
  await test.step('a link at the end of the overview opens its tab at the top, and Back returns to the link', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await registerMember(shop, { 'Blue Hour Cart': 1 });
    await setReceiptStatus(shop, (await placeOrder(shop, member.token)).id, 'paid');
    await openPanel(page, shop, '?tab=overview');
    const link = page.getByRole('region', { name: 'What sells' }).getByRole('link', { name: '$' }).first();
    await expect(link).toBeVisible();
    await scrollToElement(link, 300);
    await link.click();
    await expect(panelRows(page, 'Receipts').first()).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(link).toBeInViewport();
  });
  await test.step('nothing looks cut off on a narrow phone: buttons fit, and rows that go on fade', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await registerMember(shop, { 'Blue Hour Cart': 1 });
    await placeOrder(shop, member.token);
    await page.setViewportSize({ width: 360, height: 740 });
    await openPanel(page, shop, '?tab=receipts');
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeInViewport({ ratio: 1 });
    const states = page.getByRole('group', { name: 'State' });
    const fadeAt = (edge: 'start' | 'end') =>
      states.evaluate((row, name) => Number.parseFloat(row.style.getPropertyValue(name)), `--fade-${edge}`);
    await expect(states.getByRole('button', { name: /^Expired/ })).not.toBeInViewport({ ratio: 1 });
    expect([await fadeAt('start'), await fadeAt('end')]).toEqual([0, 28]);
    await states.getByRole('button', { name: /^Expired/ }).click();
    await expect.poll(() => fadeAt('end')).toBe(0);
    expect(await fadeAt('start')).toBe(28);
  });
});
