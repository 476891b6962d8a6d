import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { openPanel, openRow, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { callApi, callAsAdmin, placeOrder, registerMember, uploadInventory } from './shop-api.ts';
import { openAs } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

test(
  'the payments of an order are kept, refunded and seen by the member',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    await test.step('the seller adds payments, refunds what is too much, and undoes it; the member sees what is due', async () => {
      browserErrors.allow(/status of 409/);
      const member = await registerMember(shop, { 'Harvest Moon': 1 });
      await callAsAdmin(shop, 'PUT', '/api/admin/rates', { BTC: '50000', LTC: null });
      const receipt = await placeOrder(shop, member.token);
      const total = Number(receipt.total);
      const own = async () =>
        (await callApi<{ receipt: Record<string, unknown> }>(shop, member.token, 'GET', `/api/receipts/${receipt.id}`))
          .receipt;
      await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
      await openRow(page, 'Receipts', `#${receipt.number}`);
      const drawer = page.getByRole('dialog', { name: `Receipt #${receipt.number}` });
      const entries = drawer.getByRole('list', { name: 'Payments' }).getByRole('listitem');
      await expect(drawer.getByText(`$${total.toFixed(2)} due`)).toBeVisible();
      await expect(drawer.getByRole('button', { name: 'Refund' })).toHaveCount(0);

      await drawer.getByRole('button', { name: 'Add payment' }).click();
      const form = drawer.getByRole('form', { name: 'Add payment' });
      await expect(form.getByLabel('Dollars')).toHaveValue(receipt.total);
      // The one coin that the order has an amount in.
      await expect(form.getByLabel('Paid with')).toHaveValue('BTC');
      await expect(form.getByLabel('Amount in the coin')).toHaveValue((total / 50_000).toFixed(8));
      await form.getByLabel('Amount in the coin').fill('0.001');
      await expect(form.getByLabel('Dollars')).toHaveValue('50.00');
      await expect(form.getByText('0.001 BTC is $50.00 at the rate of this order.')).toBeVisible();
      await form.getByLabel('Dollars').fill('0');
      await form.getByRole('button', { name: 'Save payment' }).click();
      await expect(form.getByText('This must be an amount above 0 such as 615.00')).toBeVisible();
      await form.getByLabel('Dollars').fill((total + 5).toFixed(2));
      await form.getByLabel('Transaction of the payment').fill('f4184fc5');
      await form.getByRole('button', { name: 'Save payment' }).click();
      await expect(entries).toHaveCount(1);
      await expect(entries.first()).toContainText('f4184fc5');
      const head = drawer.getByRole('note').first();
      await expect(head).toContainText(`$${(total + 5).toFixed(2)} received for $${receipt.total}: $5.00 too much.`);
      await expect(drawer.getByText('$5.00 too much')).toHaveCount(1);
      expect(await own()).toMatchObject({ due: '0.00', payment: { amount: 'over' }, expiresAt: null });

      await drawer.getByRole('button', { name: 'Refund' }).first().click();
      const refund = drawer.getByRole('form', { name: 'Add refund' });
      await expect(refund.getByLabel('Dollars')).toHaveValue('5.00');
      await refund.getByLabel('Dollars').fill('99999');
      await refund.getByRole('button', { name: 'Record refund' }).click();
      await expect(refund.getByText("More can't be refunded than was received.")).toBeVisible();
      await refund.getByLabel('Dollars').fill('5');
      await refund.getByRole('button', { name: 'Record refund' }).click();
      await expect(entries).toHaveCount(2);
      await expect(shownToast(page)).toContainText('Refund recorded');
      await expect(drawer.getByText('Fully paid. You can mark the order as paid.')).toBeVisible();
      await expect(page.getByText('Fully paid', { exact: true })).toHaveCount(1);
      await expectAccessible(page, 'the payments of an order');
      expect(await own()).toMatchObject({ difference: '0.00', payments: [{ txid: 'f4184fc5' }, { kind: 'refunded' }] });

      await drawer.getByRole('button', { name: `Undo payment $${(total + 5).toFixed(2)}` }).click();
      await expect(entries.first()).toContainText('Part of this payment was refunded. Undo the refund first.');
      await drawer.getByRole('button', { name: 'Undo refund $5.00' }).click();
      await expect(entries).toHaveCount(1);
      await drawer.getByRole('button', { name: 'Show 1 undone entry' }).click();
      await expect(entries).toHaveCount(3);
      await expect(entries.last()).toContainText('Refund undone: $5.00');
      await expect(drawer.getByText('Refund undone by admin')).toBeVisible();
      await expect(drawer.getByRole('button', { name: 'Undo refund $5.00' })).toHaveCount(0);
      expect(await own()).toMatchObject({ difference: '5.00', payments: [{ kind: 'received' }] });

      await drawer.getByRole('button', { name: 'Mark paid' }).click();
      // Its steps push the payments down.
      await expect(drawer.getByRole('button', { name: 'Mark shipped' })).toBeVisible();
      await drawer.getByRole('button', { name: `Undo payment $${(total + 5).toFixed(2)}` }).click();
      await expect(drawer.getByText(`Marked paid, but $${total.toFixed(2)} is not recorded.`)).toBeVisible();
      await drawer.getByRole('button', { name: `Record $${total.toFixed(2)}` }).click();
      await expect(drawer.getByText('Fully paid.')).toBeVisible();
      await expect(entries.last()).toContainText(`Payment $${total.toFixed(2)}`);
      await expect(drawer.getByRole('button', { name: `Undo payment $${total.toFixed(2)}` })).toBeVisible();

      // A refund of a paid order is a fact, and nothing is missing.
      await drawer.getByRole('button', { name: 'Refund', exact: true }).click();
      const dollars = refund.getByLabel('Dollars');
      await expect(dollars).toHaveValue(total.toFixed(2));
      await expect(dollars).toBeFocused();
      await page.keyboard.type('6');
      await expect(dollars).toHaveValue('6');
      await refund.getByRole('button', { name: 'Record refund' }).click();
      await expect(drawer.getByText('Refunded $6.00.')).toBeVisible();
      await expect(drawer.getByText(/too little|not recorded/)).toHaveCount(0);
      await expect(drawer.getByRole('button', { name: /^Record/ })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByText('$6.00 refunded')).toBeVisible();
      await openAs(page, shop, member.token, `/receipts/${receipt.id}`);
      await expect(page.getByText('The seller refunded $6.00.')).toBeVisible();
      await expect(page.getByText(/missing/)).toHaveCount(0);
    });
    await test.step('a member of whose order a payment has arrived asks the seller to cancel it', async () => {
      await uploadInventory(shop, PRODUCTS);
      const member = await registerMember(shop, { 'Harvest Moon': 1 });
      const { id, number } = await placeOrder(shop, member.token);
      const add = (dollars: string) =>
        callAsAdmin(shop, 'POST', `/api/admin/receipts/${id}/payments`, { kind: 'received', dollars });
      await add('50');
      await openAs(page, shop, member.token, `/receipts/${id}`);
      await expect(page.getByText('Paid in part, $5.00 missing')).toBeVisible();
      await expect(page.getByText('To cancel the order, please message the seller.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
      await add('5');
      await page.reload();
      const steps = page.getByRole('list', { name: 'Order steps' }).locator(':scope > li');
      // The message may still be missing.
      const received = 'Received $55.00. Nothing more to';
      await expect(steps.nth(1)).toContainText(`${received} pay: the seller will mark it as paid.`);
      await page.getByRole('button', { name: 'I sent it' }).click();
      await expect(steps.nth(1)).toContainText(`${received} do: the seller will mark it as paid.`);
      await expect(steps.nth(1).locator('svg.lucide-check')).toHaveCount(1);
      await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
      await expect(steps.nth(2)).toContainText('As soon as the seller marks the order as paid');
      await expect(page.getByText('Payment received: $5.00, $55.00 in all')).toBeVisible();
      await expect(page.getByText(/^Reserved until/)).toHaveCount(0);
      await expectAccessible(page, 'an order that is paid and not marked yet');
      await openAs(page, shop, member.token, '/receipts');
      const row = page.getByRole('listitem').filter({ hasText: 'Order #' }).first();
      await expect(row).toContainText('the seller will mark it as paid');
      const status = row.getByRole('list', { name: 'Order status' }).getByRole('listitem');
      await expect(status).toHaveText(['Ordered', 'Payment received', 'Shipped', 'Completed']);
      await expect(status.nth(1)).toHaveAttribute('aria-current', 'step');

      await callAsAdmin(shop, 'PATCH', `/api/admin/receipts/${id}`, { received: '50' });
      await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
      await openRow(page, 'Receipts', `#${number}`);
      const drawer = page.getByRole('dialog', { name: `Receipt #${number}` });
      const head = drawer.getByRole('note').first();
      await expect(head).toHaveText('$50.00 received for $55.00: $5.00 too little.');
      await drawer.getByRole('button', { name: 'Mark paid anyway' }).click();
      await expect(drawer.getByRole('button', { name: 'Mark shipped' })).toBeVisible();
      await expect(head).toHaveText('$50.00 received for $55.00: $5.00 too little.Record $5.00');
      await expect(drawer.locator('dl').filter({ hasText: 'Too little' })).toHaveText(
        'Total$55.00Received$50.00Too little$5.00',
      );

      // "Ship" of Needs you leaves it out.
      await page.goto(`${shop.url}/admincp?tab=receipts&status=paid&q=${member.username}&select=all`);
      await expect(page.getByRole('checkbox', { name: `Select receipt #${number}` })).toBeVisible();
      await expect(page).not.toHaveURL(/select=/);
      await expect(page.getByRole('checkbox', { name: `Select receipt #${number}` })).not.toBeChecked();
    });
    await test.step('a canceled order says what came and what came back', async () => {
      const member = await registerMember(shop, { 'Harvest Moon': 1 });
      const { id } = await placeOrder(shop, member.token);
      const pay = (kind: 'received' | 'refunded', dollars: string) =>
        callAsAdmin(shop, 'POST', `/api/admin/receipts/${id}/payments`, { kind, dollars });
      await pay('received', '20');
      await callAsAdmin(shop, 'PATCH', `/api/admin/receipts/${id}`, { status: 'cancelled' });
      await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
      await expect(page.getByRole('button', { name: /^Refund, receipt #/ })).toBeVisible();
      await openAs(page, shop, member.token, `/receipts/${id}`);
      await expect(page.getByText('Canceled, $20.00 to come back')).toBeVisible();
      await expect(page.getByText(/The shop received \$20\.00, which has to go back to you\./)).toBeVisible();
      await pay('refunded', '5');
      await expect(page.getByText(/and the seller has sent \$5\.00 back\. \$15\.00 is still to come\./)).toBeVisible();
      await expect(page.getByText('The seller refunded $5.00, which leaves $15.00 paid')).toBeVisible();
      await pay('refunded', '15');
      await expect(
        page.getByText(/The shop received \$20\.00, and the seller has sent all of it back\./),
      ).toBeVisible();
    });
  },
);
