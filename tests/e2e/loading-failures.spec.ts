import { expect, ONCE, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import { openAs, registerMember, stock } from './shop-api.ts';

// As on a first visit, and where the page is not served securely: nothing is kept on the device.
test.use({ shopEnv: { DEMO: 'off' }, serviceWorkers: 'block' });
test.beforeEach(async ({ shop, complaints }) => {
  complaints.foresee(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /dynamically imported module/);
  await stock(shop, SHELF);
});

test(
  'what was only fetched ahead and could not be had takes nobody out of the list',
  ONCE,
  async ({ page, shop, context }) => {
    const { token } = await registerMember(shop);
    await openAs(page, shop, token, '/?category=Carts');
    const card = page.getByRole('article').first();
    await expect(card).toBeVisible();
    await context.setOffline(true);
    await card.hover();
    await card.getByRole('button', { name: /Add to Cart/ }).click();
    await expect(page.getByText("Failed to add item to cart. Please try again. You're offline.")).toBeVisible();
    await expect(card).toBeVisible();
  },
);

test('a search without a result stands where its suggestions cannot be had', ONCE, async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await page.route('**/assets/did-you-mean*', (route) => route.abort());
  await openAs(page, shop, token, '/?category=Carts');
  const search = page.getByRole('textbox', { name: 'Search Products' });
  const asked = page.waitForEvent('requestfailed');
  await search.fill('Northligth');
  await asked;
  await expect(page.getByText('No products found')).toBeVisible();
  await expect(search).toHaveValue('Northligth');
});

test(
  'a part that is pressed for and missing is asked for again by one reload, then said to be missing; the press is not lost',
  ONCE,
  async ({ page, shop }) => {
    const { token } = await registerMember(shop);
    const part = '**/assets/details-dialog*';
    await page.route(part, (route) => route.abort());
    await openAs(page, shop, token, '/?category=Carts');
    let visits = 0;
    page.on('load', () => visits++);
    await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
    await expect(page.getByText('This part could not be fetched')).toBeVisible();
    expect(visits).toBe(1);
    await page.unroute(part);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('dialog').getByText('In Stock', { exact: true })).toBeVisible();
  },
);
