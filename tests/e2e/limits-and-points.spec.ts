import type { Locator } from '@playwright/test';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { openPanel, openRow, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import {
  addToCart,
  adjustPoints,
  callApi,
  placeOrder,
  readReceipts,
  registerMember,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { mockChat, openAsNewMember, openCart } from './storefront-page.ts';

test.use({ shopEnv: { POINTS_VALUE: '1', PURCHASE_LIMITS: 'flower=14g/1d?3.5g', TIME_ZONE: 'UTC' } });
test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));
test.beforeEach(({ context }) => mockChat(context));

const balanceOf = async (shop: Shop, token: string): Promise<number> =>
  (await callApi<{ balance: number }>(shop, token, 'GET', '/api/points')).balance;

const confirm = (drawer: Locator): Promise<void> => drawer.getByRole('button', { name: 'Confirm Order' }).click();

test('the cart counts limits and points as the shop does', ONCE, async ({ page, shop, browserErrors }) => {
  await test.step('a member over a limit sees the meter, reads what fits and when, and orders that', async () => {
    browserErrors.allow(REFUSED_CALL);
    const { token } = await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 2 } });
    await placeOrder(shop, token);
    await addToCart(shop, token, { 'Harvest Moon': 3 });
    await page.reload();
    const drawer = await openCart(page);
    const meter = drawer.getByRole('meter', { name: 'Limit of flower' });
    await expect(drawer.getByText('17.5 of 14 g in 24 hours')).toBeVisible();
    await expect(drawer.getByText('7 g from earlier orders')).toBeVisible();
    await expect(meter).toHaveAttribute('aria-valuenow', '14');
    const over = /^3\.5 g over your limit of 14 g in 24 hours\. More from [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M\.$/;
    await expect(drawer.getByText(over)).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toHaveAccessibleDescription(over);

    await drawer.getByRole('button', { name: 'Confirm Order' }).press('Enter');
    await expect(drawer.getByRole('alert')).toHaveText(/3\.5 g over your limit of 14 g in 24 hours\./);
    await expect(page.getByText(over), 'the reason is there once').toHaveCount(1);
    expect(await readReceipts(shop, token)).toHaveLength(1);

    await drawer.getByRole('button', { name: 'Remove one Harvest Moon' }).press('Enter');
    await expect(drawer.getByText('14 of 14 g in 24 hours')).toBeVisible();
    await expect(drawer.getByText(over)).toBeHidden();
    await expect(drawer.getByRole('button', { name: 'Remove one' })).toHaveCount(0);
    await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeFocused();
    await page.keyboard.press('Escape');
    const card = page.getByRole('article', { name: 'Harvest Moon' });
    await page.getByRole('button', { name: /^Flower/ }).click();
    await expect(card.getByText('Over your limit')).toBeVisible();
    await openCart(page);
    await confirm(drawer);
    await expect.poll(async () => (await readReceipts(shop, token)).length).toBe(2);
  });
  await test.step('a member spends points and gets them back when the order is cancelled', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { token, username } = await openAsNewMember(page, shop, { cart: { 'Amber Tide Cart': 1 } });
    await adjustPoints(shop, username, 173, 'Welcome');
    await page.reload();
    const drawer = await openCart(page);
    await expect(drawer.getByText('You have 173')).toBeVisible();
    await drawer.getByRole('switch', { name: 'Use points' }).check();
    await expect(drawer.getByText('173 points used')).toBeVisible();
    // $55.00 less $1.73, plus $15.00.
    await expect(drawer.getByText('$68.27')).toBeVisible();
    await confirm(drawer);
    await expect.poll(() => readReceipts(shop, token)).toMatchObject([{ total: '68.27', points: 173 }]);
    expect(await balanceOf(shop, token)).toBe(0);

    const [receipt] = await readReceipts(shop, token);
    await page.waitForURL(`**/receipts/${receipt!.id}`);
    await expect(page.getByText('173 points used')).toBeVisible();
    await expect(page.getByText('−$1.73')).toBeVisible();
    // Of $55.00 less $1.73.
    await expect(page.getByText("You'll earn 53 points")).toBeVisible();
    await setReceiptStatus(shop, receipt!.id, 'cancelled');
    expect(await balanceOf(shop, token)).toBe(173);
    await page.goto(`${shop.url}/account`);
    await expect(page.getByText(`Returned from receipt #${receipt!.number}`)).toBeVisible();
  });
  await test.step('the new total of changed lines counts spent points, as the shop does', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await registerMember(shop, { 'Blue Hour Cart': 2 });
    await adjustPoints(shop, member.username, 1000, 'Welcome');
    await callApi(shop, member.token, 'PATCH', '/api/cart/points', { points: 1000 });
    const { number } = await placeOrder(shop, member.token);
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    await openRow(page, 'Receipts', `#${number}`);
    const drawer = page.getByRole('dialog', { name: `Receipt #${number}` });
    await drawer.getByRole('button', { name: 'Edit items' }).click();
    const form = drawer.getByRole('region', { name: 'Edit items' });
    await form.getByRole('button', { name: 'Fewer of Blue Hour Cart' }).click();
    // One piece at $52.00, less 1,000 points, with shipping.
    await expect(form.getByText('New total')).toContainText('$57.00');
    await form.getByRole('button', { name: 'Save quantities' }).click();
    await expect(shownToast(page)).toContainText(`Receipt #${number} is now $57.00`);
    expect(await readReceipts(shop, member.token)).toMatchObject([{ total: '57.00' }]);
  });
});
