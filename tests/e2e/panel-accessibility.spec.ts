import { expectAccessible, tabTo } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { askMarkupForAll, openInventory, openPanel, openRow, panelRows, pressInMore } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { registerMemberWithHistory, uploadInventory } from './shop-api.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

test('receipts, points and users are accessible in the panel', ONCE, async ({ page, shop }) => {
  const { username } = (await registerMemberWithHistory(shop)).member;
  await openPanel(page, shop, `?tab=receipts&q=${username}`);
  await expect(page.getByText('2 of 2 receipts')).toBeVisible();
  await expectAccessible(page, 'receipts');
  await openRow(page, 'Receipts', username);
  const receipt = page.getByRole('dialog', { name: /^Receipt #/ });
  await expect(receipt.getByRole('button', { name: 'Mark shipped' })).toBeVisible();
  await expectAccessible(page, 'a receipt');

  await page.goto(`/admincp?tab=points&q=${username}`);
  await expect(page.getByText('2 of 2 transactions')).toBeVisible();
  await expectAccessible(page, 'points');

  await page.goto(`/admincp?tab=users&q=${username}`);
  await openRow(page, 'Users', username);
  await expect(page.getByRole('dialog', { name: username }).getByText('Registered by', { exact: false })).toBeVisible();
  await expect(page.getByRole('dialog', { name: username })).toContainText(/Spent\$\d+\.00 in paid orders/);
  await expect(page.getByRole('dialog', { name: username }).getByRole('link', { name: '2 orders' })).toBeVisible();
  await expectAccessible(page, 'a user');
});

test('the inventory is accessible, with a selection, a preview and the history', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop);
  await expectAccessible(page, 'inventory');
  await page.getByRole('checkbox', { name: 'Select Blue Hour Cart' }).click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectAccessible(page, 'a selection');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await askMarkupForAll(page);
  await expect(page.getByRole('list', { name: 'Sample prices' })).toBeVisible();
  await expectAccessible(page, 'the preview of a markup for all items');
  await page.keyboard.press('Escape');
  await pressInMore(page, 'History');
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history.getByRole('button', { name: 'Details' }).first()).toBeVisible();
  await expectAccessible(page, 'history');
});

test('an admin finds a receipt and ships it with the keyboard alone', ONCE, async ({ page, shop }) => {
  const { username } = (await registerMemberWithHistory(shop)).member;
  await openPanel(page, shop, '?tab=receipts');
  await page.getByRole('searchbox', { name: 'Search receipts' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(username);
  await expect(page.getByText('2 of 2 receipts')).toBeVisible();
  const opener = panelRows(page, 'Receipts').getByRole('button').first();
  await tabTo(page, opener, 12);
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('dialog', { name: /^Receipt #/ });
  const ship = receipt.getByRole('button', { name: 'Mark shipped' });
  await ship.waitFor();
  await tabTo(page, ship, 12);
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('button', { name: 'Complete' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await expect(opener).toBeFocused();
});

test(
  'an owner gets from the overview to the packing lists of paid orders with the keyboard alone',
  WIDE,
  async ({ page, shop }) => {
    await registerMemberWithHistory(shop);
    await openPanel(page, shop);
    const toShip = page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: /\d+ to ship/ });
    await toShip.waitFor();
    await tabTo(page, toShip, 60);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/tab=receipts&status=paid/);
    // Those that are to ship are selected.
    await expect(panelRows(page, 'Receipts').getByRole('checkbox', { name: /^Select receipt/ })).toBeChecked();
    const bar = page.getByRole('region', { name: 'Selected receipts' });
    await expect(bar).toContainText('1 selected');
    await tabTo(page, bar.getByRole('button', { name: 'Packing list' }), 60);
    await page.keyboard.press('Enter');
    const lists = page.getByRole('dialog', { name: /^Packing list/ });
    const print = lists.getByRole('button', { name: /^Print/ });
    await print.waitFor();
    await tabTo(page, print, 12);
    await page.keyboard.press('Escape');
    await expect(lists).toBeHidden();
    await expect(bar.getByRole('button', { name: 'Packing list' })).toBeFocused();
    await tabTo(page, bar.getByRole('button', { name: 'Mark shipped' }), 60);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toContainText('1 receipt marked shipped');
  },
);
