import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { openInventory, openPanel } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { placeOrder, registerMember, registerWithRole, uploadInventory } from './shop-api.ts';
import { openAs } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => palette(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const openTab = (page: Page, name: string) => expect(page.getByRole('tab', { name, selected: true })).toBeVisible();

/** Opens the palette by keyboard and types. */
const type = async (page: Page, text: string) => {
  // One that is still closing would take the letters.
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
};

test('the palette leads to a tab, a receipt, a member and an item by keyboard alone', WIDE, async ({ page, shop }) => {
  const member = await registerMember(shop, { 'Blue Hour Cart': 1 });
  const receipt = await placeOrder(shop, member.token);
  await openInventory(page, shop);

  await type(page, 'points');
  await expect(option(page, /^Go to Points/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await openTab(page, 'Points & Transactions');

  await type(page, `#${receipt.number}`);
  await expect(option(page, `Receipt #${receipt.number}`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: `Receipt #${receipt.number}` });
  await expect(drawer).toContainText(member.username);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await openTab(page, 'Receipts');
  await type(page, receipt.total);
  await expect(option(page, `Receipt #${receipt.number}`)).toBeVisible();
  await page.keyboard.press('Escape');

  await type(page, member.username);
  await expect(option(page, member.username)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: member.username })).toBeVisible();
  await page.goBack();

  await type(page, 'hollow pine');
  await expect(option(page, /^Pine Hollow Cart/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await openTab(page, 'Inventory');
  await expect(page.getByText(/^1 of \d+ items$/)).toBeVisible();
});

test('arrows choose, Escape and Back close, and the palette says what it found', WIDE, async ({ page, shop }) => {
  await openPanel(page, shop, '?tab=receipts');
  await openTab(page, 'Receipts');
  await page.getByRole('button', { name: 'Search or run' }).click();
  await expect(field(page)).toBeFocused();
  const first = palette(page).getByRole('option').first();
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id'))!);
  await page.keyboard.press('ArrowUp');
  await expect(palette(page).getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'the command palette');
  await page.keyboard.type('xyzzy');
  await expect(palette(page).getByText('Nothing found for "xyzzy"')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Meta+k');
  await expect(field(page)).toHaveValue('');
  await page.goBack();
  await expect(palette(page)).toBeHidden();
  await openTab(page, 'Receipts');
});

test('an action of the palette opens what it names, also from another tab', ONCE, async ({ page, shop }) => {
  await openInventory(page, shop);
  for (const [typed, section, part] of [
    ['shop no', 'Shop', 'Notice while closed'],
    ['purchase limits', 'Limits', 'Add limit'],
    ['exchange', 'Payment', 'Exchange rates'],
    ['webhook', 'Chat', 'Webhook notices'],
    ['settings ship', 'Shipping', 'Standard shipping'],
  ] as const) {
    await type(page, typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: section, exact: true, level: 2 })).toBeVisible();
    await expect(page.getByText(part, { exact: true }).first()).toBeVisible();
  }
  await type(page, 'invit');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Invites' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  for (const [typed, name] of [
    ['count', 'Change stock'],
    ['restock', 'Change stock'],
    ['add product', 'Add item'],
    ['price', 'Price rule'],
    ['import', 'Upload an inventory file'],
    ['import', 'Import products'],
    ['sync', 'Sync now'],
    ['backup', 'Back up now'],
    ['invite', 'Invites'],
    ['2fa', 'Passkeys in the panel'],
    ['refund', 'Payments to refund'],
    ['tracking', 'Go to Receipts'],
  ] as const) {
    await type(page, typed);
    await expect(option(page, new RegExp(`^${name}`)).first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await type(page, 'restock');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Search inventory' })).toBeFocused();
  await expect(page.getByText('Which item?')).toBeVisible();
  await type(page, 'add item');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add item' })).toBeVisible();
  await page.keyboard.press('Escape');
  await type(page, 'shopify');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Import products' })).toBeVisible();
  await page.keyboard.press('Escape');
  await type(page, 'light');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await type(page, 'upload');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /choose one/ })).toBeFocused();
  await type(page, 'back to the shop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
});

test('G and a letter goes to a tab, and letters that are typed in a field stay there', ONCE, async ({ page, shop }) => {
  await openInventory(page, shop);
  const search = page.getByRole('textbox', { name: 'Search inventory' });
  await search.focus();
  await page.keyboard.type('gr');
  await expect(search).toHaveValue('gr');
  await openTab(page, 'Inventory');
  await search.blur();
  await page.keyboard.type('gr');
  await openTab(page, 'Receipts');
  await page.keyboard.type('gu');
  await openTab(page, 'Users');
  await page.keyboard.type('gi');
  await openTab(page, 'Inventory');
  await page.keyboard.type('ga');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeAttached();
  await page.keyboard.type('gs');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeAttached();
});

test('a role finds only what it may do', ONCE, async ({ page, shop }) => {
  const member = await registerMember(shop, { 'Blue Hour Cart': 1 });
  const receipt = await placeOrder(shop, member.token);
  const { token } = await registerWithRole(shop, 'inventory');
  await openAs(page, shop, token, '/admincp');
  await openTab(page, 'Inventory');
  await page.keyboard.press('Control+k');
  await expect(option(page, /^Go to Inventory/)).toBeVisible();
  await expect(option(page, /Go to (Users|Receipts|Points|Activity)/)).toHaveCount(0);
  await expect(option(page, /rates|Settings|Invites|Export/)).toHaveCount(0);
  await expect(option(page, 'Sync now')).toBeVisible();
  await field(page).fill(`#${receipt.number}`);
  await expect(palette(page).getByText(/^Nothing found/)).toBeVisible();
});
