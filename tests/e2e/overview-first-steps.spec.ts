import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { openPanel } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { placeOrder, registerMember, setReceiptStatus, uploadInventory } from './shop-api.ts';

test.use({ shopEnv: { LTC_ADDRESS: '', BTC_ADDRESS: '' } });

test('an empty shop shows what to do first, and the list ticks itself', ONCE, async ({ page, shop }) => {
  await openPanel(page, shop);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('1 of 6 done')).toBeVisible();
  await expect(page.getByText('Nothing needs you right now')).toBeVisible();
  await expect(page.getByText('No sales yet today.')).toBeVisible();
  await expectAccessible(page, 'the overview of an empty shop');

  // The empty shop itself leads there too.
  await page.goto(shop.url);
  await page.getByRole('link', { name: 'Fill the shop in Admin' }).click();
  await expect(page).toHaveURL(/\/admincp\?tab=inventory$/);
  await page.getByRole('tab', { name: 'Overview' }).click();

  await uploadInventory(shop, PRODUCTS);
  await expect(steps.getByText('3 of 6 done')).toBeVisible();
  const member = await registerMember(shop, { 'Amber Tide Cart': 1 });
  await expect(steps.getByText('4 of 6 done')).toBeVisible();
  const receipt = await placeOrder(shop, member.token);
  await expect(steps.getByText('5 of 6 done')).toBeVisible();
  await expect(steps.getByRole('listitem').filter({ hasText: 'Wallet addresses' })).toContainText('Set an address');
  await setReceiptStatus(shop, receipt.id, 'paid');
  await expect(page.getByText(/^1 order, .+ today\.$/)).toBeVisible();
  await expect(steps).toHaveCount(0);
});
