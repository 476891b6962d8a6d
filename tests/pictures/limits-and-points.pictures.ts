import { openPanel } from '../e2e/panel-page.ts';
import { addToCart, adjustPoints, placeOrder, readCatalogue, registerMember } from '../e2e/shop-api.ts';
import { openAs, openCart } from '../e2e/storefront-page.ts';
import { test } from './picture-fixtures.ts';

test.use({
  shopEnv: {
    DEMO: 'on',
    POINTS_VALUE: '1',
    PURCHASE_LIMITS: 'flower=28g/1d?3.5g; concentrate=8g/3d?1g; any=10pcs/12h',
  },
});

test('purchase limits and points', async ({ page, shop, picture }) => {
  const member = await registerMember(shop);
  const flower = (await readCatalogue(shop)).find(({ name, quantity }) => /3\.5G/.test(name) && quantity > 8)!;
  await addToCart(shop, member.token, { [flower.name]: 2 });
  await placeOrder(shop, member.token);
  await addToCart(shop, member.token, { [flower.name]: 5 });
  await adjustPoints(shop, member.username, 1730, 'Welcome');
  await openAs(page, shop, member.token);
  const drawer = await openCart(page);
  await drawer.getByRole('switch', { name: 'Use points' }).check();
  await drawer.getByText('points used').waitFor();
  await picture('cart-limits');
  await drawer.getByRole('button', { name: 'Increase quantity' }).click({ clickCount: 3 });
  await drawer.getByText(/^35 of 28 g/).waitFor();
  await drawer.getByRole('button', { name: 'Confirm Order' }).click();
  await drawer
    .getByText(/^You can order/)
    .first()
    .waitFor();
  await picture('cart-limit-reached');
});

test('the limits in the panel', async ({ page, shop, picture }) => {
  await openPanel(page, shop, '?tab=settings&section=limits');
  await page.getByText('28 g of flower in 24 hours').waitFor();
  await picture('panel-limits');
  await page.getByRole('button', { name: 'Add limit' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^An amount above 0 is needed/).waitFor();
  await picture('panel-limits-mistake');
});
