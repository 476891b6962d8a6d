import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { openInventory, openPanel, pressInMore, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { uploadInventory } from './shop-api.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Categories' });
const row = (page: Page, name: string) => dialog(page).getByRole('listitem', { name, exact: true });
const colorOf = (page: Page, name: string) =>
  row(page, name)
    .locator('span[aria-hidden] > span')
    .evaluate((dot) => getComputedStyle(dot).backgroundColor);
const tiles = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button');

test('a seller renames a category, the list behind follows, and Undo takes it back', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop, '?category=Flower');
  await pressInMore(page, 'Categories');
  await row(page, 'Flower').getByRole('button', { name: 'Edit' }).click();
  await expectAccessible(page, 'a category of the panel');
  const color = await colorOf(page, 'Flower');
  await row(page, 'Flower').getByLabel('Name').fill('Buds');
  await row(page, 'Flower').getByRole('button', { name: 'Rename' }).click();
  await expect(shownToast(page)).toContainText('"Flower" renamed to "Buds"');
  await expect.poll(() => colorOf(page, 'Buds')).toBe(color);
  // It stays open under its new name, and the list behind goes on showing the same items.
  await expect(row(page, 'Buds').getByLabel('Name')).toHaveValue('Buds');
  await expect(page).toHaveURL(/category=Buds/);

  await shownToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Flower')).toBeVisible();
  await expect(page).toHaveURL(/category=Flower/);
  // One that is low in the dialog is shown whole, and the dialog keeps its title.
  await page.setViewportSize({ width: 1440, height: 640 });
  await row(page, 'Flower').getByRole('button', { name: 'Edit' }).click();
  await expect(row(page, 'Flower').getByRole('switch', { name: 'Hidden' })).toBeInViewport({ ratio: 1 });
  await expect(dialog(page).getByRole('heading', { name: 'Categories' })).toBeInViewport({ ratio: 1 });
});

test('a seller merges, orders and hides categories', ONCE, async ({ page, shop, browserErrors }) => {
  await test.step('a name that is taken is refused in words, and one press merges instead', async () => {
    browserErrors.allow(REFUSED_CALL);
    await openPanel(page, shop, '?tab=inventory&categories=open');
    await row(page, 'Flower').getByRole('button', { name: 'Edit' }).click();
    await row(page, 'Flower').getByLabel('Name').fill('carts');
    await row(page, 'Flower').getByRole('button', { name: 'Rename' }).click();
    await expect(row(page, 'Flower')).toContainText('There is a category Carts already. Merge into it instead.');
    await row(page, 'Flower').getByRole('button', { name: 'Merge into Carts' }).click();
    await expect(dialog(page).getByText('Flower is part of Carts')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'End merge' }).click();
    await expect(row(page, 'Flower')).toBeVisible();
  });
  await test.step('a seller orders the categories and hides one, and the picker follows', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openPanel(page, shop, '?tab=inventory&categories=open');
    await row(page, 'Flower').getByRole('button', { name: 'Move up' }).click();
    await expect(shownToast(page)).toContainText('"Flower" moved to place 1');
    await row(page, 'Carts').getByRole('button', { name: 'Edit' }).click();
    await row(page, 'Carts').getByRole('switch', { name: 'Hidden' }).click();
    await expect(shownToast(page)).toContainText('"Carts" is hidden from members');
    await page.goto(shop.url);
    await expect(tiles(page).first()).toContainText('Flower');
    await expect(tiles(page).filter({ hasText: 'Carts' })).toHaveCount(0);
  });
});
