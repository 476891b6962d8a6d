import { expect } from '@playwright/test';
import {
  addToCart,
  adjustPoints,
  callApi,
  callAsAdmin,
  placeOrder,
  registerMember,
  setReceiptStatus,
} from '../e2e/shop-api.ts';
import { openAs } from '../e2e/storefront-page.ts';
import { disconnect, memberWithCart, stall, test } from './picture-fixtures.ts';

test('a new account', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/account');
  await page.getByRole('heading', { name: 'My account' }).waitFor();
  await picture('account-new', { fullPage: true });
  await page.goto('/receipts');
  await page.getByText('No receipts yet').waitFor();
  await picture('receipts-empty');
});

test('an account with a history', async ({ page, shop, picture }) => {
  const member = await memberWithCart(shop, [2, 1]);
  const first = await placeOrder(shop, member.token);
  await setReceiptStatus(shop, first.id, 'paid', 'shipped', 'completed');
  await adjustPoints(shop, member.username, -12, 'A grinder');
  await addToCart(shop, member.token, { [first.lines[0]!.productName]: 1 });
  const second = await placeOrder(shop, member.token);
  await openAs(page, shop, member.token, '/account');
  await page.getByRole('img', { name: /^Balance since/ }).waitFor();
  await picture('account', { fullPage: true });
  await page.goto('/receipts');
  await page.getByRole('link', { name: /#/ }).first().waitFor();
  await picture('receipts');
  await page.route('**/api/receipts?*', async (route) => {
    if (route.request().url().includes('cursor')) return route.abort();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), nextCursor: 'older' } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText("Couldn't load more").waitFor({ timeout: 60_000 });
  await picture('receipts-more-failing');
  await page.unroute('**/api/receipts?*');
  await page.goto(`/receipts/${second.id}`);
  await page.getByRole('button', { name: 'Buy again' }).waitFor();
  await picture('receipt', { fullPage: true });
  await page.getByRole('button', { name: 'Buy again' }).click();
  await page.getByRole('dialog').waitFor();
  await picture('reorder');
  await page.goto(`/receipts/${first.id}`);
  await page.getByRole('button', { name: 'Buy again' }).waitFor();
  await picture('receipt-completed', { fullPage: true });
  await page.emulateMedia({ media: 'print' });
  await picture('receipt-print', { fullPage: true });
});

test('an account and receipts that load and fail', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await stall(page, '**/api/receipts*');
  await openAs(page, shop, token, '/receipts');
  await page.getByRole('status', { name: 'Loading receipts' }).waitFor();
  await picture('receipts-loading');
  await page.unroute('**/api/receipts*');
  await disconnect(page, '**/api/receipts*');
  await disconnect(page, '**/api/points*');
  await page.goto('/receipts');
  await page
    .getByRole('button', { name: /try again/i })
    .first()
    .waitFor({ timeout: 60_000 });
  await picture('receipts-failing');
  await disconnect(page, '**/api/user/sessions');
  await page.goto('/account');
  await expect(page.getByRole('button', { name: /try again/i })).toHaveCount(3, { timeout: 60_000 });
  await picture('account-failing', { fullPage: true });
  await page.goto('/receipts');
  await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 60_000 });
  await page.unroute('**/api/receipts*');
  await stall(page, '**/api/receipts*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await picture('receipts-retrying');
  await page.goto('/receipts/not-a-receipt');
  await page.getByText('Receipt not found').waitFor({ timeout: 60_000 });
  await picture('receipt-missing');
});

test('the other pages', async ({ page, shop, picture }) => {
  await page.goto('/test-points');
  await page.getByRole('button', { name: 'Add Points' }).waitFor();
  await picture('test-points');
  await page.goto('/reset/a-token-that-is-not-one');
  await page.getByText('This link has expired').waitFor();
  await picture('reset-ended');
  const { token } = await registerMember(shop);
  const { user } = await callApi<{ user: { id: string } }>(shop, token, 'GET', '/api/user');
  const { url } = await callAsAdmin<{ url: string }>(shop, 'POST', `/api/admin/users/${user.id}/reset-link`, {});
  await page.goto(url);
  await page.getByText('Choose a new password for').waitFor();
  await picture('reset');
  await openAs(page, shop, token, '/admincp');
  await page.getByText('Access Denied').first().waitFor();
  await picture('access-denied');
});
