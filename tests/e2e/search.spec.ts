import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { holdResponse } from './network.ts';
import { PRODUCTS } from './products.ts';
import { uploadInventory } from './shop-api.ts';
import { openAsNewMember, productCard, searchField, searchFor } from './storefront-page.ts';

const MORE = [
  { id: 's1', name: 'Harbor Fog', qty: 9, price: 30, brand: 'Moss House', category: 'Flower', weightLabel: 'Eighth' },
  { id: 's2', name: 'Harbor Lights Cart', qty: 9, price: 30, brand: 'Harborline', category: 'Carts' },
  { id: 's3', name: 'Lights of the Harbor', qty: 9, price: 30, brand: 'Moss House', category: 'Harbor Goods' },
];

test.beforeEach(({ shop }) => uploadInventory(shop, [...PRODUCTS, ...MORE]));

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

/** The name of the option that the field says is active. */
const active = (page: Page) => page.locator('[role=option][aria-selected=true]');

test('what is typed stays while the catalogue arrives and while the details close', ONCE, async ({ page, shop }) => {
  const catalogue = await holdResponse(page, '/api/inventory-data');
  await openAsNewMember(page, shop, { path: '/?category=Edibles' });
  const field = searchField(page);
  await field.fill('harbor fog');
  await catalogue.held;
  catalogue.release();
  await suggestions(page)
    .getByRole('option', { name: /^Harbor Fog/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Harbor Fog' })).toBeVisible();
  await expect(field).toHaveValue('harbor fog');

  // The browser goes back after this, in a task of its own.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('dialog[open] button[aria-label="Close"]')!.click();
    const input = document.querySelector<HTMLInputElement>('[role=combobox][aria-autocomplete]')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'moss');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(suggestions(page).getByRole('option', { name: 'Moss House', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?category=Edibles&search=moss$/);
  await expect(field).toHaveValue('moss');
});

test(
  'a search in the address names itself before its products are there, and without them',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 500/);
    const heading = page.getByRole('heading', { name: 'Search results', exact: true });
    const catalogue = await holdResponse(page, '/api/inventory-data');
    await openAsNewMember(page, shop, { path: '/?search=harbor fog' });
    await catalogue.held;
    await expect(page).toHaveTitle('Search results · Greenroom');
    await expect(page.getByText('Loading products...')).toBeVisible();
    const place = await boxOf(heading);
    catalogue.release();
    await expect(productCard(page, 'Harbor Fog')).toBeVisible();
    expect(await boxOf(heading)).toEqual(place);

    await page.evaluate(() => caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))));
    await page.route('**/api/inventory-data', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/?search=harbor fog');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch inventory');
    await expect(heading).toBeVisible();
  },
);

test(
  'a card of several products says the searched word, also if all of them have it in common',
  ONCE,
  async ({ page, shop }) => {
    const gummies = ['Pear', 'Plum'].map((flavor) => ({
      id: flavor,
      name: `River Gummies - ${flavor}`,
      qty: 9,
      price: 20,
      brand: 'Hearth',
      category: 'Edibles',
      tags: ['Formulation = Candy'],
    }));
    await uploadInventory(shop, [...PRODUCTS, ...gummies]);
    await openAsNewMember(page, shop, { path: '/?search=gummies' });
    const card = productCard(page, 'Hearth Candy');
    await expect(card.getByText('River Gummies', { exact: true }).locator('mark')).toHaveText('Gummies');
  },
);

test('the search suggests what a member types, and finds it', ONCE, async ({ page, shop }) => {
  await test.step('suggestions are a combobox: arrows choose, Enter opens, Escape closes and keeps the text', async () => {
    await openAsNewMember(page, shop);
    const field = searchField(page);
    await field.pressSequentially('h');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await field.pressSequentially('arbor');
    await expect(suggestions(page)).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('option')).toHaveText([
      /^Harbor Fog/,
      /^Harbor Lights/,
      /^Lights of/,
      'Harborline',
      'Harbor Goods',
    ]);
    await expect(field).toHaveAttribute('aria-controls', (await suggestions(page).getAttribute('id'))!);
    await expect(field).not.toHaveAttribute('aria-activedescendant');

    await field.press('ArrowDown');
    await expect(active(page)).toHaveText(/^Harbor Fog/);
    await expect(field).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id'))!);
    await field.press('ArrowUp');
    await expect(active(page)).toHaveText('Harbor Goods');
    await field.press('ArrowDown');
    await expect(active(page)).toHaveText(/^Harbor Fog/);

    await field.press('Escape');
    await expect(suggestions(page)).toBeHidden();
    await expect(field).toHaveValue('harbor');
    await expect(field).toBeFocused();
    await field.press('ArrowDown');
    await expect(active(page)).toHaveText(/^Harbor Fog/);

    await field.fill('harbo');
    await expect(suggestions(page)).toBeVisible();
    await expect(active(page)).toHaveCount(0);
    await field.press('Enter');
    await expect(suggestions(page)).toBeHidden();
    await expect(field).toHaveValue('harbo');
    await expect(page.getByText('3 products available')).toBeVisible();

    await field.fill('harbor');
    await expect(suggestions(page)).toBeVisible();
    await expectAccessible(page, 'suggestions');
  });
  await test.step('a product opens its details, a brand all its products, a category its list', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...MORE]);
    await openAsNewMember(page, shop, { path: '/?category=Edibles' });
    const field = searchField(page);
    await field.fill('harbor fog');
    await expect(suggestions(page).getByRole('option', { name: /^Harbor Fog/ })).toContainText('$45.00');
    await field.press('ArrowDown');
    await expect(active(page)).toHaveCount(1);
    await field.press('Enter');
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Harbor Fog' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(field).toHaveValue('harbor fog');

    await field.fill('moss');
    await suggestions(page).getByRole('option', { name: 'Moss House', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'All Products' })).toBeVisible();
    await expect(page).toHaveURL(/category=all&brand=Moss\+House$/);
    await expect(field).toHaveValue('');

    await field.fill('edib');
    await suggestions(page).getByRole('option', { name: 'Edibles', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Edibles Products' })).toBeVisible();
    await expect(page).toHaveURL(/\?category=Edibles$/);
    await expect(field).toHaveValue('');
  });
  await test.step('words count in any order, and what only they find follows under "More matches"', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...MORE]);
    await openAsNewMember(page, shop, { path: '/?category=all' });
    await searchFor(page, 'harbor lights');
    await expect(page.getByText('1 product available · 1 more')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'More matches' })).toBeVisible();
    const more = page.getByRole('list', { name: 'More matches' });
    await expect(more.getByRole('article')).toHaveCount(1);
    await expect(more.locator('mark')).toHaveText(['Lights', 'Harbor']);
    // The suggestions promise what the list says.
    await searchField(page).fill('harbor light');
    await page.getByRole('button', { name: 'Show 1 product and 1 more' }).click();
    await expect(page.getByText('1 product available · 1 more')).toBeVisible();

    await searchFor(page, 'fog harbor 3.5g');
    await expect(page.getByText('1 product available')).toBeVisible();
    await expect(productCard(page, 'Harbor Fog')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'More matches' })).toHaveCount(0);

    await searchField(page).fill('harbor');
    await page.getByRole('button', { name: 'Show 3 products' }).click();
    await expect(suggestions(page)).toBeHidden();
    await expect(page.getByText('3 products available')).toBeVisible();
  });
  await test.step('a search that finds nothing says what is nearest, and shows it', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...MORE]);
    await openAsNewMember(page, shop, { path: '/?category=all' });
    const nearest = page.getByRole('list', { name: 'Nearest products' });
    await searchFor(page, 'harbor fog 9g');
    await expect(
      page.getByRole('heading', { name: '1 product with “harbor fog”, but not with “9g”', exact: true }),
    ).toBeVisible();
    await expect(page.getByText('No products found')).toBeVisible();
    await expect(page.getByText('Try adjusting your filters or search terms')).toBeVisible();
    await expect(nearest.getByRole('article')).toHaveCount(1);
    // What is bought comes first on the page.
    expect((await boxOf(nearest)).y).toBeLessThan(420);

    await searchFor(page, 'harbor under $200');
    await expect(
      page.getByRole('heading', { name: '3 products with “harbor” under $200, lowest price first', exact: true }),
    ).toBeVisible();
    // A price is an answer: nothing else is meant, and nothing says that there is none.
    await expect(page.getByText('3 products available', { exact: true })).toBeVisible();
    await expect(nearest.getByRole('article')).toHaveCount(3);
    await expect(page.getByText('No products found')).toHaveCount(0);
    await expect(page.getByText('Did you mean')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Clear All Filters' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear Filters' }).click();

    // An unfinished word is no other one.
    await searchField(page).pressSequentially('harbor lights z');
    await expect(
      page.getByRole('heading', { name: '2 products with “harbor lights”, but none with “z”' }),
    ).toBeVisible();
    await expect(page.getByText('Did you mean')).toHaveCount(0);
    // What is shown already is not offered as another search.
    await searchField(page).fill('harbor citrus');
    await searchField(page).blur();
    const others = page.getByText('Or search for').locator('..').getByRole('button');
    await expect(others).toHaveText(['citrus']);
  });
  await test.step('few products of a size are followed by the other sizes', async () => {
    await uploadInventory(shop, [...MORE, { ...MORE[0]!, id: 's4', name: 'Harbor Fog - 7G', weightLabel: 'Quarter' }]);
    await openAsNewMember(page, shop, { path: '/?search=harbor fog 7g' });
    await expect(page.getByRole('heading', { name: '“harbor fog” in other sizes' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Other sizes' }).getByRole('article')).toHaveCount(1);
  });
  await test.step('no text breaks the search', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...MORE]);
    await openAsNewMember(page, shop, { path: '/?category=all' });
    const all = page.getByText(`${PRODUCTS.length + MORE.length} products available`);
    await expect(all).toBeVisible();
    await searchFor(page, 'harbor '.repeat(1500));
    await expect(productCard(page, 'Harbor Fog')).toBeVisible();
    expect((await searchField(page).inputValue()).length).toBe(200);
    await searchFor(page, '\u200b');
    await expect(page.getByText('No products found')).toBeVisible();
    await searchFor(page, 'قنب هندي');
    await expect(page.getByText('No products found')).toBeVisible();
    await searchFor(page, 'fog\nharbor');
    await expect(productCard(page, 'Harbor Fog')).toBeVisible();

    await searchField(page).pressSequentially(' fo');
    await uploadInventory(shop, [{ ...MORE[0]!, name: 'Harbor Fog Two' }]);
    await searchField(page).fill('two harbor');
    await expect(productCard(page, 'Harbor Fog Two')).toBeVisible();
  });
});

test('on a phone the search has room while someone types, and nothing else moves', ONCE, async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAsNewMember(page, shop);
  const places = async () => {
    const header = page.getByRole('banner');
    return Promise.all([/^Account/, /cart/i].map((name) => boxOf(header.getByRole('button', { name }).last())));
  };
  const onPicker = await places();
  await page.getByRole('button', { name: /^Edibles/ }).click();
  await expect(page.getByRole('heading', { name: 'Edibles Products' })).toBeVisible();
  expect(await places()).toEqual(onPicker);
  const field = searchField(page);
  await expect(field).toHaveAttribute('placeholder', 'Search by name, brand, or description...');
  const { width } = await boxOf(field);
  expect(width).toBeLessThan(150);
  await field.focus();
  expect((await boxOf(field)).width).toBeGreaterThan(280);
  expect(await places()).toEqual(onPicker);
  await field.fill('orchard');
  await expect(suggestions(page)).toBeVisible();
  expect((await boxOf(suggestions(page))).y).toBeGreaterThan((await boxOf(field)).y + 40);
  await field.blur();
  expect((await boxOf(field)).width).toBe(width);
});
