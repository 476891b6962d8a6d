import type { Page } from '@playwright/test';
import { getInventoryData } from '#contract/catalogue.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { drawn, holdResponse } from './network.ts';
import { PRODUCTS } from './products.ts';
import { uploadInventory } from './shop-api.ts';
import { cartButton, goToAccount, openAsNewMember, openCart, searchField, searchFor } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Does something with the filters. On a phone they are in a sheet that is opened first and closed afterwards. */
const inFilters = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  const button = page.getByRole('button', { name: /^Filters/ });
  // As soon as the heading is shown, the controls for this width are there too.
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Products' }).waitFor();
  const isPhone = await button.isVisible();
  if (isPhone) await button.click();
  await act();
  if (!isPhone) return;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeHidden();
};

const brand = (page: Page) => page.getByLabel('Brand', { exact: true });
const available = (page: Page, count: number) => page.getByText(`${count} product${count === 1 ? '' : 's'} available`);

test('the address keeps the choice of rows, and a row shows as much as a card', async ({ page, shop }) => {
  await openAsNewMember(page, shop);
  await page.getByRole('button', { name: /^Carts/ }).click();
  await page.getByRole('button', { name: 'List view' }).click();
  await expect(page).toHaveURL(/layout=list/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true');
  const row = page.getByRole('article').filter({ hasText: 'Northlight' });
  // Its brand stands in its name.
  for (const fact of ['Northlight Live Resin', '1G', '$55.00', 'Qty 20', 'Cold-cured and small-batch.']) {
    await expect(row.getByText(fact, { exact: true }), fact).toBeVisible();
  }
  await expect(row.getByLabel('Variant of Northlight Live Resin')).toBeVisible();
});

test(
  'a list that is scrolled fast on a slow device shows the names first, and the cards when it stops',
  ONCE,
  async ({ page, shop }) => {
    const plums = Array.from({ length: 240 }, (_, index) => ({
      ...PRODUCTS[0]!,
      id: `p${index}`,
      name: `Plum ${index}`,
      tags: [],
    }));
    await uploadInventory(shop, plums);
    await openAsNewMember(page, shop, { path: '/?category=all' });
    await page.getByRole('article').first().waitFor();
    await page.evaluate(() => {
      const placeholders = new Set<string>();
      const collect = () => {
        for (const cell of document.querySelectorAll('ul[aria-label="Products"] > li')) {
          if (!cell.querySelector('article') && cell.textContent) placeholders.add(cell.textContent);
        }
      };
      // An animation frame would not do: on a busy machine there are too few of them.
      new MutationObserver(collect).observe(document.body, { childList: true, subtree: true });
      Object.assign(window, { placeholders });
    });
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    const { width, height } = page.viewportSize()!;
    let yDistance = -16 * height;
    let placeholders: string[] = [];
    // A busy machine may draw a whole gesture in one frame, in which nothing is fast.
    await expect(async () => {
      await protocol.send('Input.synthesizeScrollGesture', {
        x: width / 2,
        y: height / 2,
        yDistance,
        speed: 4 * height,
        gestureSourceType: 'mouse',
      });
      yDistance = -yDistance;
      placeholders = await page.evaluate(() => [...(window as unknown as { placeholders: Set<string> }).placeholders]);
      expect(placeholders.length).toBeGreaterThan(0);
    }).toPass();
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    for (const name of placeholders) expect(plums.map((plum) => plum.name)).toContain(name);

    const cells = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
    await expect(cells.filter({ hasNot: page.getByRole('article') })).toHaveCount(0);
    await expect(cells.filter({ hasNot: page.getByRole('button', { name: 'Add to Cart' }) })).toHaveCount(0);
  },
);

test('a member searches and filters the list, and reads what is in stock', ONCE, async ({ page, shop }) => {
  await test.step('search, brand and sort survive a reload and a look at the details, and are cleared together', async () => {
    await openAsNewMember(page, shop);
    await page.getByRole('button', { name: /^Carts/ }).click();
    await searchFor(page, 'cart');
    await inFilters(page, () => brand(page).selectOption('Northlight'));
    await inFilters(page, () => page.getByLabel('Sort by Price').selectOption({ label: 'Price: Low → High' }));
    await expect(available(page, 3)).toBeVisible();
    const address = page.url();

    await page.reload();
    await expect(searchField(page)).toHaveValue('cart');
    await expect(available(page, 3)).toBeVisible();
    expect(page.url()).toBe(address);
    await inFilters(page, async () => {
      await expect(brand(page)).toHaveValue('Northlight');
      await expect(page.getByLabel('Sort by Price')).toHaveValue('low-high');
    });

    await page.getByRole('button', { name: /^View/ }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(page.url()).toBe(address);

    const clear = page.getByRole('button', { name: 'Clear Filters' });
    await clear.click();
    await expect(available(page, 5)).toBeVisible();
    await expect(clear).toHaveCount(0);
    await inFilters(page, () => brand(page).selectOption('Northlight'));
    await inFilters(page, () => clear.click());
    await expect(available(page, 5)).toBeVisible();
    await page.getByRole('button', { name: 'Back to Categories' }).click();
    await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  });
  await test.step('an empty result offers to clear the filters, close spellings and all categories', async () => {
    await uploadInventory(shop, [...PRODUCTS, { id: 'f9', name: 'Ambler', qty: 5, price: 20, category: 'Flower' }]);
    await openAsNewMember(page, shop);
    await test.step('an empty result says so and offers to clear the filters', async () => {
      await page.getByRole('button', { name: /^Carts/ }).click();
      await searchField(page).fill('zzzz');
      await expect(page.getByText('No products found')).toBeVisible();
      await expect(page.getByText('Try adjusting your filters or search terms')).toBeVisible();
      // Nothing is near, so the categories are a way on.
      await page.getByRole('group', { name: 'Or look in a category' }).getByRole('button', { name: 'Edibles' }).click();
      await expect(page.getByRole('heading', { name: 'Edibles Products' })).toBeVisible();
      await page.goBack();
      await page.getByRole('button', { name: 'Clear All Filters' }).click();
      await expect(available(page, 5)).toBeVisible();
    });
    await test.step('a member who misspells a search gets a suggestion, and can search all categories', async () => {
      await searchField(page).fill('Northligth');
      await expect(page.getByText('Did you mean')).toBeVisible();
      await page.getByRole('button', { name: 'Northlight' }).click();
      await expect(available(page, 3)).toBeVisible();
      await expect(searchField(page)).toHaveValue('Northlight');
      await searchFor(page, 'Ambler');
      // The other categories come first: they have just this.
      const ways = page.getByRole('button', { name: /^(Search all categories|Amber|Clear All Filters)/ });
      await expect(ways).toHaveText([/^Search all/, 'Amber', 'Clear All Filters']);
      const nearest = page.getByRole('list', { name: 'Nearest products' });
      await searchFor(page, 'Northligth zzzzzz');
      await expect(
        page.getByRole('heading', { name: '3 products with “Northlight”, but none with “zzzzzz”' }),
      ).toBeVisible();
      await expect(nearest.getByRole('article')).not.toHaveCount(0);
      // The count says what is shown.
      await expect(page.getByText('0 products available · 3 nearest')).toBeVisible();
      await searchFor(page, 'Harvest Moon');
      await expect(
        page.getByRole('heading', { name: '1 product with “Harvest Moon” in other categories' }),
      ).toBeVisible();
      await expect(nearest.getByRole('article')).toHaveCount(1);
      await page.getByRole('button', { name: /^Search all categories/ }).click();
      await expect(page.getByRole('heading', { name: 'All Products' })).toBeVisible();
      await expect(available(page, 1)).toBeVisible();
    });
  });
  await test.step('the details show the stock and the siblings, and switch to the sibling that is chosen', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop);
    await page.getByRole('button', { name: /^Edibles/ }).click();
    await page.getByRole('button', { name: /^View/ }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('In Stock', { exact: true })).toBeVisible();
    await expect(dialog.getByText('No description available for this product.')).toBeVisible();
    await dialog.getByRole('group', { name: 'Flavor' }).getByRole('radio', { name: /Pear/ }).check();
    await expect(dialog.getByText('Qty 90', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('a member who adds more than is in stock reads how many are left', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop);
    await page.getByRole('button', { name: /^Carts/ }).click();
    await searchFor(page, 'pine');
    await expect(available(page, 1)).toBeVisible();
    const card = page.getByRole('article');
    await card.getByRole('button', { name: 'Add to Cart' }).click();
    // This message comes with the response. It would replace the one that the last press shows at once.
    await expect(page.getByText('has been added to your cart')).toBeVisible();
    const increase = card.getByRole('button', { name: 'Increase quantity' });
    for (let pieces = 1; pieces <= 3; pieces++) {
      await expect(cartButton(page)).toHaveAccessibleName(new RegExp(`^Cart.*${pieces}`));
      await increase.click();
    }
    await expect(page.getByText('Only 3 left in stock.')).toBeVisible();
    await expect(cartButton(page)).toHaveAccessibleName(/^Cart.*3/);
  });
  await test.step('the catalogue loads while the shop still checks the session', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    await page.getByRole('article').first().waitFor();
    const session = await holdResponse(page, '/api/user');
    const catalogue = page.waitForResponse((response) => response.url().endsWith(getInventoryData.path));
    await page.reload();
    await session.held;
    await catalogue;
    // A known member is shown the list at once.
    await expect(page.getByRole('article').first()).toBeVisible();
    session.release();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

test(
  'every lazy part appears as soon as its file is loaded, without waiting for a timer',
  ONCE,
  async ({ page, shop }) => {
    // Timers that are long enough to be noticed never fire here.
    await page.addInitScript(() => {
      const start = window.setTimeout;
      const isNoticeable = (ms?: number) => ms !== undefined && ms > 20 && ms <= 300;
      window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
        isNoticeable(ms) ? 0 : start(act, ms, ...rest)) as typeof window.setTimeout;
    });
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      // Not before the page has drawn the skeleton. It may be on its way to another one.
      await drawn(page).catch(() => undefined);
      await route.fulfill({ response });
    });
    const member = await openAsNewMember(page, shop, { path: '/?category=Carts' });
    await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
    await expect(page.getByRole('dialog').getByText('In Stock', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await openCart(page);
    await page.keyboard.press('Escape');
    await goToAccount(page, member);
    await page.getByRole('link', { name: 'All receipts' }).click();
    await expect(page.getByRole('heading', { name: 'My receipts' })).toBeVisible();
  },
);
