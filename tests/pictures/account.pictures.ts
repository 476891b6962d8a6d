import { expect } from '@playwright/test';
import { adminToken, callAs, openAs, registerMember } from '../e2e/shop-api.ts';
import { cut, memberWithCart, stall, test } from './picture-fixtures.ts';

test('a new account', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/account');
  await page.getByRole('heading', { name: 'My account' }).waitFor();
  await picture('account-new', { whole: true });
  await page.goto('/receipts');
  await page.getByText('No receipts yet').waitFor();
  await picture('receipts-empty');
});

test('an account with a history', async ({ page, shop, picture }) => {
  const admin = await adminToken(shop);
  const member = await memberWithCart(shop, [2, 1]);
  const order = () =>
    callAs<{ receipt: { id: string; lines: { productId: number }[] } }>(
      shop,
      member.token,
      'POST',
      '/api/receipts',
      {},
    );
  const { receipt } = await order();
  for (const status of ['paid', 'shipped', 'completed'])
    await callAs(shop, admin, 'PATCH', `/api/admin/receipts/${receipt.id}`, { status });
  await callAs(shop, admin, 'POST', '/api/admin/points', {
    username: member.username,
    points: -12,
    reason: 'A grinder',
  });
  await callAs(shop, member.token, 'POST', '/api/cart/add', { productId: receipt.lines[0]!.productId });
  const second = (await order()).receipt;
  await openAs(page, shop, member.token, '/account');
  await page.getByRole('img', { name: /^Balance since/ }).waitFor();
  await picture('account', { whole: true });
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
  await picture('receipts-no-more');
  await page.unroute('**/api/receipts?*');
  await page.goto(`/receipts/${second.id}`);
  await page.getByRole('button', { name: 'Order again' }).waitFor();
  await picture('receipt', { whole: true });
  await page.getByRole('button', { name: 'Order again' }).click();
  await page.getByRole('dialog').waitFor();
  await picture('reorder');
  await page.goto(`/receipts/${receipt.id}`);
  await page.getByRole('button', { name: 'Order again' }).waitFor();
  await picture('receipt-completed', { whole: true });
  await page.emulateMedia({ media: 'print' });
  await picture('receipt-print', { whole: true });
});

test('an account and receipts that wait and fail', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await stall(page, '**/api/receipts*');
  await openAs(page, shop, token, '/receipts');
  await page.getByRole('status', { name: 'Loading receipts' }).waitFor();
  await picture('receipts-loading');
  await page.unroute('**/api/receipts*');
  await cut(page, '**/api/receipts*');
  await cut(page, '**/api/points*');
  await page.goto('/receipts');
  await page
    .getByRole('button', { name: /try again/i })
    .first()
    .waitFor({ timeout: 60_000 });
  await picture('receipts-failing');
  await cut(page, '**/api/user/sessions');
  await page.goto('/account');
  await expect(page.getByRole('button', { name: /try again/i })).toHaveCount(3, { timeout: 60_000 });
  await picture('account-failing', { whole: true });
  await page.goto('/receipts');
  await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 60_000 });
  await page.unroute('**/api/receipts*');
  await stall(page, '**/api/receipts*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await picture('receipts-trying');
  await page.goto('/receipts/not-a-receipt');
  await page.getByText('Receipt not found').waitFor({ timeout: 60_000 });
  await picture('receipt-missing');
});

test('the pages beside the shop', async ({ page, shop, picture }) => {
  await page.goto('/test-points');
  await page.getByRole('button', { name: 'Add Points' }).waitFor();
  await picture('test-points');
  await page.goto('/reset/a-token-that-is-not-one');
  await page.getByRole('heading').first().waitFor();
  await picture('reset');
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/admincp');
  await page.getByText('Access Denied').first().waitFor();
  await picture('access-denied');
});
