import { NOTHING_SET } from '../e2e/opening-page.ts';
import { adminToken, callAsAdmin } from '../e2e/shop-api.ts';
import { openAs } from '../e2e/storefront-page.ts';
import { stall, test } from './picture-fixtures.ts';

test.use({ shopEnv: { ...NOTHING_SET, DEMO: 'off', SHOP_ACCESS_CODE: '' } });

test('the opening of a shop, from closed to open', async ({ page, shop, picture }) => {
  const mark = (step: string, state: string) =>
    callAsAdmin(shop, 'PATCH', '/api/admin/opening', { step, state, dismissed: false });
  await stall(page, '**/api/admin/settings');
  await openAs(page, shop, await adminToken(shop), '/admincp?tab=opening');
  await page.getByRole('status', { name: 'Loading the steps' }).waitFor();
  await picture('opening-loading', { fullPage: true });
  await page.unroute('**/api/admin/settings');
  await page.reload();
  for (const step of ['name', 'chat', 'payment', 'shipping', 'products', 'rules', 'door', 'look']) {
    await page.goto(`/admincp?tab=opening&step=${step}`);
    await page.getByRole('button', { name: 'Skip' }).waitFor();
    await picture(`opening-${step}`, { fullPage: true });
    await mark(step, step === 'payment' ? 'skipped' : 'done');
  }
  await page.goto('/admincp?tab=opening');
  await page.getByRole('heading', { name: 'Almost open' }).waitFor();
  await picture('opening-end-empty', { fullPage: true });
  await callAsAdmin(shop, 'POST', '/api/admin/inventory/samples', {});
  await page.getByText('Members see no address to pay to yet.').first().waitFor();
  await picture('opening-end-lacking', { fullPage: true });
  await mark('payment', 'done');
  await page.reload();
  await page.getByRole('heading', { name: 'Your shop is open' }).waitFor();
  await picture('opening-end', { fullPage: true });
});
