import { readFile } from 'node:fs/promises';
import { errorText } from '#contract/errors.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { countLoads, hideOutcome } from './network.ts';
import { PRODUCTS } from './products.ts';
import { readCart, uploadInventory } from './shop-api.ts';
import { cartButton, openAsNewMember, productCard, searchField } from './storefront-page.ts';

// With an origin, any picture could exist.
test.use({ shopEnv: { IMAGE_ORIGIN: 'http://127.0.0.1:9/' } });
test.beforeEach(async ({ shop, browserErrors }) => {
  browserErrors.allow(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /dynamically imported module/);
  await uploadInventory(shop, PRODUCTS);
});

test(
  'a member stays in the list if a part that is loaded ahead fails to load',
  ONCE,
  async ({ page, shop, context }) => {
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    const card = page.getByRole('article').first();
    await expect(card).toBeVisible();
    await context.setOffline(true);
    await card.hover();
    await card.getByRole('button', { name: /Add to Cart/ }).click();
    await expect(page.getByText("Failed to add item to cart. Please try again. You're offline.")).toBeVisible();
    await expect(card).toBeVisible();
  },
);

test(
  'a member reads that an addition may have been saved, finds it in the cart, and can add another piece',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 503/);
    const name = 'Citrus Grove Cart';
    const { token } = await openAsNewMember(page, shop, { path: '/?category=Carts' });
    await page.route('**/api/cart/add', hideOutcome, { times: 1 });
    const card = productCard(page, name);
    await card.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(page.getByText(errorText('outcome_unknown'))).toBeVisible();
    await expect(cartButton(page)).toHaveAccessibleName(/^Cart.*1/);

    await card.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(cartButton(page)).toHaveAccessibleName(/^Cart.*2/);
    await expect
      .poll(async () => (await readCart(shop, token)).items)
      .toMatchObject([{ productName: name, quantity: 2 }]);
  },
);

test('an empty search result says so if its suggestions fail to load', ONCE, async ({ page, shop }) => {
  await page.route('**/assets/empty-result*', (route) => route.abort());
  await openAsNewMember(page, shop, { path: '/?category=Carts' });
  const failed = page.waitForEvent('requestfailed');
  await searchField(page).fill('Northligth');
  await failed;
  await expect(page.getByText('No products found')).toBeVisible();
  await expect(searchField(page)).toHaveValue('Northligth');
});

test(
  'a lazy part that fails to load reloads the page once, is reported, and opens after the member reloads',
  ONCE,
  async ({ page, shop }) => {
    const part = '**/assets/details-dialog*';
    await page.route(part, (route) => route.abort());
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    const loads = countLoads(page);
    await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
    await expect(page.getByText('This part could not be fetched')).toBeVisible();
    expect(loads()).toBe(1);
    await page.unroute(part);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('dialog').getByText('In Stock', { exact: true })).toBeVisible();
  },
);

test(
  'a picture that fails to load is tried in the other width, then replaced by initials',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 404/);
    const pictures: Record<string, string> = { 'Blue Hour Cart': 'jar.png', 'Citrus Grove Cart': 'lost.png' };
    await uploadInventory(
      shop,
      PRODUCTS.filter(({ name }) => name in pictures).map((product) => ({
        ...product,
        images: [pictures[product.name]!],
      })),
    );
    const requested: string[] = [];
    await page.route('**/api/proxy-image/*', async (route) => {
      const name = route.request().url().split('/').at(-1)!;
      requested.push(name);
      if (name === 'x950-jar.png') {
        await route.fulfill({ contentType: 'image/png', body: await readFile('public/icon-512.png') });
      } else {
        await route.fulfill({ status: 404 });
      }
    });
    await openAsNewMember(page, shop, { path: '/?category=Carts' });

    const jar = productCard(page, 'Blue Hour Cart').locator('img');
    await expect(jar).toHaveJSProperty('naturalWidth', 512);
    await expect(jar).toHaveCSS('opacity', '1');
    const lost = productCard(page, 'Citrus Grove Cart');
    await expect(lost.getByText('CG', { exact: true })).toBeVisible();
    await expect(lost.locator('img')).toHaveCount(0);
    const widths = requested.filter((name) => name.endsWith('lost.png'));
    expect(widths).toEqual(expect.arrayContaining(['x250-lost.png', 'x950-lost.png']));
    expect(new Set(widths).size, 'each width is requested once').toBe(widths.length);
  },
);
