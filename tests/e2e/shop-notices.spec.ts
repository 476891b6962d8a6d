import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { openPanel, pressInHeader, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { callAsAdmin, readReceipts, registerWithRole, uploadInventory } from './shop-api.ts';
import { openAs, openAsNewMember } from './storefront-page.ts';

test.use({
  shopEnv: { TELEGRAM_SELLER: 'greenroom_seller', TELEGRAM_GROUP_URL: 'https://t.me/greenroom' },
});
test.beforeEach(async ({ shop }) => {
  await uploadInventory(shop, PRODUCTS);
  const open = { pricing: null, weights: null, weightsShown: true, closed: null, closedOrders: false };
  await callAsAdmin(shop, 'PUT', '/api/admin/shop-notices', open);
});

test(
  'an owner closes the shop in words of their own: open shops say so without a reload, and nobody can order',
  ONCE,
  async ({ page, shop, openOtherBrowser, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const shopPage = await openOtherBrowser();
    const member = await openAsNewMember(shopPage, shop, {
      path: `${shop.url}/?category=Carts`,
      cart: { 'Blue Hour Cart': 1 },
    });
    await expect(shopPage.getByRole('heading', { name: 'Carts Products' })).toBeVisible();
    const closed = shopPage.getByRole('note').filter({ hasText: 'Back on Monday.' });
    await expect(closed).toBeHidden();

    await openPanel(page, shop, '?tab=receipts&notices=open');
    const notices = page.getByRole('region', { name: 'Notices', exact: true });
    await notices.getByLabel('Notice while closed').fill('Back on Monday.');
    await expect(notices.getByText('Members read: "Back on Monday."')).toBeVisible();
    await page.getByLabel('Pause orders').check();
    await expect(notices.getByText('Members read: "Back on Monday."')).toBeHidden();
    await expect(page.getByText('Members read: "Back on Monday."')).toBeVisible();
    await expectAccessible(page, 'the shop notices');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(shownToast(page)).toContainText('Shop saved');

    await expect(closed).toContainText('The shop takes no orders right now.');
    await shopPage.getByRole('button', { name: /^Cart/ }).click();
    const cart = shopPage.getByRole('dialog', { name: /^Your cart/ });
    await expect(cart.getByRole('note').filter({ hasText: 'Back on Monday.' })).toBeVisible();
    const closedText = 'The shop takes no orders right now. Back on Monday.';
    const confirm = cart.getByRole('button', { name: 'Confirm Order' });
    await expect(confirm).toHaveAccessibleDescription(closedText);
    await expect(cart.getByRole('region', { name: 'Payment' })).toBeHidden();
    await confirm.press('Enter');
    await expect(cart.getByRole('alert')).toContainText(closedText);
    expect(await readReceipts(shop, member.token)).toEqual([]);

    // Opened again, the same cart becomes an order.
    await callAsAdmin(shop, 'PUT', '/api/admin/shop-notices', { closed: null, closedOrders: false });
    await expect(cart.getByRole('note').filter({ hasText: 'Back on Monday.' })).toBeHidden();
    await cart.getByRole('button', { name: 'Confirm Order' }).click();
    await expect(shopPage.getByRole('heading', { name: /^Order #\d+ placed$/ })).toBeVisible();
  },
);

test(
  'the notices on bulk pricing and weights are those of every shop until an owner writes others',
  ONCE,
  async ({ page, shop, browser }) => {
    const gate = await (await browser.newContext()).newPage();
    await gate.goto(shop.url);
    await expect(
      gate.getByText('Some weight labels are incorrect. Message the seller for the correct weights.'),
    ).toBeVisible();
    await openAsNewMember(page, shop);
    await expect(page.getByText('Bulk pricing: check our Telegram group. Open the group')).toBeVisible();

    const pricing = '<b>Ten or more</b>: ask us';
    await callAsAdmin(shop, 'PUT', '/api/admin/shop-notices', { pricing, weights: 'All weights were checked in May.' });
    // Plain text, never a part of the page.
    await expect(page.getByText(`${pricing} Open the group`)).toBeVisible();
    await gate.reload();
    await expect(gate.getByText('All weights were checked in May. Message the seller')).toBeVisible();
    await expect(gate.getByText('Some weight labels are incorrect.')).toBeHidden();
    await gate.context().close();
  },
);

/** Shows the member's controls, which are behind a button on a phone. */
const openMenu = async (page: Page) => {
  await page.getByRole('heading', { name: 'Select a Category' }).waitFor();
  const menu = page.getByRole('button', { name: 'Account', exact: true });
  if (await menu.isVisible()) await menu.click();
};
const adminLink = (page: Page) =>
  page.getByRole('link', { name: 'Admin' }).or(page.getByRole('menuitem', { name: 'Admin' }));

test('users of the panel find it from the shop and come back', async ({ page, shop }) => {
  const { token } = await registerWithRole(shop, 'inventory');
  await openAs(page, shop, token, '/');
  await openMenu(page);
  await adminLink(page).click();
  await expect(page).toHaveURL(/\/admincp$/);
  await expect(page.getByText(/^\d+ of \d+ items$/)).toBeVisible();
  await pressInHeader(page, 'Dashboard');
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
});

test('members see no link to the panel', async ({ page, shop }) => {
  await openAsNewMember(page, shop);
  await openMenu(page);
  const logout = page.getByRole('button', { name: 'Logout' }).or(page.getByRole('menuitem', { name: 'Logout' }));
  await expect(logout).toBeVisible();
  await expect(adminLink(page)).toHaveCount(0);
});
