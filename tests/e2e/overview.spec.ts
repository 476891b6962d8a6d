import { expectAccessible, horizontalOverflow, tabTo } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { busy, failUntilTriedAgain, holdResponse } from './network.ts';
import { openPanel, panelRows } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import {
  addToCart,
  callAsAdmin,
  placeOrder,
  registerMember,
  registerWithRole,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Sells one piece of a product. Returns its receipt and price in dollars. */
const sell = async (shop: Shop, product: string, ...steps: string[]) => {
  const member = await registerMember(shop);
  await addToCart(shop, member.token, { [product]: 1 });
  const receipt = await placeOrder(shop, member.token);
  await setReceiptStatus(shop, receipt.id, ...steps);
  return receipt;
};

interface Figures {
  sales: string;
  orders: number;
}
const readFigures = (shop: Shop, days: number): Promise<Figures> =>
  callAsAdmin<Figures>(shop, 'GET', `/api/admin/overview?days=${days}`);
const inDollars = (amount: string): string =>
  `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

test('a seller opens the panel and reads what was sold, what needs doing and what sells', async ({ page, shop }) => {
  await sell(shop, 'Amber Tide Cart', 'paid', 'shipped');
  await sell(shop, 'Blue Hour Cart', 'paid');
  await callAsAdmin(shop, 'PUT', '/api/admin/rates', { BTC: null, LTC: null });
  await openPanel(page, shop);
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  const { sales, orders } = await readFigures(shop, 30);
  await expect(page.getByText(`${orders} orders, ${inDollars(sales)} today.`)).toBeVisible();
  const figures = page.getByRole('region', { name: 'Sales', exact: true });
  await expect(figures.getByRole('link', { name: inDollars(sales) }).first()).toBeVisible();
  await expect(figures.getByText('Canceling it later changes that day.')).toBeVisible();
  // What needs doing is above the figures. A young shop compares nothing, and nothing has been unsold for long in it.
  const needs = page.getByRole('region', { name: 'Needs you' });
  const toShip = needs.getByRole('link', { name: /\d+ to ship/ });
  await expect(toShip).toBeInViewport();
  await expect(toShip).toContainText(/Ship \d+$/);
  // The shop has a wallet and orders, but no rates.
  const rates = needs.getByRole('link', { name: /No exchange rates.*how much Bitcoin.*Set rates/ });
  await expect(rates).toHaveAttribute('href', '/admincp?tab=settings&section=payment&at=rates');
  await callAsAdmin(shop, 'PUT', '/api/admin/rates', { BTC: '65000.00', LTC: '80.00' });
  await page.reload();
  await expect(toShip).toBeVisible();
  await expect(rates).toHaveCount(0);
  expect((await boxOf(needs)).y).toBeLessThan((await boxOf(figures)).y);
  await expect(needs.getByRole('link', { name: /\d+ low on stock/ })).toContainText(/Restock$/);
  await expect(figures.getByText(/days before|no earlier sales/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Not sold for 30 days' })).toHaveCount(0);

  // The chart is a table too.
  const table = page.getByRole('table', { name: 'Sales per day, newest first' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row').nth(1)).toContainText(inDollars(sales));
  await page.getByRole('button', { name: 'Show table' }).click();
  await expect(page.getByRole('button', { name: 'Hide table' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('figure', { name: 'Sales per day' }).getByRole('button', { name: 'Export CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('sales-per-day.csv');
  const savingPayments = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export payments' }).click();
  expect((await savingPayments).suggestedFilename()).toBe('payments.csv');

  const best = page.getByRole('region', { name: 'What sells' });
  await expect(best.getByRole('row').filter({ hasText: 'Amber Tide Cart' })).toContainText('$');
  await best.getByRole('button', { name: 'Pieces' }).click();
  await expect(best.getByRole('row').filter({ hasText: 'Amber Tide Cart' })).toContainText(/\d pieces?/);
  await best.getByRole('button', { name: 'Category' }).click();
  await expect(best.getByRole('row').filter({ hasText: 'Carts' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Days of stock left' }).getByRole('row')).not.toHaveCount(0);
  expect(await horizontalOverflow(page)).toBe(0);

  // Each figure leads to the list behind it.
  await figures
    .getByRole('link', { name: inDollars(sales) })
    .first()
    .click();
  await expect(page).toHaveURL(/tab=receipts&paidFrom=[\d-]+&paidTo=[\d-]+$/);
  await expect(page.getByText(`${orders} orders, ${inDollars(sales)} without shipping`)).toBeVisible();
  await expect(panelRows(page, 'Receipts').getByRole('checkbox', { name: /^Select receipt/ })).toHaveCount(orders);
  await page.goBack();
  await best.getByRole('button', { name: 'Product' }).click();
  const blueHour = best.getByRole('row').filter({ hasText: 'Blue Hour Cart' });
  await blueHour.getByRole('link', { name: '$' }).click();
  await expect(page.getByRole('button', { name: /^Blue Hour Cart .*: remove this filter/ })).toBeVisible();
  await expect(panelRows(page, 'Receipts').filter({ hasText: 'Blue Hour Cart' }).first()).toBeVisible();
  await expect(panelRows(page, 'Receipts').filter({ hasText: 'Amber Tide Cart' })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Show table' }).click();
  await table.getByRole('link').first().click();
  await expect(page.getByText(`${orders} orders, ${inDollars(sales)} without shipping`)).toBeVisible();
  await page.goBack();
  await blueHour.getByRole('link', { name: 'Blue Hour Cart' }).click();
  await expect(page).toHaveURL(/tab=inventory&item=\d+$/);
  await expect(page.getByRole('dialog', { name: /^Blue Hour Cart/ })).toBeVisible();
  await page.goto(`${shop.url}/admincp`);
  await toShip.click();
  await expect(page).toHaveURL(/tab=receipts&status=paid/);
  await expect(panelRows(page, 'Receipts').filter({ hasText: 'Blue Hour Cart' }).first()).toBeVisible();
});

test(
  'the order desk starts on the overview, a stock clerk on the inventory',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    const desk = await registerWithRole(shop, 'orders');
    await openAs(page, shop, desk.token, '/admincp');
    await expect(page.getByRole('region', { name: 'Sales', exact: true })).toBeVisible();
    const clerk = await registerWithRole(shop, 'inventory');
    const other = await openOtherBrowser();
    await openAs(other, shop, clerk.token, `${shop.url}/admincp`);
    await expect(other.getByText('9 of 9 items')).toBeVisible();
    await expect(other.getByRole('tab')).toHaveText(['Inventory']);
    // Low stock is for the clerk, and leads to the items.
    await expect(
      other.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: /\d+ low on stock/ }),
    ).toHaveAttribute('href', '/admincp?tab=inventory&stock=low&status=active&count=open');
  },
);

test('the overview leads the seller to what needs doing', ONCE, async ({ page, shop, browserErrors }) => {
  await test.step('what needs the seller leads to the act: all orders to ship selected, or the payments of one', async () => {
    for (const product of ['Blue Hour Cart', 'Harvest Moon']) await sell(shop, product, 'paid');
    const paid = await sell(shop, 'Citrus Grove Cart');
    await callAsAdmin(shop, 'POST', `/api/admin/receipts/${paid.id}/payments`, {
      kind: 'received',
      dollars: (Number(paid.total) + 5).toFixed(2),
    });
    const needs = page.getByRole('region', { name: 'Needs you' });
    await test.step('a payment that is too much opens its order at the refund', async () => {
      await openPanel(page, shop);
      await needs.getByRole('link', { name: /1 paid too much.*Refund payment/ }).click();
      const drawer = page.getByRole('dialog', { name: `Receipt #${paid.number}` });
      await expect(drawer.getByRole('heading', { name: 'Payments' })).toBeInViewport();
      await expect(drawer.getByRole('button', { name: 'Record refund' })).toBeInViewport({ ratio: 1 });
      await expect(drawer.getByText('$5.00 too much')).toHaveCount(1);
    });
    await test.step('a press on "Restock" opens the counts of what is low', async () => {
      await openPanel(page, shop);
      await needs.getByRole('link', { name: /low on stock.*Restock/ }).click();
      const counts = page.getByRole('dialog', { name: 'Count stock' });
      await expect(counts.getByRole('textbox').first()).toBeFocused();
      await expect(page).not.toHaveURL(/count=/);
      await counts.getByRole('button', { name: 'Cancel' }).click();
      await expect(counts).toBeHidden();
    });
    await test.step('on other pages each chip is whole, and a button shows those that do not fit', async () => {
      await openPanel(page, shop, '?tab=points');
      const chips = needs.getByRole('link');
      const { x, width } = await boxOf(needs.getByRole('list'));
      const whole = async () => {
        for (const chip of await chips.all()) {
          const box = await boxOf(chip);
          expect(box.x + box.width).toBeLessThanOrEqual(x + width);
        }
        return chips.count();
      };
      const more = needs.getByRole('button', { name: /^\d+ more$/ });
      const [, hidden] = /^(\d+)/.exec((await more.getAttribute('aria-label'))!)!;
      const first = await whole();
      await more.click();
      expect(await whole()).toBe(first + Number(hidden));
      await expectAccessible(page, 'all that needs the seller, on another page');
      await needs.getByRole('button', { name: 'Show fewer' }).click();
      await expect(chips).toHaveCount(first);
    });
    await test.step('an open section of the settings has none of it, and begins with the switch that stops orders', async () => {
      await openPanel(page, shop, '?tab=settings&section=shop');
      await expect(page.getByLabel('Pause orders')).toBeInViewport({ ratio: 1 });
      await expect(needs).toBeHidden();
    });
    await test.step('a press on "Ship" selects all of them, and one more ships them', async () => {
      await openPanel(page, shop);
      const toShip = needs.getByRole('link', { name: /\d+ to ship/ });
      const [, count] = /Ship (\d+)$/.exec((await toShip.textContent())!)!;
      await toShip.click();
      const bar = page.getByRole('region', { name: 'Selected receipts' });
      await expect(bar).toContainText(`${count} selected`);
      await page
        .getByRole('checkbox', { name: /^Select receipt/ })
        .first()
        .click();
      await expect(bar, 'the selection is asked for once').toContainText(`${Number(count) - 1} selected`);
      await page
        .getByRole('checkbox', { name: /^Select receipt/ })
        .first()
        .click();
      await bar.getByRole('button', { name: 'Mark shipped' }).click();
      await expect(page.getByText(`${count} receipts marked shipped`)).toBeVisible();
      await expect(page.getByText('Nothing left to ship')).toBeVisible();
    });
  });
  await test.step('the period is in the address, and its table has a row for each day', async () => {
    await uploadInventory(shop, PRODUCTS);
    await sell(shop, 'Citrus Grove Cart', 'paid');
    await openPanel(page, shop);
    const table = page.getByRole('table', { name: 'Sales per day, newest first' });
    for (const [name, days] of [
      ['7 days', 7],
      ['90 days', 90],
    ] as const) {
      await page.getByRole('group', { name: 'Period' }).getByRole('button', { name }).click();
      await expect(table.getByRole('row')).toHaveCount(days + 1);
      await expect(page).toHaveURL(new RegExp(`days=${days}$`));
    }
    await page.reload();
    await expect(table.getByRole('row')).toHaveCount(91);
  });
  await test.step('an order that is marked paid elsewhere shows at once', async () => {
    await uploadInventory(shop, PRODUCTS);
    const receipt = await sell(shop, 'Night Orchard Cart');
    await openPanel(page, shop);
    const figures = page.getByRole('region', { name: 'Sales', exact: true });
    await expect(figures).toBeVisible();
    const before = await readFigures(shop, 30);
    await expect(figures.getByRole('definition').nth(1)).toContainText(String(before.orders));
    await setReceiptStatus(shop, receipt.id, 'paid');
    const after = await readFigures(shop, 30);
    expect(after.orders).toBe(before.orders + 1);
    await expect(figures.getByRole('link', { name: inDollars(after.sales), exact: true }).first()).toBeVisible();
    await expect(
      page.getByText(new RegExp(`^${after.orders} orders?, \\${inDollars(after.sales)} today`)),
    ).toBeVisible();
  });
  await test.step('the overview is accessible, and its parts are reached with the keyboard', async () => {
    await uploadInventory(shop, PRODUCTS);
    await sell(shop, 'Amber Tide Cart', 'paid');
    await openPanel(page, shop);
    await expect(page.getByRole('region', { name: 'What sells' }).getByRole('row').first()).toBeVisible();
    await expect(page.getByText(/Today so far is striped/)).toBeVisible();
    await expectAccessible(page, 'the overview');
    await page.getByRole('button', { name: 'Show table' }).click();
    await expectAccessible(page, 'the table of the chart');
    await page.getByRole('tab', { name: 'Overview' }).focus();
    await tabTo(page, page.getByRole('button', { name: '90 days' }), 16);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: 'Sales per day, newest first' }).getByRole('row')).toHaveCount(91);
  });
  await test.step('what needs doing opens as a filter of the receipts, or in the settings', async () => {
    await uploadInventory(shop, PRODUCTS);
    await sell(shop, 'Amber Tide Cart');
    await openPanel(page, shop, '?tab=receipts&webhook=open');
    await expect(page.getByRole('region', { name: 'Webhook notices' })).toContainText('No webhook set up');
    await expect(page).toHaveURL(/tab=settings&section=chat/);
    await page.goto(`${shop.url}/admincp?tab=receipts&short=true`);
    await expect(page.getByText('No receipts match')).toBeVisible();
    await page.getByRole('button', { name: 'Only short of stock: show all receipts' }).click();
    await expect(panelRows(page, 'Receipts').first()).toBeVisible();
    await page.goto(`${shop.url}/admincp?tab=users&verify=true`);
    await expect(page.getByLabel('Status')).toHaveValue('verify');
    await expect(page.getByText('Nobody waits to be verified')).toBeVisible();
    await page.getByLabel('Status').selectOption('All users');
    await expect(panelRows(page, 'Users').first()).toBeVisible();
  });
  await test.step('an overview, what needs doing and saved views that cannot be loaded say so and load again', async () => {
    await uploadInventory(shop, PRODUCTS);
    await test.step('an overview that cannot be loaded says so and loads again', async () => {
      browserErrors.allow(/status of 503/);
      await failUntilTriedAgain(page, '**/api/admin/overview*', busy);
      await openPanel(page, shop);
      const failed = page.getByRole('alert').filter({ hasText: 'Failed to load the overview' });
      await expect(failed).toBeVisible();
      await expect(page.getByRole('region', { name: 'Needs you' })).toBeVisible();
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('region', { name: 'Sales', exact: true })).toBeVisible();
    });
    await test.step('what needs doing and saved views that cannot be loaded say so on other tabs, and load again', async () => {
      browserErrors.allow(/status of 503/);
      const isBroken = /api\/admin\/(attention|views)$/;
      await page.route(isBroken, (route) =>
        route.fulfill({ status: 503, json: { message: 'Later', code: 'unavailable' } }),
      );
      await openPanel(page, shop, '?tab=inventory');
      const failed = page.getByText('Failed to load what needs you');
      await expect(failed).toBeVisible();
      await expect(page.getByText('Failed to load views')).toBeVisible();
      await page.unroute(isBroken);
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(failed).toHaveCount(0);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('Failed to load views')).toHaveCount(0);
    });
  });
});

test('a press on a row opens the member, whose orders lead back to the member', WIDE, async ({ page, shop }) => {
  const { receipts } = await callAsAdmin<{ receipts: { id: string }[] }>(
    shop,
    'GET',
    '/api/admin/receipts?status=paid',
  );
  for (const { id } of receipts) await setReceiptStatus(shop, id, 'shipped');
  const member = await registerMember(shop, { 'Harvest Moon': 2 });
  const receipt = await placeOrder(shop, member.token);
  await setReceiptStatus(shop, receipt.id, 'paid');
  await openPanel(page, shop, `?tab=users&q=${member.username}`);
  const row = panelRows(page, 'Users').filter({ hasText: member.username });
  await row.getByRole('cell').nth(2).click();
  const drawer = page.getByRole('dialog', { name: member.username });
  await expect(drawer.getByRole('link', { name: '1 order' })).toBeVisible();
  const order = drawer.getByRole('list', { name: 'Last orders' }).getByRole('link');
  await expect(order).toContainText('2 × Harvest Moon');
  const opened = page.getByRole('dialog', { name: `Receipt #${receipt.number}` });
  for (const back of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await order.click();
    await expect(opened).toBeVisible();
    await back();
    await expect(opened).toBeHidden();
    await expect(drawer).toBeVisible();
  }
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(row).toBeVisible();

  await test.step('a filter of Overview that is empty is done with, and leads back', async () => {
    await page.goto(`${shop.url}/admincp?tab=receipts&status=paid`);
    await page.getByRole('button', { name: `Mark shipped, receipt #${receipt.number}` }).click();
    await expect(page.getByText('Nothing left to ship')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Overview' }).click();
    await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
  });
});

test('nothing in a tab moves when what needs doing arrives', async ({ page, shop }) => {
  const { held, release } = await holdResponse(page, '/api/admin/attention');
  await openPanel(page, shop, '?tab=inventory');
  const list = page.getByRole('region', { name: 'Inventory items' });
  await expect(list.getByText('Blue Hour Cart').first()).toBeVisible();
  await held;
  const { y } = await boxOf(list);
  release();
  await expect(page.getByRole('region', { name: 'Needs you' }).getByRole('link').first()).toBeVisible();
  expect((await boxOf(list)).y).toBe(y);
});
