import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { PRODUCTS } from './products.ts';
import { callApi, productId, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { goToAccount, openAsNewMember, productCard } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const FLOWER = '/?category=Flower';

const heart = (page: Page, name: string) => page.getByRole('button', { name: `Favorite ${name}`, exact: true });
const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const favoritesOf = async (shop: Shop, token: string) =>
  (await callApi<{ ids: number[] }>(shop, token, 'GET', '/api/favorites')).ids;
const addFavorite = async (shop: Shop, token: string, name: string) =>
  callApi(shop, token, 'PUT', `/api/favorites/${await productId(shop, name)}`, {});

/** The facets of the list. On a phone they are behind a button. */
const openFacets = async (page: Page) => {
  const button = page.getByRole('button', { name: /^Filters/ });
  const option = page.getByRole('checkbox', { name: /^Favorites only/ });
  await button.or(option).first().waitFor();
  if (await button.isVisible()) await button.click();
  return option;
};

test('a member marks favorites, lists them and removes them', ONCE, async ({ page, shop, browserErrors }) => {
  await test.step('a press on the heart makes a favorite, on the card and in the details', async () => {
    const { token } = await openAsNewMember(page, shop, { path: FLOWER });
    await heart(page, 'Harvest Moon').click();
    await expect(heart(page, 'Harvest Moon')).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/category=Flower$/);
    await expect.poll(() => favoritesOf(shop, token)).toEqual([await productId(shop, 'Harvest Moon')]);
    await page.reload();
    await expect(heart(page, 'Harvest Moon')).toHaveAttribute('aria-pressed', 'true');
    await expect(heart(page, 'Greenhouse No. 4')).toHaveAttribute('aria-pressed', 'false');

    await productCard(page, 'Harvest Moon').getByRole('button', { name: 'View' }).click();
    const details = page.getByRole('dialog', { name: 'Harvest Moon' });
    await heart(details as unknown as Page, 'Harvest Moon').click();
    await expect(heart(details as unknown as Page, 'Harvest Moon')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => favoritesOf(shop, token)).toEqual([]);
    await expectAccessible(page, 'the details with a heart');
  });
  await test.step('only the last of several quick presses counts, and a press that the shop refuses is undone, with the reason', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { token } = await openAsNewMember(page, shop, { path: FLOWER });
    await test.step('only the last of several quick presses counts', async () => {
      await heart(page, 'Harvest Moon').click({ clickCount: 3 });
      await expect(heart(page, 'Harvest Moon')).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => favoritesOf(shop, token)).toHaveLength(1);
    });
    await test.step('a press that the shop refuses is undone, with the reason', async () => {
      browserErrors.allow(REFUSED_CALL);
      const refusal = { message: 'You can have 500 favorites. Please remove one first.', code: 'too_many_favorites' };
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/favorites/*', async (route) => {
        await answered;
        await route.fulfill({ status: 409, json: refusal });
      });
      await heart(page, 'Greenhouse No. 4').click();
      await expect(heart(page, 'Greenhouse No. 4')).toHaveAttribute('aria-pressed', 'true');
      answer();
      await expect(toast(page).getByText(refusal.message)).toBeVisible();
      await expect(heart(page, 'Greenhouse No. 4')).toHaveAttribute('aria-pressed', 'false');
    });
  });
  await test.step('the list can show favorites only, the address keeps that, and a list without any says how to get some', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await uploadInventory(shop, PRODUCTS);
    const { token } = await openAsNewMember(page, shop, { path: `${FLOWER}&favorites=only` });
    await test.step('a list without favorites says how to get some', async () => {
      await expect(page.getByRole('heading', { name: 'No favorites here yet' })).toBeVisible();
    });
    await test.step('the list can show favorites only, and the address keeps that', async () => {
      await addFavorite(shop, token, 'Harvest Moon');
      await addFavorite(shop, token, 'Blue Hour Cart');
      await page.goto('/?category=all');
      const option = await openFacets(page);
      await expect(option).toHaveAccessibleName(/Favorites only 2/);
      await option.check();
      await expect(page).toHaveURL(/favorites=only/);
      const close = page.getByRole('button', { name: 'Show 2 products' });
      if (await close.isVisible()) await close.click();
      await expect(page.getByRole('status').filter({ hasText: '2 products available' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('article')).toHaveCount(2);
      await expectAccessible(page, 'the list of favorites');
      // A card stays until the next filter, so that a press can be undone.
      await heart(page, 'Harvest Moon').click();
      await expect(page.getByText('1 product available')).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(2);
      await page.getByRole('button', { name: 'Remove filter Favorites only' }).click();
      await expect(page).not.toHaveURL(/favorites/);
      await expect(page.getByText(`${PRODUCTS.length} products available`)).toBeVisible();
    });
  });
  await test.step('the account lists the favorites', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await openAsNewMember(page, shop);
    await addFavorite(shop, member.token, 'Harvest Moon');
    await addFavorite(shop, member.token, 'Blue Hour Cart');
    await goToAccount(page, member);
    const list = page.getByRole('region', { name: 'Favorites' });
    await expect(list.getByRole('listitem')).toHaveText([/Blue Hour Cart/, /Harvest Moon/]);
    await list.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(toast(page).getByText('Blue Hour Cart has been added to your cart')).toBeVisible();
    await list.getByRole('button', { name: 'Favorite Harvest Moon' }).click();
    await expect.poll(() => favoritesOf(shop, member.token)).toHaveLength(1);
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'the account with favorites');
    await list.getByRole('link', { name: 'Show in the shop' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.goBack();
    await list.getByRole('link', { name: 'Blue Hour Cart' }).click();
    await expect(page.getByRole('dialog', { name: 'Blue Hour Cart' })).toBeVisible();
  });
  await test.step('a favorite that left the shop can be removed', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await openAsNewMember(page, shop);
    await addFavorite(shop, member.token, 'Harvest Moon');
    await uploadInventory(
      shop,
      PRODUCTS.filter(({ name }) => name !== 'Harvest Moon'),
    );
    await goToAccount(page, member);
    const list = page.getByRole('region', { name: 'Favorites' });
    await expect(list.getByText('1 product not in the shop right now.')).toBeVisible();
    await list.getByRole('button', { name: /^Remove/ }).click();
    await expect.poll(() => favoritesOf(shop, member.token)).toEqual([]);
    await expect(list.getByText('Tap the heart on a product')).toBeVisible();
  });
});
