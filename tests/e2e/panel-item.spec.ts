import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { pauseClock } from './network.ts';
import { openInventory, openPanel, shownToast } from './panel-page.ts';
import { PRODUCTS, productsWith } from './products.ts';
import {
  placeOrder,
  readCatalogue,
  readInventory,
  readItem,
  registerMember,
  registerWithRole,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(`^${name}`) });

test(
  'the drawer of an item shows its facts, its orders and its history, and each of them leads on',
  ONCE,
  async ({ page, shop }) => {
    await uploadInventory(
      shop,
      productsWith('Blue Hour Cart', {
        batch: 'B-77',
        lab: { tested: '2026-01-05', expires: '2026-02-05', thc: '82 %' },
        tiers: [{ from: 3, price: 30 }],
      }),
    );
    const reserving = await registerMember(shop, { 'Blue Hour Cart': 2 });
    const { number } = await placeOrder(shop, reserving.token);
    const buying = await registerMember(shop, { 'Blue Hour Cart': 1 });
    await setReceiptStatus(shop, (await placeOrder(shop, buying.token)).id, 'paid', 'shipped');

    const { id } = await readItem(shop, 'Blue Hour Cart');
    await openPanel(page, shop, `?tab=inventory&item=${id}`);
    const item = drawer(page, 'Blue Hour Cart');
    for (const fact of ['Northlight', 'B-77', 'Expired', 'THC 82 %', 'Formulation = Live Resin', '3 or more']) {
      await expect(item).toContainText(fact);
    }
    await expect(item).toContainText('1 piece sold in 90 days, for $52.00.');
    await expect(item.getByRole('list', { name: 'Reserved by' })).toHaveText(
      `Receipt #${number} ${reserving.username}2 reserved`,
    );
    await expect(item).toContainText('Replaced the inventory');
    await expectAccessible(page, 'the drawer of an item');
    await item.getByRole('button', { name: 'All changes and Undo' }).click();
    await page
      .getByRole('dialog', { name: 'History of Blue Hour Cart' })
      .getByRole('button', { name: 'Close' })
      .click();
    await item.getByRole('link', { name: `Receipt #${number}` }).click();
    await expect(page).toHaveURL(/tab=receipts/);
  },
);

test(
  'an admin edits description, threshold, markup and state in the drawer, and a link to an item that left says so',
  ONCE,
  async ({ page, shop }) => {
    await test.step('an admin edits description, threshold, markup and state in the drawer', async () => {
      const { id } = await readItem(shop, 'Night Orchard Cart');
      await openPanel(page, shop, `?tab=inventory&item=${id}`);
      const item = drawer(page, 'Night Orchard Cart');
      const text = item.getByRole('textbox', { name: 'Description', exact: true });
      await text.fill('First line.');
      await text.press('Enter');
      await text.pressSequentially('Second line.');
      await text.blur();
      await expect(shownToast(page)).toContainText('Description updated successfully');
      const threshold = item.getByRole('textbox', { name: 'Low-stock threshold of Night Orchard Cart' });
      await threshold.fill('25');
      await threshold.press('Enter');
      await expect(shownToast(page)).toContainText('Low-stock threshold updated successfully');
      await expect(item.getByText('Low on stock')).toBeVisible();
      await item.getByRole('spinbutton', { name: 'Markup of Night Orchard Cart' }).fill('20');
      await item.getByRole('spinbutton', { name: 'Markup of Night Orchard Cart' }).press('Enter');
      await expect(shownToast(page)).toContainText('Markup updated successfully');
      await item.getByRole('button', { name: 'Active', exact: true }).click();
      await expect(shownToast(page)).toContainText('Product deactivated successfully');
      expect(await readItem(shop, 'Night Orchard Cart')).toMatchObject({
        description: 'First line.\nSecond line.',
        lowStock: 25,
        markupDollars: 20,
        isActive: false,
      });
      // Escape gives back the old text before it closes the drawer.
      await text.fill('Lost');
      await text.press('Escape');
      await expect(text).toHaveValue('First line.\nSecond line.');
      await text.press('Escape');
      await expect(item).toBeHidden();
      await expect(page).toHaveURL(/tab=inventory$/);
    });
    await test.step('a link to an item that has left the inventory says so', async () => {
      await page.goto('/admincp?tab=inventory&item=987654');
      await expect(page.getByRole('dialog')).toContainText('This item is no longer in the inventory');
    });
  },
);

test('arrow keys go through the rows while the drawer stays open, and Back closes it', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop);
  await page.getByRole('button', { name: 'Blue Hour Cart', exact: true }).click();
  await expect(drawer(page, 'Blue Hour Cart')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(drawer(page, 'Amber Tide Cart')).toBeVisible();
  await page.getByRole('button', { name: 'Next item' }).click();
  await expect(drawer(page, 'Pine Hollow Cart')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(drawer(page, 'Amber Tide Cart')).toBeVisible();
  // In a text the arrow keys move the caret.
  await page.getByRole('dialog').getByRole('textbox', { name: 'Description', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(drawer(page, 'Amber Tide Cart')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/admincp(\?tab=inventory)?$/);
});

test(
  'a stock clerk sees no orders in the drawer, and the order desk edits nothing there',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const { id } = await readItem(shop, 'Blue Hour Cart');
    const clerk = await registerWithRole(shop, 'inventory');
    await openInventory(page, shop, `?tab=inventory&item=${id}`, clerk.token);
    await expect(drawer(page, 'Blue Hour Cart').getByRole('heading', { name: 'History' })).toBeVisible();
    await expect(drawer(page, 'Blue Hour Cart').getByRole('heading', { name: 'Orders' })).toHaveCount(0);
    const desk = await registerWithRole(shop, 'orders');
    const other = await openOtherBrowser();
    await openInventory(other, shop, `?tab=inventory&item=${id}`, desk.token);
    const item = drawer(other, 'Blue Hour Cart');
    await expect(item.getByRole('heading', { name: 'Orders' })).toBeVisible();
    for (const role of ['textbox', 'combobox', 'spinbutton'] as const)
      await expect(item.getByRole(role)).toHaveCount(0);
  },
);

test(
  'an admin adds an item by hand, sees what is wrong at each field, and Undo takes it back',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await openPanel(page, shop, '?tab=inventory');
    await page.getByRole('button', { name: 'Add item' }).click();
    const form = page.getByRole('dialog', { name: 'Add item' });
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(form.getByText('The item needs a name')).toBeVisible();
    await form.getByLabel('Name').fill('Fern Salve');
    await form.getByLabel('Quantity').fill('1.5');
    await form.getByLabel('Base price in dollars').fill('cheap');
    await expectAccessible(page, 'the form of a new item');
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(form.getByText('Qty must be a whole number of 0 or more')).toBeVisible();
    await expect(form.getByText('Price must be a number of 0 or more')).toBeVisible();
    await form.getByLabel('Quantity').fill('4');
    await form.getByLabel('Base price in dollars').fill('$18.50');
    await form.getByLabel('Brand').fill('Fernhill');
    await form.getByLabel('Category').fill('Topical');
    await form.getByLabel('Tags').fill('Formulation = Salve\nVolume = 1G');
    await form.getByLabel('Tiers').fill('3 = 15.00');
    await form.getByLabel('Tested on').fill('2026-10-01');
    await form.getByLabel('Id', { exact: true }).fill('c1');
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(form.getByText('An item with this id is in the inventory already.')).toBeVisible();
    await form.getByLabel('Id', { exact: true }).fill('');
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(shownToast(page)).toContainText('Added "Fern Salve"');
    await expect(form).toBeHidden();
    expect(await readItem(shop, 'Fern Salve')).toMatchObject({
      quantity: 4,
      price: 18.5,
      markupDollars: 15,
      byHand: true,
      tags: ['Formulation = Salve', 'Volume = 1G'],
      tiers: [{ from: 3, price: 15 }],
      lab: { tested: '2026-10-01' },
    });
    expect((await readCatalogue(shop)).map(({ name }) => name)).toContain('Fern Salve');
    await expect(page.getByText('10 of 10 items')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('9 of 9 items')).toBeVisible();
    expect((await readInventory(shop)).map(({ name }) => name)).not.toContain('Fern Salve');
  },
);

test(
  'an item that is opened while the typed search is not in the address yet stays open, and the search gets there',
  WIDE,
  async ({ page, shop }) => {
    await page.clock.install();
    await openInventory(page, shop);
    // The list cannot appear while the clock is stopped.
    await expect(page.getByRole('button', { name: 'Blue Hour Cart', exact: true })).toBeVisible();
    await pauseClock(page);
    await page.getByRole('textbox', { name: 'Search inventory' }).fill('blue');
    await page.getByRole('button', { name: 'Blue Hour Cart', exact: true }).click();
    await page.clock.runFor(1000);
    await page.clock.resume();
    await expect(page).toHaveURL(/[?&]search=blue&item=\d+$/);
    await expect(drawer(page, 'Blue Hour Cart')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/[?&]search=blue$/);
  },
);
