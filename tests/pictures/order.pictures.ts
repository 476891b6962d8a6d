import type { Page } from '@playwright/test';
import { callApi, callAsAdmin, placeOrder, setReceiptStatus } from '../e2e/shop-api.ts';
import type { Shop } from '../e2e/shop-process.ts';
import { mockChat, openAs, openCart } from '../e2e/storefront-page.ts';
import { memberWithCart, test } from './picture-fixtures.ts';

/** Places an order of three products and opens its page. */
const openOrder = async (page: Page, shop: Shop) => {
  const { token } = await memberWithCart(shop, [1, 3, 2]);
  const receipt = await placeOrder(shop, token);
  await openAs(page, shop, token, `/receipts/${receipt.id}`);
  await page.getByText('Your order', { exact: true }).waitFor();
  const change = (body: unknown) => callAsAdmin(shop, 'PATCH', `/api/admin/receipts/${receipt.id}`, body);
  const show = async () => {
    await page.reload();
    await page.getByText('Your order', { exact: true }).waitFor();
  };
  return { token, receipt, change, show };
};

test('an order that awaits payment', async ({ page, shop, picture, context }) => {
  await mockChat(context);
  const { token } = await memberWithCart(shop, [1, 3, 2]);
  await openAs(page, shop, token, '/?category=Flower');
  await (await openCart(page)).getByRole('button', { name: 'Confirm Order' }).click();
  await page.getByText('Redirecting to Telegram').waitFor();
  await page.bringToFront();
  await page.getByRole('heading', { name: /placed$/ }).waitFor();
  await picture('order-toast');
  await page.getByText('Redirecting to Telegram').waitFor({ state: 'hidden' });
  await picture('order-placed');
  await picture('order-placed-whole', { fullPage: true });
  await page.getByRole('button', { name: 'Copy the message' }).click();
  await picture('order-sent');
});

test('an order on a low screen', async ({ page, shop, picture }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openOrder(page, shop);
  await picture('order-placed-low');
});

test('an order whose member says that it is paid', async ({ page, shop, picture }) => {
  const { token, receipt, show } = await openOrder(page, shop);
  await page.getByRole('button', { name: "I've paid" }).click();
  await page.getByRole('dialog').waitFor();
  await picture('order-say-paid');
  await callApi(shop, token, 'POST', `/api/receipts/${receipt.id}/payment-sent`, { coin: 'BTC' });
  await show();
  await picture('order-said-paid');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await picture('order-cancel');
});

test('an order in the last hours of its reservation', async ({ page, shop, picture }) => {
  await page.clock.install({ time: Date.now() + 23.3 * 3_600_000 });
  await openOrder(page, shop);
  await picture('order-last-hour');
});

test('an order that was paid, shipped and completed', async ({ page, shop, picture }) => {
  const { receipt, change, show } = await openOrder(page, shop);
  await change({ status: 'paid', received: receipt.total });
  await show();
  await picture('order-paid');
  await change({ status: 'shipped', tracking: '1Z999AA10123456784' });
  await show();
  await picture('order-shipped');
  await change({ status: 'completed' });
  await show();
  await picture('order-completed');
  await picture('order-completed-whole', { fullPage: true });
});

test('an order that was paid with too little, and one with too much', async ({ page, shop, picture }) => {
  const { receipt, change, show } = await openOrder(page, shop);
  await change({ received: '20.00' });
  await show();
  await picture('order-underpaid');
  await change({ status: 'paid', received: String(Number(receipt.total) + 5) });
  await show();
  await picture('order-overpaid');
});

test('an order that was canceled', async ({ page, shop, picture }) => {
  const { receipt, show } = await openOrder(page, shop);
  await setReceiptStatus(shop, receipt.id, 'cancelled');
  await show();
  await picture('order-canceled');
});

test('an order that has expired', async ({ page, shop, picture }) => {
  const { receipt } = await openOrder(page, shop);
  await page.route(`**/api/receipts/${receipt.id}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const expired = { ...body.receipt, status: 'expired', expiresAt: null };
    await route.fulfill({ response, json: { ...body, receipt: expired } });
  });
  await page.reload();
  await page.getByText('This order has expired.').waitFor();
  await picture('order-expired');
});

test('the cart on a low screen', async ({ page, shop, picture }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const { token } = await memberWithCart(shop, [1, 3, 2]);
  await openAs(page, shop, token, '/?category=Flower');
  await openCart(page);
  await picture('cart-low');
});

test('news of an order at the next visit', async ({ page, shop, picture }) => {
  const { change } = await openOrder(page, shop);
  await page.goto('about:blank');
  await change({ status: 'paid' });
  await change({ status: 'shipped', tracking: '1Z999AA10123456784' });
  await page.goto(shop.url);
  await page.getByRole('complementary', { name: 'News about your orders' }).waitFor();
  await picture('order-news');
});
