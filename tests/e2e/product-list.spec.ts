import type { Page } from '@playwright/test';
import { getInventoryData } from '#contract/catalogue.ts';
import { expect, test } from './fixtures.ts';
import { holdAnswer } from './network.ts';
import { SHELF } from './products.ts';
import { openAs, registerMember, stock, toAccount } from './shop-api.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

/** Opens what a phone keeps in a sheet, does something there, and closes it. */
const inFilters = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  const button = page.getByRole('button', { name: /^Filters/ });
  // The controls of one width or the other are there as soon as the list is.
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Products' }).waitFor();
  const phone = await button.isVisible();
  if (phone) await button.click();
  await act();
  if (!phone) return;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeHidden();
};

const search = (page: Page) => page.getByRole('textbox', { name: 'Search Products' });

test('search, brand and sort survive a reload, and the back button walks the view back', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await page.getByRole('button', { name: /^Carts/ }).click();
  await search(page).fill('cart');
  await inFilters(page, () => page.getByLabel('Brand', { exact: true }).selectOption('Northlight'));
  await inFilters(page, () => page.getByLabel('Sort by Price').selectOption({ label: 'Price: Low → High' }));
  await expect(page.getByText('3 products available')).toBeVisible();
  const shared = page.url();

  await page.reload();
  await expect(search(page)).toHaveValue('cart');
  await expect(page.getByText('3 products available')).toBeVisible();
  expect(page.url()).toBe(shared);
  await inFilters(page, async () => {
    await expect(page.getByLabel('Brand', { exact: true })).toHaveValue('Northlight');
    await expect(page.getByLabel('Sort by Price')).toHaveValue('low-high');
  });

  await page.getByRole('button', { name: /^View/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(page.url()).toBe(shared);
  await page.goForward();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  const clear = page.getByRole('button', { name: 'Clear Filters' });
  await clear.click();
  await expect(page.getByText('5 products available')).toBeVisible();
  await expect(clear).toHaveCount(0);
  await inFilters(page, () => page.getByLabel('Brand', { exact: true }).selectOption('Northlight'));
  await inFilters(page, () => clear.click());
  await expect(page.getByText('5 products available')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Categories' }).click();
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
});

test('closing the details is a step back: the next one leads out of the list, not into it again', async ({
  page,
  shop,
}) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await page.getByRole('button', { name: /^Carts/ }).click();
  for (let time = 0; time < 2; time++) {
    await page.getByRole('button', { name: /^View/ }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).not.toHaveURL(/product=/);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
});

test('an empty result says so and offers the way out', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await page.getByRole('button', { name: /^Carts/ }).click();
  await search(page).fill('zzzz');
  await expect(page.getByText('No products found')).toBeVisible();
  await expect(page.getByText('Try adjusting your filters or search terms')).toBeVisible();
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page.getByText('5 products available')).toBeVisible();
});

test('the detail shows the siblings, swaps what it shows, and states the stock', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
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

test('list rows instead of cards are a choice that the address keeps, and tell as much as cards', async ({
  page,
  shop,
}) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await page.getByRole('button', { name: /^Carts/ }).click();
  await inFilters(page, () => page.getByRole('button', { name: 'List view' }).click());
  await expect(page).toHaveURL(/layout=list/);
  await page.reload();
  await inFilters(page, () =>
    expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true'),
  );
  const row = page.getByRole('article').filter({ hasText: 'Northlight' });
  for (const fact of ['Northlight', '1G', '$55.00', 'Qty 20', 'Strain: Amber Tide. Cold-cured and small-batch.'])
    await expect(row.getByText(fact, { exact: true }), fact).toBeVisible();
  await expect(row.getByRole('combobox')).toBeVisible();
});

test('flung through on a slow device the list tells the names, and shows the cards as soon as it comes to rest', async ({
  page,
  shop,
}) => {
  const plums = Array.from({ length: 240 }, (_, index) => ({
    ...SHELF[0]!,
    id: `p${index}`,
    name: `Plum ${index}`,
    tags: [],
  }));
  await stock(shop, plums);
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=all');
  await page.getByRole('article').first().waitFor();
  await page.evaluate(() => {
    const told = new Set<string>();
    const look = () => {
      for (const place of document.querySelectorAll('ul[aria-label="Products"] > li')) {
        if (!place.querySelector('article') && place.textContent) told.add(place.textContent);
      }
    };
    // Not by frames: there are few where another program has the processor.
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { told });
  });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 5 });
  const { width, height } = page.viewportSize()!;
  await protocol.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height / 2,
    yDistance: -16 * height,
    speed: 4 * height,
    gestureSourceType: 'mouse',
  });
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const told = await page.evaluate(() => [...(window as unknown as { told: Set<string> }).told]);
  expect(told.length).toBeGreaterThan(0);
  for (const name of told) expect(plums.map((plum) => plum.name)).toContain(name);

  const places = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
  await expect(places.filter({ hasNot: page.getByRole('article') })).toHaveCount(0);
  await expect(places.filter({ hasNot: page.getByRole('button', { name: 'Add to Cart' }) })).toHaveCount(0);
});

test('more than there is in stock cannot be added, and the member reads how many there are', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.foresee(/status of 409/);
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await page.getByRole('button', { name: /^Carts/ }).click();
  await search(page).fill('pine');
  await expect(page.getByText('1 product available')).toBeVisible();
  const add = page.getByRole('article').getByRole('button', { name: /Add to Cart/ });
  for (let piece = 1; piece <= 3; piece++) {
    await add.click();
    await expect(page.getByRole('button', { name: new RegExp(`^Cart.*${piece}`) })).toBeVisible();
  }
  await add.click();
  await expect(page.getByText('Only 3 left in stock.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cart.*3/ })).toBeVisible();
});

test("a member's catalogue is on its way while the shop is still asked who comes", async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Carts');
  await page.getByRole('article').first().waitFor();
  const who = await holdAnswer(page, '/api/user');
  const catalogue = page.waitForResponse((response) => response.url().endsWith(getInventoryData.path));
  await page.reload();
  await who.held;
  await catalogue;
  await expect(page.getByRole('article')).toHaveCount(0);
  who.letThrough();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('whatever comes in a file of its own stands as soon as the file is there: no timer keeps it waiting', async ({
  page,
  shop,
}) => {
  // Timers as long as a wait that people notice never end here.
  await page.addInitScript(() => {
    const start = window.setTimeout;
    const isWait = (ms?: number) => ms !== undefined && ms > 20 && ms <= 300;
    window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
      isWait(ms) ? 0 : start(act, ms, ...rest)) as typeof window.setTimeout;
  });
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    // Later than what waits for it has been drawn.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.fulfill({ response });
  });
  const member = await registerMember(shop);
  await openAs(page, shop, member.token, '/?category=Carts');
  await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('dialog').getByText('In Stock', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: /^Cart/ }).click();
  await expect(page.getByRole('dialog', { name: /cart/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await toAccount(page, member);
  await page.getByRole('link', { name: 'All receipts' }).click();
  await expect(page.getByRole('heading', { name: 'My receipts' })).toBeVisible();
});
