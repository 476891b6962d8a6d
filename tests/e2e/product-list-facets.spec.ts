import type { Locator, Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { type FileProduct, PRODUCTS } from './products.ts';
import { uploadInventory } from './shop-api.ts';
import { openAsNewMember, productCard, searchField, searchFor } from './storefront-page.ts';

const flower = (size: string, price: number): FileProduct => ({
  ...PRODUCTS[5]!,
  id: `fog-${size}`,
  name: `Harbour Fog - ${size}`,
  price,
  description: 'Strain: Harbour Fog. THC 26.1%.',
  tags: [`Breakdown = ${size}`],
});
const SIZES = [flower('14G', 85), flower('28G', 129), flower('3.5G', 25), flower('7G', 45)];
const NO_BRAND: FileProduct = { id: 'nb', name: 'Plain Jar', qty: 2, price: 10, category: 'Flower' };

test.beforeEach(({ shop }) => uploadInventory(shop, [...PRODUCTS, ...SIZES, NO_BRAND]));

const available = (page: Page, count: number) => page.getByText(`${count} product${count === 1 ? '' : 's'} available`);

/** The facets: in a column on a desktop, in a sheet on a phone, which is opened. */
const openFacets = async (page: Page): Promise<Locator> => {
  await page.getByRole('article').first().waitFor();
  const button = page.getByRole('button', { name: /^Filters/ });
  if (!(await button.isVisible())) return page.getByRole('complementary', { name: 'Filters' });
  await button.click();
  return page.getByRole('dialog', { name: /^Filters/ });
};

const closeFacets = async (page: Page): Promise<void> => {
  const show = page.getByRole('button', { name: /^Show \d+ product/ });
  if (await show.isVisible()) await show.click();
};

test('facets narrow the list, count live, and are in the address', async ({ page, shop }) => {
  await openAsNewMember(page, shop, { path: '/?category=Carts' });
  const facets = await openFacets(page);
  await expect(facets.getByRole('checkbox', { name: 'Live Resin 3 products' })).toBeVisible();
  await facets.getByRole('checkbox', { name: /^Distillate/ }).check();
  await expect(available(page, 1)).toBeAttached();
  // The options of a facet are counted without its own choice, those of the others with it.
  await expect(facets.getByRole('checkbox', { name: 'Live Resin 3 products' })).toBeVisible();
  await expect(facets.getByRole('checkbox', { name: '.5G 1 product', exact: true })).toBeVisible();
  await expect(facets.getByRole('checkbox', { name: /^1G/ })).toHaveCount(0);
  await facets.getByRole('checkbox', { name: /^Live Resin/ }).check();
  await closeFacets(page);
  await expect(available(page, 4)).toBeVisible();
  await expect(page).toHaveURL(/form=Distillate&form=Live\+Resin/);

  await page.reload();
  await expect(available(page, 4)).toBeVisible();
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('button')).toHaveCount(2);
  await chips.getByRole('button', { name: 'Remove filter Live Resin' }).click();
  await expect(available(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(available(page, 5)).toBeVisible();
  await expect(chips).toHaveCount(0);
});

test('cards show their variants, and the search leads from few products to more', ONCE, async ({ page, shop }) => {
  await test.step('a card opens on the smallest size in stock, and its variants show what differs (D2, D3)', async () => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const card = productCard(page, 'Harbour Fog');
    await expect(card.getByText('$40.00', { exact: true })).toBeVisible();
    const sizes = card.getByRole('group', { name: 'Variant of Harbour Fog' }).getByRole('button');
    await expect(sizes).toHaveText(['3.5G', '7G']);
    await expect(card.getByRole('combobox', { name: '+2 more' }).getByRole('option')).toHaveText([
      /^3\.5G/,
      /^7G/,
      /^14G/,
      /^28G/,
    ]);
    await expect(sizes.first()).toHaveAttribute('aria-pressed', 'true');
    await sizes.nth(1).click();
    await expect(card.getByText('$60.00', { exact: true })).toBeVisible();

    await card.getByRole('button', { name: 'View' }).click();
    const dialog = page.getByRole('dialog', { name: 'Harbour Fog - 7G' });
    await expect(dialog.getByRole('group', { name: 'Size' }).getByRole('radio')).toHaveCount(4);
    await expect(dialog.getByRole('radio', { name: /^3\.5G/ })).toBeVisible();
    await expect(dialog.getByRole('term')).toHaveText(['THC', 'Strain', 'Size']);
    await expect(dialog.getByRole('definition')).toHaveText(['26.1%', 'Harbour Fog', '7G']);
  });
  await test.step('the other sorts are under the same control, and a product without a brand wears no badge (D22, D23, D28)', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...SIZES, NO_BRAND]);
    await openAsNewMember(page, shop, { path: '/?category=Flower&sort=thc' });
    await test.step('the other sorts are under the same control, and products without the value come last', async () => {
      await expect(page.getByRole('article').first()).toHaveAccessibleName('Harbour Fog');
      await openFacets(page);
      const sort = page.getByLabel('Sort by Price');
      await expect(sort.getByRole('option')).toHaveText([
        'No Sorting',
        'Price: High → Low',
        'Price: Low → High',
        'Name',
        'Newest',
        'Price per unit: Low → High',
        'THC: High → Low',
      ]);
      await sort.selectOption({ label: 'Name' });
      await closeFacets(page);
      await expect(page).toHaveURL(/sort=name/);
      await expect(page.getByRole('article').first()).toHaveAccessibleName('Greenhouse No. 4');
    });
    await test.step('names of dialogs read as a phrase, and a product without a brand wears no badge (D22, D23, D28)', async () => {
      const card = productCard(page, 'Plain Jar');
      await expect(card).toBeVisible();
      await expect(card.getByText('Unknown')).toHaveCount(0);
      await expect(card.getByText('Qty 2', { exact: true })).toBeVisible();
      const button = page.getByRole('button', { name: /^Filters/ });
      await button.click();
      await expect(page.getByRole('dialog')).toHaveAccessibleName('Filters 7 products');
    });
  });
  await test.step('the picker searches all categories', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...SIZES, NO_BRAND]);
    await openAsNewMember(page, shop);
    await searchFor(page, 'halcyon');
    await expect(available(page, 3)).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Flower/ })).toHaveCount(0);
    // As rows or cards, also here.
    await page.getByRole('button', { name: 'List view' }).click();
    await expect(page).toHaveURL(/\?search=halcyon&layout=list$/);
    await page.getByRole('button', { name: 'Grid view' }).click();
    await page.getByRole('button', { name: 'Show filters' }).click();
    // One press opens them, also where they are not beside the list. Back closes them.
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Filters 3 products');
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'All Products' })).toBeVisible();
    await expect(available(page, 3)).toBeVisible();
    await expect(searchField(page)).toHaveValue('halcyon');
  });
  await test.step('a search that finds little is followed by close spellings, and a price per gram says more than the price (D23)', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...SIZES, NO_BRAND]);
    await openAsNewMember(page, shop, { path: '/?category=Carts&q=citrus' });
    await test.step('a price per gram is shown where it says more than the price (D23)', async () => {
      const halfGram = productCard(page, 'Citrus Grove Cart');
      await expect(halfGram.getByText('$34.00', { exact: true })).toBeVisible();
      await expect(halfGram.getByText('$68.00/g')).toBeVisible();
      await searchField(page).fill('night orchard');
      await expect(productCard(page, 'Citrus Grove Cart')).toHaveCount(0);
      await searchField(page).fill('amber tide');
      const gram = productCard(page, 'Amber Tide Cart');
      await expect(gram.getByText('$55.00', { exact: true })).toBeVisible();
      await expect(gram.getByText('/g')).toHaveCount(0);
    });
    await test.step('a search that finds little is followed by close spellings, and matches are highlighted', async () => {
      await searchField(page).fill('Ambre');
      await expect(available(page, 0)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Similar to “Ambre”' })).toBeVisible();
      const similar = page.getByRole('list', { name: 'Similar products' });
      await expect(similar.getByRole('article')).toHaveCount(1);
      await expect(page.getByText('0 products available · 1 nearest')).toBeVisible();
      await expect(similar.locator('mark').first()).toHaveText('Amber');
      await searchField(page).fill('northlight');
      await expect(available(page, 3)).toBeVisible();
      await expect(page.locator('mark').first()).toHaveText('Northlight');
      await expect(similar).toHaveCount(0);
    });
  });
});

test(
  'a large category has its count with a comma, and a facet press among 2,400 products is fast',
  ONCE,
  async ({ page, shop }) => {
    const many = Array.from({ length: 2400 }, (_, index) => ({
      ...PRODUCTS[0]!,
      id: `m${index}`,
      name: `Mass ${index}`,
      tags: [`Formulation = Form ${index % 40}`],
    }));
    await uploadInventory(shop, many);
    await openAsNewMember(page, shop);
    await expect(page.getByRole('button', { name: 'Carts 2,400 products' })).toBeVisible();
    await page.goto('/?category=Carts');
    const facets = await openFacets(page);
    await facets.getByRole('button', { name: 'Show all 40 of Form' }).click();
    await facets.getByRole('textbox', { name: 'Find in Form' }).fill('form 39');
    await facets.getByRole('checkbox', { name: 'Form 39 60 products' }).check();
    await expect(page.getByRole('button', { name: 'Show 60 products' })).toBeVisible();
  },
);

test('the banner takes one line on a phone from the second visit on', ONCE, async ({ page, shop }) => {
  await page.route('**/api/shop', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), telegramGroupUrl: 'https://t.me/group' } });
  });
  await openAsNewMember(page, shop, { path: '/?category=Carts' });
  const banner = page.getByRole('note').filter({ hasText: 'Bulk pricing' });
  await expect(banner.getByRole('link', { name: 'Open the group' })).toBeVisible();
  const before = (await boxOf(banner)).height;
  await page.reload();
  await expect(banner.getByRole('link', { name: 'check our Telegram group' })).toBeVisible();
  expect((await boxOf(banner)).height).toBeLessThan(before);
});
