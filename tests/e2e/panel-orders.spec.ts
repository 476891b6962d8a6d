import type { Page } from '@playwright/test';
import { expectAccessible, horizontalOverflow } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { loseResponse, respondOnce } from './network.ts';
import { openPanel, openRow, panelRows, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import {
  addToCart,
  adjustPoints,
  callApi,
  callAsAdmin,
  placeOrder,
  registerMember,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({ shopEnv: { RESERVATION_HOURS: '900' } });
test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** A new member with orders of so many pieces each, the oldest first. */
const buildOrders = async (shop: Shop, pieces: readonly number[], name = 'Orchard Gummies - Peach 100mg') => {
  const member = await registerMember(shop);
  const receipts: { id: string; number: number }[] = [];
  for (const quantity of pieces) {
    await addToCart(shop, member.token, { [name]: quantity });
    receipts.push(await placeOrder(shop, member.token));
  }
  return { member, receipts };
};

const select = (page: Page, number: number) => page.getByRole('checkbox', { name: `Select receipt #${number}` });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected receipts' });
const statusesOf = async (shop: Shop, receipts: readonly { id: string }[]) => {
  const read = ({ id }: { id: string }) =>
    callAsAdmin<{ receipt: { status: string } }>(shop, 'GET', `/api/admin/receipts/${id}`);
  return (await Promise.all(receipts.map(read))).map(({ receipt }) => receipt.status);
};

test('many orders are marked paid at once, those that cannot be say why, and Undo takes back exactly the others', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/);
  const { member, receipts } = await buildOrders(shop, [1, 2, 1, 1]);
  const [first, , canceled, last] = receipts as [{ id: string; number: number }, ...typeof receipts];
  await setReceiptStatus(shop, canceled!.id, 'cancelled');
  await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
  // Newest first: Shift selects everything from the last receipt to the first.
  await select(page, last!.number).click();
  await expect(bar(page)).toContainText('1 selected');
  await select(page, first.number).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 selected');
  // Nothing of the bar is cut off, and every button is large enough for a finger.
  expect(await horizontalOverflow(page)).toBe(0);
  const width = page.viewportSize()!.width;
  for (const button of await bar(page).getByRole('button').all()) {
    const box = await boxOf(button);
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.x >= 0 && box.x + box.width <= width).toBe(true);
  }

  // A response that is lost changes nothing of what the seller reads.
  await respondOnce(page, ['POST', '**/api/admin/receipts/bulk'], loseResponse);
  await respondOnce(page, ['POST', '**/api/admin/receipts/bulk-undo'], loseResponse);
  await bar(page).getByRole('button', { name: 'Mark paid' }).click();
  const refused = page.getByRole('dialog', { name: '1 receipt not marked paid' });
  await expect(refused.getByRole('listitem')).toHaveText([
    `Receipt #${canceled!.number} is canceled. It can't be marked paid.`,
  ]);
  await expect(shownToast(page)).toContainText('3 receipts marked paid');
  // The message hides nothing of the bar.
  const [message, below] = [await boxOf(shownToast(page)), await boxOf(bar(page).locator('> div'))];
  expect(message.y + message.height <= below.y || message.y >= below.y + below.height).toBe(true);
  expect(await statusesOf(shop, receipts)).toEqual(['paid', 'paid', 'cancelled', 'paid']);
  await shownToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(shownToast(page)).toContainText('Undone: 3 receipts');
  expect(await statusesOf(shop, receipts)).toEqual([
    'awaiting_payment',
    'awaiting_payment',
    'cancelled',
    'awaiting_payment',
  ]);
  await page.goBack();
  await expect(refused).toBeHidden();
  await expect(bar(page)).toContainText('4 selected');
  await expectAccessible(page, 'selected receipts');
});

test('what is marked paid is recorded in one press, of one order and of many, and many steps are taken back later', async ({
  page,
  shop,
}) => {
  const { member, receipts } = await buildOrders(shop, [1, 2, 1]);
  const [first] = receipts as [{ id: string; number: number }, ...typeof receipts];
  const paymentsOf = async ({ id }: { id: string }) => {
    const path = `/api/admin/receipts/${id}`;
    const { receipt } = await callAsAdmin<{ receipt: { due: string; payments: object[] } }>(shop, 'GET', path);
    return [receipt.due, receipt.payments.length];
  };
  await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
  await page.getByRole('button', { name: `Mark paid, receipt #${first.number}` }).click();
  await shownToast(page)
    .getByRole('button', { name: /^Record \$\d/ })
    .click();
  await expect(shownToast(page)).toContainText(`recorded for receipt #${first.number}`);
  expect(await paymentsOf(first)).toEqual(['0.00', 1]);
  await shownToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(shownToast(page)).toContainText('The payment was taken back');
  const flags = panelRows(page, 'Receipts').getByText('Not recorded');
  await expect(flags).toHaveCount(1);

  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Payment').selectOption('Payment not recorded');
  await page.getByRole('button', { name: 'Show receipts' }).click();
  await expect(page.getByRole('checkbox', { name: /^Select receipt #/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Payment not recorded: remove this filter' }).click();
  for (const { number } of receipts) await select(page, number).click();
  await bar(page).getByRole('button', { name: 'Mark paid' }).click();
  await page.getByRole('dialog', { name: '1 receipt not marked paid' }).getByRole('button', { name: 'Close' }).click();
  await bar(page).getByRole('button', { name: 'Record payments' }).click();
  await page
    .getByRole('alertdialog', { name: 'Record 3 payments?' })
    .getByRole('button', { name: /^Record \$\d/ })
    .click();
  await expect(shownToast(page)).toContainText('3 payments recorded');
  await expect(bar(page).getByRole('button', { name: 'Record payments', disabled: false })).toHaveCount(0);
  await expect(flags).toHaveCount(0);
  for (const receipt of receipts) expect((await paymentsOf(receipt))[0]).toBe('0.00');
  await expectAccessible(page, 'recorded payments');

  await bar(page).getByRole('button', { name: 'Undo step' }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo the last step of 3 receipts?' });
  await question.getByRole('button', { name: 'Undo 3 steps' }).click();
  await expect(shownToast(page)).toContainText('Undone: 3 receipts');
  expect(new Set(await statusesOf(shop, receipts))).toEqual(new Set(['awaiting_payment']));
  await expect(bar(page).getByRole('button', { name: 'Undo step', disabled: false })).toHaveCount(0);
});

test('many orders ship with their tracking, typed one after the other, and without where there is none', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/);
  const { member, receipts } = await buildOrders(shop, [1, 1, 1]);
  for (const { id } of receipts) await setReceiptStatus(shop, id, 'paid');
  await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
  for (const { number } of receipts) await select(page, number).click();
  await bar(page).getByRole('button', { name: 'Ship with tracking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship with tracking' });
  const fields = dialog.getByRole('textbox');
  await expect(fields.first()).toBeFocused();
  await expectAccessible(page, 'the tracking of many parcels');
  await page.keyboard.type('1Z999AA10123456784');
  await page.keyboard.press('Enter');
  await expect(fields.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('  LX 2 ');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await fields.nth(2).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Ship 3 receipts' })).toBeFocused();
  // A response that is lost changes nothing.
  await respondOnce(page, ['PATCH', '**/api/admin/receipts/*'], loseResponse);
  await page.keyboard.press('Enter');
  await expect(shownToast(page)).toContainText('3 receipts marked shipped');
  await expect(dialog).toBeHidden();
  const trackingOf = async ({ id }: { id: string }) => {
    const path = `/api/admin/receipts/${id}`;
    return (await callAsAdmin<{ receipt: { tracking: string | null } }>(shop, 'GET', path)).receipt.tracking;
  };
  // Newest first, as the list has them.
  expect(await Promise.all(receipts.toReversed().map(trackingOf))).toEqual(['1Z999AA10123456784', null, 'LX 2']);
  await shownToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(shownToast(page)).toContainText('Undone: 3 receipts');
  expect(new Set(await statusesOf(shop, receipts))).toEqual(new Set(['paid']));
});

test('orders are sorted and filtered by day and total, and the address keeps it', WIDE, async ({ page, shop }) => {
  const { member, receipts } = await buildOrders(shop, [2, 5, 1]);
  const [small, large, smallest] = receipts.map(({ number }) => `#${number}`) as [string, string, string];
  await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
  const numbers = panelRows(page, 'Receipts').getByRole('button', { name: /^#\d+/ });
  await expect(numbers).toHaveText([smallest, large, small].map((number) => new RegExp(`^${number}`)));
  const state = page.getByRole('columnheader', { name: 'State' });
  await state.getByRole('button').click();
  await expect(state).toHaveAttribute('aria-sort', 'ascending');
  await state.getByRole('button').click();
  await expect(state).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=state-last/);
  await page.getByLabel('Sort', { exact: true }).selectOption('Total: High → Low');
  await expect(numbers).toHaveText([large, small, smallest].map((number) => new RegExp(`^${number}`)));
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Filters' });
  await form.getByRole('button', { name: '7 days' }).click();
  await form.getByLabel('At least').fill('$a lot');
  await form.getByRole('button', { name: 'Show receipts' }).click();
  await expect(form.getByText('This must be an amount such as 50 or 99.50')).toBeVisible();
  await form.getByLabel('At least').fill('$50');
  await form.getByRole('button', { name: 'Show receipts' }).click();
  await expect(page.getByText('2 of 2 receipts')).toBeVisible();
  await page.reload();
  await expect(numbers).toHaveText([large, small].map((number) => new RegExp(`^${number}`)));
  await page.getByRole('button', { name: 'From $50.00: remove this filter' }).click();
  await expect(numbers).toHaveCount(3);

  await test.step('the list of users says what the member spent, and leads to the chat and to the last orders', async () => {
    await callApi(shop, member.token, 'PATCH', '/api/user', { signalUsername: 't.me/mara_fern' });
    await setReceiptStatus(shop, receipts[1]!.id, 'paid');
    const { receipt } = await callAsAdmin<{ receipt: { subtotal: string } }>(
      shop,
      'GET',
      `/api/admin/receipts/${receipts[1]!.id}`,
    );
    await openPanel(page, shop, '?tab=users');
    await page.getByRole('columnheader', { name: 'Last order' }).getByRole('button').click();
    await expect(page).toHaveURL(/sort=-lastOrderAt/);
    const row = panelRows(page, 'Users').nth(1);
    await expect(row).toContainText(member.username);
    await expect(row).toContainText(`$${receipt.subtotal}`);
    await expect(row.getByRole('link', { name: '@mara_fern' })).toHaveAttribute('href', 'https://t.me/mara_fern');
    await expectAccessible(page, 'the users');
    await row.getByRole('button').first().click();
    const drawer = page.getByRole('dialog', { name: member.username });
    await expect(drawer.getByRole('link', { name: '@mara_fern' })).toBeVisible();
    const last = drawer.getByRole('list', { name: 'Last orders' }).getByRole('link');
    await expect(last).toHaveText([smallest, large, small].map((number) => new RegExp(`^${number}`)));
    await last.nth(1).click();
    await expect(page.getByRole('dialog', { name: `Receipt ${large}` })).toContainText('Paid');
  });
});

test('the first order, member, entry and item is on the first screen of a phone', ONCE, async ({ page, shop }) => {
  const { member } = await buildOrders(shop, [1]);
  await adjustPoints(shop, member.username, 10, 'A late parcel');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 568 });
    for (const [tab, list] of [
      ['receipts', 'Receipts'],
      ['users', 'Users'],
      ['points', 'Points and transactions'],
      ['inventory', 'Inventory list'],
    ] as const) {
      await openPanel(page, shop, `?tab=${tab}`);
      const row = panelRows(page, list).first();
      await expect(row).toBeInViewport({ ratio: 1 });
      if (width === 390) expect((await boxOf(row)).y, list).toBeLessThan(480);
    }
  }
});

/** How many pages a PDF has, and the size of its first one in points. */
const pagesOf = (pdf: Buffer) => {
  const text = pdf.toString('latin1');
  const size = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/
    .exec(text)!
    .slice(1)
    .map((points) => Math.round(Number(points)));
  return { count: text.match(/\/Type\s*\/Page\b/g)!.length, size };
};

test(
  'a packing list prints one page for each order, on A4 and on labels, black on white',
  ONCE,
  async ({ page, shop }) => {
    const { member, receipts } = await buildOrders(shop, [1, 2, 1]);
    await setReceiptStatus(shop, receipts[0]!.id, 'paid');
    await setReceiptStatus(shop, receipts[1]!.id, 'cancelled');
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    await page.getByRole('checkbox', { name: `Select receipt #${receipts[0]!.number}` }).click();
    for (const { number } of receipts.slice(1)) await select(page, number).click();
    await bar(page).getByRole('button', { name: 'Packing list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Packing list 3 receipts' });
    await expect(dialog.getByRole('listitem').filter({ hasText: member.username })).toHaveCount(3);
    // What must not leave the shop says so.
    const sheets = dialog.getByRole('listitem').filter({ hasText: member.username });
    await expect(sheets.filter({ hasText: `#${receipts[0]!.number}` })).not.toContainText(/not/i);
    await expect(sheets.filter({ hasText: `#${receipts[1]!.number}` })).toContainText('Canceled: do not ship');
    await expect(sheets.filter({ hasText: `#${receipts[2]!.number}` })).toContainText('Not paid yet');
    const print = () => page.pdf({ preferCSSPageSize: true });
    for (const theme of ['dark', 'light']) {
      await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
      await dialog.getByRole('radio', { name: /^A4/ }).check();
      expect(pagesOf(await print())).toEqual({ count: 3, size: [595, 842] });
      await dialog.getByRole('radio', { name: /^4 × 6 in/ }).check();
      expect(pagesOf(await print())).toEqual({ count: 3, size: [288, 432] });
      await page.emulateMedia({ media: 'print' });
      const sheet = page.locator('.packing-pages .packing-sheet').first();
      await expect(sheet).toBeVisible();
      await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      await expect(page.locator('body > #root')).toBeHidden();
      await page.emulateMedia({ media: null });
    }
    await page.goBack();
    await expect(dialog).toBeHidden();
    // The paper is remembered, also for a single order.
    await page.reload();
    await openRow(page, 'Receipts', `#${receipts[1]!.number}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Packing list' }).click();
    const single = page.getByRole('dialog', { name: `Packing list Receipt #${receipts[1]!.number}` });
    await expect(single.getByRole('radio', { name: /^4 × 6 in/ })).toBeChecked();
    expect(pagesOf(await print())).toEqual({ count: 1, size: [288, 432] });
    await expectAccessible(page, 'a packing list');
  },
);

/** Orders that just fit into each setting of a paper, by how many lines they have. */
const FULL_PAGES = { 'A4 210 × 297 mm': [16, 20, 46], '4 × 6 in Label printer': [8, 13, 34] } as const;

test('the seller cancels many orders, and packs those of many lines', ONCE, async ({ page, shop }) => {
  await test.step('a second press on a step of many orders does nothing, and its Undo stays', async () => {
    const { member, receipts } = await buildOrders(shop, [1, 1]);
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    for (const { number } of receipts) await select(page, number).click();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
    });
    await bar(page)
      .getByRole('button', { name: 'Mark paid' })
      .evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
    await expect(shownToast(page)).toContainText('2 receipts marked paid');
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Undone: 2 receipts');
    expect(calls.filter((path) => path.endsWith('/bulk'))).toEqual(['/api/admin/receipts/bulk']);
  });
  await test.step('canceling many orders asks once, and steps that nothing selected can take are not offered', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { member, receipts } = await buildOrders(shop, [1, 1]);
    await setReceiptStatus(shop, receipts[0]!.id, 'paid', 'shipped');
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    await select(page, receipts[0]!.number).click();
    await expect(bar(page).getByRole('button')).toHaveText([
      'Complete',
      'Undo step',
      'Record payments',
      'Packing list',
      '',
    ]);
    await select(page, receipts[1]!.number).click();
    await bar(page).getByRole('button', { name: 'Cancel orders' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel 2 receipts' }).click();
    await expect(page.getByRole('dialog', { name: '1 receipt not canceled' })).toContainText('is shipped');
    expect(await statusesOf(shop, receipts)).toEqual(['shipped', 'cancelled']);
  });
  await test.step('orders of many lines move closer together, so that each fits on its page', async () => {
    await uploadInventory(shop, PRODUCTS);
    const products = Array.from({ length: 60 }, (_, index) => ({
      id: `many-${index}`,
      name: `Harbor Fog ${index + 1} - 3.5G`,
      qty: 50,
      price: 20,
      brand: 'Northlight',
      batch: 'HF-0123',
    }));
    await uploadInventory(shop, products);
    const member = await registerMember(shop);
    for (const [paper, sizes] of Object.entries(FULL_PAGES)) {
      for (const lines of sizes) {
        await addToCart(shop, member.token, Object.fromEntries(products.slice(0, lines).map(({ name }) => [name, 2])));
        const { number } = await placeOrder(shop, member.token);
        await openPanel(page, shop, `?tab=receipts&q=%23${number}`);
        await openRow(page, 'Receipts', `#${number}`);
        await page.getByRole('dialog').getByRole('button', { name: 'Packing list' }).click();
        await page.getByRole('radio', { name: paper }).check();
        expect(pagesOf(await page.pdf({ preferCSSPageSize: true })).count, `${lines} lines on ${paper}`).toBe(1);
      }
    }
  });
});

test(
  'a row that leaves the filter by its own step stays under the pointer, with Undo',
  WIDE,
  async ({ page, shop }) => {
    const { member, receipts } = await buildOrders(shop, [1, 1, 1]);
    const [older, middle, newest] = receipts as [{ id: string; number: number }, ...typeof receipts];
    await openPanel(page, shop, `?tab=receipts&status=awaiting_payment&q=${member.username}`);
    const rows = panelRows(page, 'Receipts').filter({ has: page.getByRole('checkbox', { name: /^Select receipt #/ }) });
    await expect(rows).toHaveCount(3);
    const below = page.getByRole('button', { name: `Mark paid, receipt #${older.number}` });
    const before = await boxOf(below);
    await page.getByRole('button', { name: `Mark paid, receipt #${middle!.number}` }).click();
    const undo = page.getByRole('button', { name: `Undo, receipt #${middle!.number}` });
    await expect(undo).toBeVisible();
    await expect(rows.nth(1)).toContainText('Paid');
    expect(await boxOf(below)).toEqual(before);
    // The pointer is on it, so a double press takes nothing back.
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
    await undo.click();
    await expect(page.getByRole('button', { name: `Mark paid, receipt #${middle!.number}` })).toBeVisible();
    expect(await statusesOf(shop, [middle!])).toEqual(['awaiting_payment']);

    await page.getByRole('button', { name: `Mark paid, receipt #${newest!.number}` }).click();
    await expect(page.getByRole('button', { name: `Undo, receipt #${newest!.number}` })).toBeVisible();
    await page.mouse.move(5, 5);
    await expect(rows).toHaveCount(2);
  },
);

test('orders that are fully paid are marked paid on Overview at one press', ONCE, async ({ page, shop }) => {
  const { receipts } = await buildOrders(shop, [1, 1, 1]);
  const [unpaid, ...paid] = receipts as [{ id: string; number: number }, ...typeof receipts];
  for (const { id } of paid) {
    const { receipt } = await callAsAdmin<{ receipt: { total: string } }>(shop, 'GET', `/api/admin/receipts/${id}`);
    const payment = { kind: 'received', dollars: receipt.total };
    await callAsAdmin(shop, 'POST', `/api/admin/receipts/${id}/payments`, payment);
  }
  await openPanel(page, shop);
  const mark = page.getByRole('button', { name: /^Mark \d+ paid$/ });
  await expect(page.getByRole('link', { name: /\d+ awaiting payment.*fully paid/ })).toBeVisible();
  await mark.click();
  await expect(shownToast(page)).toContainText(/\d+ receipts marked paid/);
  expect(await statusesOf(shop, [unpaid, ...paid])).toEqual(['awaiting_payment', 'paid', 'paid']);
  await shownToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(shownToast(page)).toContainText(/Undone: \d+ receipts/);
  expect(await statusesOf(shop, paid)).toEqual(['awaiting_payment', 'awaiting_payment']);
});

test('what an order lacks stands at its top, and offers go with what they were for', ONCE, async ({ page, shop }) => {
  // No other journey orders it.
  const { member, receipts } = await buildOrders(shop, [2, 2], 'Amber Tide Cart');
  const [first, second] = receipts as [{ id: string; number: number }, { id: string; number: number }];
  const read = () =>
    callAsAdmin<{ receipt: { total: string; lines: { productId: number }[] } }>(
      shop,
      'GET',
      `/api/admin/receipts/${second.id}`,
    );
  const { receipt } = await read();
  const { productId } = receipt.lines[0]!;
  const drawer = page.getByRole('dialog', { name: `Receipt #${second.number}` });

  await test.step('the items it is short of are named, with a link to each', async () => {
    const stock = { quantity: 3, reason: 'count' };
    await callAsAdmin(shop, 'POST', `/api/admin/inventory/${productId}/stock`, stock);
    await openPanel(page, shop, `?tab=receipts&open=${second.id}`);
    const note = drawer.getByRole('note').filter({ hasText: 'Short of stock' });
    await expect(note).toContainText('1 of 2 missing');
    await expectAccessible(page, 'an order that is short of stock');
    await expect(drawer.getByText('What is in stock stays reserved until it is shipped.')).toBeVisible();
    await note.getByRole('link', { name: 'Restock' }).click();
    await expect(page).toHaveURL(new RegExp(`item=${productId}`));
    await openPanel(page, shop, `?tab=receipts&open=${second.id}`);
    await note.getByRole('link', { name: 'Amber Tide Cart' }).click();
    await expect(page).toHaveURL(new RegExp(`item=${productId}`));
  });
  await test.step('one question names the orders that a step of many would ship short or mark paid too early', async () => {
    const pay = { kind: 'received', dollars: '1' };
    await callAsAdmin(shop, 'POST', `/api/admin/receipts/${first.id}/payments`, pay);
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    const rows = panelRows(page, 'Receipts');
    await expect(rows.filter({ hasText: `#${second.number}` })).toContainText('1 missing');
    for (const { number } of [first, second]) await select(page, number).click();
    await bar(page).getByRole('button', { name: 'Mark paid' }).click();
    const question = page.getByRole('alertdialog', { name: 'Mark 2 receipts paid?' });
    await expect(question).toContainText(`1 of 2 is not fully paid: #${first.number}.`);
    await expectAccessible(page, 'a question about some of many orders');
    await question.getByRole('button', { name: 'Mark the other one paid' }).click();
    await expect(shownToast(page)).toContainText('1 receipt marked paid');
    expect(await statusesOf(shop, [first, second])).toEqual(['awaiting_payment', 'paid']);
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Undone: 1 receipt');
    await setReceiptStatus(shop, first.id, 'paid');
    await setReceiptStatus(shop, second.id, 'paid');
    const ship = bar(page).getByRole('button', { name: 'Mark shipped' });
    await expect(ship).toBeEnabled();
    await expect(ship).not.toHaveAttribute('aria-disabled', 'true');
    await ship.click();
    const short = page.getByRole('alertdialog', { name: 'Mark 2 receipts shipped?' });
    await expect(short).toContainText(`1 of 2 is short of stock: #${second.number}.`);
    await short.getByRole('button', { name: 'Cancel' }).click();
    await expect(short).toBeHidden();
    await ship.click();
    await short.getByRole('button', { name: 'Mark 2 shipped anyway' }).click();
    await expect(shownToast(page)).toContainText('2 receipts marked shipped');
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Undone: 2 receipts');
    await page.getByRole('button', { name: `Mark shipped, receipt #${second.number}` }).click();
    const single = page.getByRole('alertdialog', { name: `Mark receipt #${second.number} shipped?` });
    await expect(single).toContainText('1 piece is missing.');
    await single.getByRole('button', { name: 'Cancel' }).click();
    for (const { id } of [first, second])
      await callAsAdmin(shop, 'POST', `/api/admin/receipts/${id}/undo`, { from: 'paid' });
    await callAsAdmin(shop, 'PATCH', `/api/admin/receipts/${first.id}`, { received: null });
  });
  await test.step('an order with the same amount at the same address is named', async () => {
    await openPanel(page, shop, `?tab=receipts&open=${second.id}`);
    await expect(drawer.getByText(/asks for the same amount at the same Bitcoin/)).toBeVisible();
    await drawer.getByRole('link', { name: `#${first.number}` }).click();
    await expect(page.getByRole('dialog', { name: `Receipt #${first.number}` })).toBeVisible();
    await openPanel(page, shop, `?tab=receipts&status=awaiting_payment`);
    await expect(page.getByText(`Same as #${first.number}`)).toBeVisible();
  });
  await test.step('an offer goes once the order no longer needs it', async () => {
    await page.getByRole('button', { name: `Mark paid, receipt #${second.number}` }).click();
    const toast = shownToast(page);
    const offer = toast.getByRole('button', { name: `Record $${receipt.total}` });
    await expect(offer).toBeVisible();
    // A message with the focus stays.
    await page.keyboard.press('F8');
    const payment = { kind: 'received', dollars: receipt.total };
    await callAsAdmin(shop, 'POST', `/api/admin/receipts/${second.id}/payments`, payment);
    await expect(offer).toHaveCount(0);
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    await setReceiptStatus(shop, second.id, 'shipped');
    await expect(toast.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(toast).toContainText(`Receipt #${second.number} is paid`);
  });
});

test('the bar of selected orders does not move while others are selected', WIDE, async ({ page, shop }) => {
  const { member, receipts } = await buildOrders(shop, [1, 1]);
  const [unpaid, paid] = receipts as [{ id: string; number: number }, { id: string; number: number }];
  await setReceiptStatus(shop, paid.id, 'paid');
  await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
  await select(page, unpaid.number).click();
  const places = async () => Promise.all((await bar(page).getByRole('button').all()).map((button) => boxOf(button)));
  await expect(bar(page).getByRole('button', { name: 'Mark shipped' })).toBeDisabled();
  const before = await places();
  await select(page, paid.number).click();
  await expect(bar(page).getByRole('button', { name: 'Mark shipped' })).toBeEnabled();
  expect(await places()).toEqual(before);
});
