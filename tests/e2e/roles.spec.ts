import type { Page } from '@playwright/test';
import { expectAccessible, tabTo } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import {
  openHeaderMenu,
  openInventory,
  openPanel,
  openRow,
  panelRows,
  pressInMore,
  shownToast,
  typeMarkup,
} from './panel-page.ts';
import { PRODUCTS, productsWith } from './products.ts';
import {
  editMarkup,
  readItem,
  registerMember,
  registerMemberWithHistory,
  registerWithRole,
  uploadInventory,
} from './shop-api.ts';
import { openAs } from './storefront-page.ts';

// A journey fails if the browser reports a refused call. So these also show that the panel asks for nothing hidden.

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** The names of the tabs that the panel shows. */
const tabNames = (page: Page): Promise<string[]> => page.getByRole('tab').allTextContents();

/** Collects the paths of the calls that the panel makes. */
const panelCalls = (page: Page): ReadonlySet<string> => {
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/admin/')) calls.add(pathname);
  });
  return calls;
};

test('the order desk reads the inventory, with the mouse and with the keyboard', WIDE, async ({ page, shop }) => {
  await test.step('the order desk finds an item and reads its history, and can edit nothing', async () => {
    const desk = await registerWithRole(shop, 'orders');
    await uploadInventory(shop, productsWith('Blue Hour Cart', { weightLabel: '1g Cart' }));
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await openInventory(page, shop, '?tab=inventory', desk.token);
    const main = page.getByRole('main');
    await expect(main.getByText('Auto Sync')).toBeVisible();
    await expectAccessible(page, 'the inventory for reading');

    const item = panelRows(page, 'Inventory list').filter({ hasText: 'Blue Hour Cart' });
    for (const value of ['Strain: Blue Hour.', '1g Cart', '$36.50', '$15.00', '$52.00', 'Active'])
      await expect(item).toContainText(value);
    await expect(main.getByRole('textbox')).toHaveCount(1);
    await expect(main.getByRole('combobox')).toHaveCount(3);
    for (const role of ['spinbutton', 'checkbox', 'switch'] as const) await expect(main.getByRole(role)).toHaveCount(0);
    await expect(main.locator('input[type=file]')).toHaveCount(0);
    const buttons = await main
      .locator('button:not(th *)')
      .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));
    const reading =
      /^(More|Export CSV|History|Keyboard shortcuts|Filters|Columns|Categories|Save view|Sync Controls|History of .+|Why .+\?)$/;
    expect(buttons.filter((name) => !reading.test(name?.trim() ?? ''))).toEqual([]);

    // The change of somebody else arrives.
    await editMarkup(shop, (await readItem(shop, 'Blue Hour Cart')).id, 21);
    await expect(item).toContainText('$21.00');
    await expect(item).toContainText('$58.00');
    await item.getByRole('button', { name: 'History of Blue Hour Cart' }).click();
    const history = page.getByRole('dialog', { name: 'History of Blue Hour Cart' });
    await history.getByRole('button', { name: 'Details' }).first().click();
    await expect(history.getByRole('insertion')).toHaveText('$21.00');
    await expect(history.getByRole('button', { name: /Undo|Redo/ })).toHaveCount(0);
    await history.getByRole('button', { name: 'Close' }).click();

    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts.getByText('Search')).toBeVisible();
    await expect(shortcuts.getByText(/edit|save|select|undo/i)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByLabel('Sort by price').selectOption('Low to High');
    await page.getByLabel('Brand').selectOption('Halcyon');
    await page.getByRole('textbox', { name: 'Search inventory' }).fill('pear');
    await expect(page.getByText('1 of 9 items')).toBeVisible();
    expect(refused).toEqual([]);
  });
  await test.step('the order desk moves from item to item with the keyboard', async () => {
    await uploadInventory(shop, PRODUCTS);
    await page.setViewportSize({ width: 1440, height: 900 });
    const desk = await registerWithRole(shop, 'orders');
    await openInventory(page, shop, '?tab=inventory', desk.token);
    const historyOf = (name: string) => page.getByRole('button', { name: `History of ${name}` });
    await tabTo(page, historyOf('Blue Hour Cart'));
    await page.keyboard.press('ArrowDown');
    await expect(historyOf('Amber Tide Cart')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(historyOf('Amber Tide Cart')).toBeFocused();
    await page.keyboard.press('Control+End');
    await expect(historyOf('Orchard Gummies - Pear 100mg')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'History of Orchard Gummies - Pear 100mg' })).toBeVisible();
  });
});

test('the stock clerk edits the inventory, and an address of another tab leads there', ONCE, async ({ page, shop }) => {
  const clerk = await registerWithRole(shop, 'inventory');
  const calls = panelCalls(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, shop, clerk.token, '/admincp?tab=users');
  await expect(page.getByText('9 of 9 items')).toBeVisible();
  expect(await tabNames(page)).toEqual(['Inventory']);
  await expect(page.getByRole('banner').getByText('Stock clerk')).toBeVisible();
  await typeMarkup(page, 'Blue Hour Cart', '21');
  await expect(shownToast(page)).toContainText('Markup updated successfully');
  expect((await readItem(shop, 'Blue Hour Cart')).markupDollars).toBe(21);
  await pressInMore(page, 'History');
  await expect(
    page.getByRole('dialog', { name: 'History' }).getByRole('button', { name: 'Undo' }).first(),
  ).toBeVisible();
  expect(
    [...calls].filter((path) => !/^\/api\/admin\/(inventory|changes|views|tasks|attention|events)/.test(path)),
  ).toEqual([]);
});

test('an owner says who the order desk is, and it moves receipts', ONCE, async ({ page, shop }) => {
  await test.step('the order desk moves receipts, adjusts points and sees members', async () => {
    const { member, receipt } = await registerMemberWithHistory(shop);
    const desk = await registerWithRole(shop, 'orders');
    const calls = panelCalls(page);
    await openAs(page, shop, desk.token, '/admincp?tab=users');
    await openRow(page, 'Users', member.username);
    expect(await tabNames(page)).toEqual(['Overview', 'Users', 'Points & Transactions', 'Receipts', 'Inventory']);

    const user = page.getByRole('dialog', { name: member.username });
    await expect(user.getByText('Registered by')).toBeVisible();
    await expect(user.getByText(/Last used/).first()).toBeVisible();
    // Nothing of the member can be changed. A note about the member is the desk's own.
    await expect(user.getByRole('button', { name: /^(?!Close$|Why |Add note$)/ })).toHaveCount(0);
    await expect(user.getByRole('textbox')).toHaveAccessibleName('New note');
    await expect(user.getByRole('radio')).toHaveCount(0);
    await user.getByRole('button', { name: 'Close' }).click();
    await openHeaderMenu(page);
    await expect(page.getByRole('banner').getByText('Order desk')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);

    await page.goto(`/admincp?tab=receipts&q=%23${receipt.number}`);
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
    await openRow(page, 'Receipts', `#${receipt.number}`);
    const order = page.getByRole('dialog', { name: `Receipt #${receipt.number}` });
    await order.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(order.getByRole('button', { name: 'Complete' })).toBeVisible();
    await order.getByRole('link', { name: 'Points' }).click();

    await expect(page.getByText('2 of 2 transactions')).toBeVisible();
    await page.getByRole('button', { name: 'Adjust points' }).click();
    await page.getByLabel('Points', { exact: true }).fill('7');
    await page.getByLabel('Reason').fill('A late parcel');
    await page.getByRole('button', { name: 'Grant points' }).click();
    await expect(panelRows(page, 'Points and transactions').filter({ hasText: 'A late parcel' })).toBeVisible();
    expect([...calls].filter((path) => path.startsWith('/api/admin/inventory'))).toEqual([]);
  });
  await test.step('an owner makes a member the order desk, after reading what that means', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { username } = await registerMember(shop);
    await openPanel(page, shop, `?tab=users&q=${username}`);
    await openRow(page, 'Users', username);
    const drawer = page.getByRole('dialog', { name: username });
    await expect(drawer.getByRole('button', { name: 'Change role' })).toBeDisabled();
    await drawer.getByRole('radio', { name: 'Order desk' }).check();
    await drawer.getByRole('button', { name: 'Change role' }).click();
    const question = page.getByRole('alertdialog', { name: `Change ${username} to Order desk?` });
    await expect(question).toContainText('Handles receipts and points.');
    await expect(question).toContainText(`This signs ${username} out everywhere.`);
    await question.getByRole('button', { name: 'Change to Order desk' }).click();
    await expect(drawer.getByText('Role: order desk by admin')).toBeVisible();
    await expect(drawer.getByText('No active sessions.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(panelRows(page, 'Users').filter({ hasText: username }).getByText('Order desk')).toBeVisible();
    await page.getByLabel('Status').selectOption('Admins');
    await expect(page.getByText('1 of 1 users')).toBeVisible();
  });
});

test(
  'the panel of a user whose role was changed closes, and the next login shows the new tabs',
  ONCE,
  async ({ page, shop, browserErrors, openOtherBrowser }) => {
    browserErrors.allow(REFUSED_CALL);
    const clerk = await registerWithRole(shop, 'inventory');
    const panel = await openOtherBrowser();
    await openAs(panel, shop, clerk.token, `${shop.url}/admincp`);
    await expect(panel.getByText('9 of 9 items')).toBeVisible();

    await openPanel(page, shop, `?tab=users&q=${clerk.username}`);
    await openRow(page, 'Users', clerk.username);
    const drawer = page.getByRole('dialog', { name: clerk.username });
    await drawer.getByRole('radio', { name: 'Order desk' }).check();
    await drawer.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change to Order desk' }).click();

    await expect(panel.getByText('Access Denied')).toBeVisible();
    await expect(shownToast(panel)).toContainText('Authentication failed. Please refresh page and try again.');
    await panel.getByRole('button', { name: 'Back to the shop' }).click();
    await panel.getByRole('button', { name: 'Login' }).click();
    await panel.getByLabel('Username', { exact: true }).fill(clerk.username);
    await panel.getByLabel('Password', { exact: true }).fill(clerk.password);
    await panel.getByRole('button', { name: 'Login' }).click();
    await expect(panel.getByText(`Welcome back, ${clerk.username}!`)).toBeVisible();
    await panel.goto(`${shop.url}/admincp`);
    await expect(panel.getByRole('tab', { name: 'Users' })).toBeVisible();
    expect(await tabNames(panel)).toEqual(['Overview', 'Users', 'Points & Transactions', 'Receipts', 'Inventory']);
  },
);

test(
  'a list that the role may no longer see says so, and the tabs follow the role',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const desk = await registerWithRole(shop, 'orders');
    await openAs(page, shop, desk.token, '/admincp?tab=points');
    await page.getByRole('tab', { name: 'Receipts' }).waitFor();
    // A change of the role ends the session. Here the session lives on, as for a page that the shop has not told yet.
    const message = "You don't have access to this.";
    await page.route(/\/api\/admin\/receipts(\?|$)/, (route) =>
      route.fulfill({ status: 403, json: { message, code: 'not_allowed' } }),
    );
    await page.getByRole('tab', { name: 'Receipts' }).click();
    await expect(page.getByRole('main').getByText(message)).toBeVisible();
    await page.route('**/api/user', async (route) => {
      const response = await route.fetch();
      const { user } = (await response.json()) as { user: object };
      await route.fulfill({ response, json: { user: { ...user, role: 'inventory' } } });
    });
    await page.route('**/api/admin/inventory**', (route) => route.fulfill({ status: 500, body: '' }));
    browserErrors.allow(/status of 500/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('tab')).toHaveText(['Inventory']);
  },
);
