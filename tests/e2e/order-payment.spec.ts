import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { holdResponse, loseResponse, moveShopWithPage, respondOnce } from './network.ts';
import { PRODUCTS } from './products.ts';
import { callApi, callAsAdmin, placeOrder, registerMember, setReceiptStatus, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Opens the page of an order of $55.00 that a new member has just placed. */
const openNewOrder = async (page: Page, shop: Shop) => {
  const member = await registerMember(shop, { 'Harvest Moon': 1 });
  const { id, number } = await placeOrder(shop, member.token);
  await openAs(page, shop, member.token, `/receipts/${id}`);
  await expect(page.getByRole('heading', { name: `Order #${number} placed` })).toBeVisible();
  const read = async () =>
    (await callApi<{ receipt: Record<string, unknown> }>(shop, member.token, 'GET', `/api/receipts/${id}`)).receipt;
  const edit = async (facts: Record<string, string>) => {
    await callAsAdmin(shop, 'PATCH', `/api/admin/receipts/${id}`, facts);
    await page.reload();
  };
  return { id, number, read, edit };
};

for (const [clock, hours] of [
  ['ahead', 2],
  ['behind', -2],
] as const)
  test(
    `a device whose clock is ${clock} shows the amount in coins as long as the shop holds it`,
    ONCE,
    async ({ page, shop }) => {
      await callAsAdmin(shop, 'PUT', '/api/admin/rates', { BTC: '50000', LTC: '80' });
      await page.clock.install({ time: Date.now() + hours * 3_600_000 });
      await openNewOrder(page, shop);
      const amount = page.getByText('0.0011', { exact: false }).first();
      await expect(amount).toBeVisible();
      const left = await page.getByText(/^Reserved until/).textContent();
      await page.clock.resume();
      await expect(page.getByRole('button', { name: "Get today's amount" })).toBeHidden();
      expect(left).not.toContain('Time is up');
      // The shop's own time, not that of the device, ends it.
      await moveShopWithPage(page);
      await page.clock.fastForward('01:00:00');
      await expect(page.getByRole('button', { name: "Get today's amount" })).toBeVisible();
    },
  );

test(
  'a member pays an order, says so, cancels it and follows its parcel',
  ONCE,
  async ({ page, shop, browserErrors, context }) => {
    await test.step('a member tells the seller that the order is paid, with coin and transaction', async () => {
      const { id, read } = await openNewOrder(page, shop);
      await page.getByRole('button', { name: "I've paid" }).click();
      const dialog = page.getByRole('dialog', { name: 'Tell the seller that you paid' });
      await dialog.getByText('Litecoin').click();
      await dialog.getByLabel('Transaction ID').fill(' 4a5e1e4b ');
      await expect(dialog.getByText(/^A transaction ID has 64 characters/)).toBeVisible();
      await expectAccessible(page, 'saying that an order is paid');
      await dialog.getByRole('button', { name: 'Tell the seller' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(/^Waiting for the seller to confirm, since \d+:\d\d\s[AP]M$/)).toBeVisible();
      await expect(page.getByText('LTC · 4a5e1e4b', { exact: true })).toBeVisible();
      // Whoever has paid needs the wallets no more.
      const wallets = page.getByRole('region', { name: 'Payment' });
      await expect(wallets).toBeHidden();
      await expect(page.getByText(/^Reserved until/)).toBeHidden();
      await page.getByRole('button', { name: 'Show payment' }).click();
      await expect(wallets).toBeVisible();
      expect(await read()).toMatchObject({ coin: 'LTC', txid: '4a5e1e4b', status: 'awaiting_payment' });
      // Until an admin has marked it paid, it still awaits payment.
      await expect(page.locator('[aria-current="step"]')).toContainText('Pay $55.00');

      await expect(page.getByText(/^As soon as the seller confirms your payment: /)).toBeVisible();

      // A mistake can be put right.
      await page.getByRole('button', { name: 'Change' }).click();
      await expect(dialog.getByRole('radio', { name: 'Litecoin' })).toBeChecked();
      await expect(dialog.getByLabel('Transaction ID')).toHaveValue('4a5e1e4b');
      await dialog.getByText('Bitcoin').click();
      await dialog.getByRole('button', { name: 'Tell the seller' }).click();
      await expect.poll(async () => (await read()).coin).toBe('BTC');
      // Its end goes back in the history, which a reload must not cut short.
      await expect(dialog).toBeHidden();

      await setReceiptStatus(shop, id, 'paid');
      await page.reload();
      await expect(page.locator('[aria-current="step"]')).toContainText('We ship it');
      await expect(page.getByText(/Waiting for the seller/)).toHaveCount(0);
    });
    await test.step('a report that fails keeps what was typed, and who has told the seller sees the answer, with the focus on it', async () => {
      browserErrors.allow(/ERR_FAILED/);
      await uploadInventory(shop, PRODUCTS);
      const { id } = await openNewOrder(page, shop);
      await expect(page.getByRole('status').filter({ hasText: 'Awaiting payment, $55.00 to pay' })).toBeVisible();
      await page.getByRole('button', { name: "I've paid" }).click();
      const dialog = page.getByRole('dialog', { name: 'Tell the seller that you paid' });
      await expect(dialog.getByText('Paid with')).toBeInViewport({ ratio: 1 });
      expect((await dialog.getByText('Paid with').boundingBox())!.height).toBeGreaterThan(12);
      await dialog.getByLabel('Transaction ID').fill('4a5e1e4b');
      await page.route('**/payment-sent', (route) => route.abort());
      // The first read finds out what came of the press.
      const again = await holdResponse(page, `/api/receipts/${id}`, { after: 1 });
      await dialog.getByRole('button', { name: 'Tell the seller' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('The seller could not be told. Please try again.');
      await again.held;
      await expect(dialog.getByRole('button', { name: 'Tell the seller' })).not.toHaveAttribute('aria-busy');
      again.release();
      await page.unroute('**/payment-sent');
      await expect(dialog.getByLabel('Transaction ID')).toHaveValue('4a5e1e4b');
      // This time only the response is lost.
      await respondOnce(page, ['POST', '**/payment-sent'], loseResponse);
      await dialog.getByRole('button', { name: 'Tell the seller' }).click();
      const answer = page.getByText(/^Waiting for the seller to confirm, since/);
      await expect(page.locator(':focus')).toContainText('Waiting for the seller to confirm');
      await expect(answer).toBeInViewport({ ratio: 1 });
      await expect(page.getByText('Payment reported', { exact: true }).first()).toBeVisible();
      await expect(page.getByText('The seller could not be told.')).toBeHidden();
      // The message may still wait to be sent.
      await page.getByRole('button', { name: 'I sent it' }).click();
      await expect(page.getByText('Did you send it?')).toBeHidden();
    });
    await test.step('the answer is seen also if the page moves, with what was just told', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const { number } = await openNewOrder(page, shop);
      await page.getByRole('button', { name: "I've paid" }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Tell the seller' }).click();
      await expect(page.locator(':focus')).toContainText('Waiting for the seller to confirm');
      await expect(page.getByText(/^Waiting for the seller to confirm, since/)).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('heading', { name: `Order #${number} placed` })).toBeAttached();
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });
    await test.step('after a part payment everything asks for the rest: amount, coins, link and QR code', async () => {
      await uploadInventory(shop, PRODUCTS);
      await callAsAdmin(shop, 'PUT', '/api/admin/rates', { BTC: '50000', LTC: '80' });
      const { id, number } = await openNewOrder(page, shop);
      const pay = page.getByRole('list', { name: 'Order steps' }).locator(':scope > li').nth(1);
      const wallet = pay.getByRole('link', { name: 'Open in a Bitcoin wallet' });
      await expect(wallet).toHaveAttribute('href', new RegExp(`amount=0.00110000&label=Order%20${number}$`));
      const code = await pay.getByRole('img', { name: /^QR code/ }).innerHTML();
      await pay.getByRole('button', { name: 'Why 0.00110000 BTC?' }).click();
      const why = page.getByRole('dialog', { name: 'Why 0.00110000 BTC?' });
      await expect(why).toContainText('$55.00 ÷ $50,000 per BTC');
      const { x, width } = await boxOf(why);
      expect([x >= 0, x + width <= 390]).toEqual([true, true]);
      await page.keyboard.press('Escape');

      await callAsAdmin(shop, 'POST', `/api/admin/receipts/${id}/payments`, { kind: 'received', dollars: '40.00' });
      await expect(pay.getByRole('heading')).toHaveText('2 Pay $15.00');
      await expect(wallet).toHaveAttribute('href', new RegExp(`amount=0.00030000&label=Order%20${number}$`));
      await expect(pay.getByText('0.00030000 BTC')).toBeVisible();
      await expect(pay.getByText('0.18750000 LTC')).toBeVisible();
      expect(await pay.getByRole('img', { name: /^QR code/ }).innerHTML()).not.toBe(code);
      await expect(page.getByText('Paid in part, $15.00 missing')).toBeVisible();
      await expect(page.getByText(/\$55\.00/).filter({ visible: true })).toHaveCount(1);

      // Who had said that it is paid is asked again: what came is not enough.
      await page.getByRole('button', { name: "I've paid" }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Tell the seller' }).click();
      await expect(page.getByText('Payment reported, $15.00 missing')).toBeVisible();
      await expect(wallet).toBeHidden();
      await callAsAdmin(shop, 'POST', `/api/admin/receipts/${id}/payments`, { kind: 'received', dollars: '10.00' });
      await expect(page.getByText('Paid in part, $5.00 missing')).toBeVisible();
      await expect(wallet).toHaveAttribute('href', /amount=0\.00010000&/);
      await expect(page.getByText(/^Waiting for the seller/)).toHaveCount(0);
      await expect(page.getByText('Tell the seller once the rest is on its way.')).toBeVisible();
      await page.getByRole('button', { name: "I've paid" }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Tell the seller' }).click();
      await expect(page.getByText('Payment reported, $5.00 missing')).toBeVisible();
      await expect(page.getByText(/^Waiting for the seller/)).toBeVisible();
    });
    await test.step('a member who says that an order is paid after it was canceled learns so', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(/status of 409/);
      const { id } = await openNewOrder(page, shop);
      await page.route('**/payment-sent', async (route) => {
        await setReceiptStatus(shop, id, 'cancelled');
        await route.continue();
      });
      await page.getByRole('button', { name: "I've paid" }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Tell the seller' }).click();
      await expect(page.getByText('This order was canceled.')).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
    });
    await test.step('a member cancels an order that awaits payment, and is asked once', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await uploadInventory(shop, PRODUCTS);
      const { number, read } = await openNewOrder(page, shop);
      await page.getByRole('button', { name: 'Cancel order' }).click();
      const question = page.getByRole('alertdialog', { name: `Cancel order #${number}?` });
      await question.getByRole('button', { name: 'Keep order' }).click();
      await expect(question).toBeHidden();
      expect(await read()).toMatchObject({ status: 'awaiting_payment' });
      browserErrors.allow(/ERR_FAILED/);
      await respondOnce(page, ['POST', '**/cancel'], loseResponse);
      await page.getByRole('button', { name: 'Cancel order' }).click();
      await question.getByRole('button', { name: `Cancel order #${number}` }).click();
      await expect(page.getByText('This order was canceled.')).toBeVisible();
      await expect(page.getByText('The order could not be canceled.')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: `Receipt #${number}`, level: 1 })).toBeVisible();
      expect(await read()).toMatchObject({ status: 'cancelled' });
    });
    await test.step('an order that was paid meanwhile cannot be canceled, and the page shows it as paid', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(/status of 409/);
      const { id, number } = await openNewOrder(page, shop);
      await page.route('**/cancel', async (route) => {
        await setReceiptStatus(shop, id, 'paid');
        await route.continue();
      });
      await page.getByRole('button', { name: 'Cancel order' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: `Cancel order #${number}` }).click();
      await expect(page.getByRole('heading', { name: `Receipt #${number}`, level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
    });
    await test.step('too little and too much are said in words', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await uploadInventory(shop, PRODUCTS);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { id, edit } = await openNewOrder(page, shop);
      await edit({ received: '40.00' });
      await expect(page.getByText('Paid in part, $15.00 missing')).toBeVisible();
      await expect(page.getByText('$40.00 received so far.')).toBeVisible();
      await page.getByRole('button', { name: 'Copy amount' }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('15.00');
      await expectAccessible(page, 'an order that was paid with too little');

      await setReceiptStatus(shop, id, 'paid');
      await page.reload();
      await expect(page.getByText('Paid, $15.00 missing')).toBeVisible();
      await page.getByRole('button', { name: 'Copy the missing amount' }).click();
      await edit({ received: '60.00' });
      await expect(page.getByText('Paid, $5.00 too much')).toBeVisible();
      await expect(page.getByText('You paid $5.00 too much.')).toBeVisible();
      await expect(page.getByText('$5.00 too much')).toHaveCount(2);
      await edit({ received: '55.00' });
      await expect(page.getByText('Received $55.00')).toBeVisible();
      await expect(page.getByText(/missing|too much/)).toHaveCount(0);
    });
    await test.step('a shipped order shows how its parcel can be followed', async () => {
      await uploadInventory(shop, PRODUCTS);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { id, edit } = await openNewOrder(page, shop);
      await setReceiptStatus(shop, id, 'paid');
      await callAsAdmin(shop, 'PATCH', `/api/admin/receipts/${id}`, { status: 'shipped', tracking: '1Z 0451' });
      await page.reload();
      await expect(page.locator('[aria-current="step"]')).toContainText('1Z 0451');
      await page.getByRole('button', { name: 'Copy the tracking number' }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('1Z 0451');
      await edit({ tracking: 'https://carrier.test/track?id=7' });
      await expect(page.getByRole('link', { name: 'https://carrier.test/track?id=7' })).toHaveAttribute(
        'href',
        'https://carrier.test/track?id=7',
      );
    });
  },
);
