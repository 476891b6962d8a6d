import type { Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { scrollTo } from './geometry.ts';
import { countLoads, holdResponse } from './network.ts';
import { PRODUCTS } from './products.ts';
import { productId, registerMember, uploadInventory } from './shop-api.ts';
import { goToAccount, logIn, openAsNewMember, passGate, productCard, searchField } from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

const MANY_FLOWERS = Array.from({ length: 80 }, (_, index) => ({
  id: `m${index}`,
  name: `Meadow No. ${index + 1}`,
  qty: 40,
  price: 10,
  brand: `Maker ${index + 1}`,
  category: 'Flower',
}));

test.beforeEach(({ shop }) => uploadInventory(shop, [...PRODUCTS, ...MANY_FLOWERS]));

const flowerHeading = (page: Page) => page.getByRole('heading', { name: 'Flower Products' });
const scrollPosition = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test(
  'an open product is part of the address: it survives sharing, a reload, and going back and forward',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    await productCard(page, 'Meadow No. 3').getByRole('button', { name: 'View' }).click();
    const details = page.getByRole('dialog', { name: 'Meadow No. 3' });
    await expect(details).toBeVisible();
    await expect(page).toHaveURL(/product=\d+/);
    await expect(page).toHaveTitle('Meadow No. 3 · Greenroom');
    await page.reload();
    await expect(details).toBeVisible();
    await expect(page).toHaveTitle('Meadow No. 3 · Greenroom');
    await page.goBack();
    await expect(details).toBeHidden();
    await expect(page).not.toHaveURL(/product=/);
    await expect(page).toHaveTitle('Flower Products · Greenroom');
    await page.goForward();
    await expect(details).toBeVisible();

    const friend = await openOtherBrowser();
    await openAsNewMember(friend, shop, { path: page.url() });
    await expect(friend.getByRole('dialog', { name: 'Meadow No. 3' })).toBeVisible();
  },
);

test(
  'a visitor who opens a shared address passes gate and login and sees the product',
  ONCE,
  async ({ page, shop }) => {
    const member = await registerMember(shop);
    const id = await productId(shop, 'Meadow No. 7');
    await page.goto(`/?category=Flower&product=${id}`);
    await passGate(page, shop);
    await logIn(page, member);
    await expect(page.getByRole('dialog', { name: 'Meadow No. 7' })).toBeVisible();
  },
);

test('a member who comes back to a list finds it scrolled to the same place', async ({ page, shop }) => {
  await openAsNewMember(page, shop);
  await page.getByRole('button', { name: /^Flower/ }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await scrollTo(page, 1800);

  // Opening and closing a product moves nothing.
  await page.getByRole('article').getByRole('button', { name: 'View' }).nth(2).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // The click may have scrolled the card into view first.
  const position = await scrollPosition(page);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await scrollPosition(page)).toBe(position);

  await page.reload();
  await expect(flowerHeading(page)).toBeVisible();
  await expect.poll(() => scrollPosition(page)).toBe(position);

  await page.getByRole('button', { name: 'Back to Categories' }).click();
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  expect(await scrollPosition(page)).toBe(0);
  await page.goBack();
  await expect(flowerHeading(page)).toBeVisible();
  await expect.poll(() => scrollPosition(page)).toBe(position);
});

test(
  'list, account and receipts open without a page load, begin at the top, and keep their place for the way back',
  ONCE,
  async ({ page, shop }) => {
    const member = await openAsNewMember(page, shop, { path: '/?category=Flower&sort=high-low' });
    await expect(page.getByRole('article').first()).toBeVisible();
    await scrollTo(page, 1500);
    const loads = countLoads(page);
    // The second time, the account's code is already loaded.
    for (let time = 0; time < 2; time++) {
      await goToAccount(page, member);
      await expect(page).toHaveTitle('My account · Greenroom');
      await expect(page.getByRole('heading', { name: 'My account' })).toBeFocused();
      expect(await scrollPosition(page)).toBe(0);
      await page.goBack();
      await expect(flowerHeading(page)).toBeVisible();
      await expect.poll(() => scrollPosition(page)).toBe(1500);
    }

    await goToAccount(page, member);
    await scrollTo(page, 120);
    await page.getByRole('link', { name: 'All receipts' }).click();
    await expect(page.getByRole('heading', { name: 'My receipts' })).toBeFocused();
    expect(await scrollPosition(page)).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
    await expect.poll(() => scrollPosition(page)).toBe(120);
    expect(loads()).toBe(0);
  },
);

/** What the account of a new member shows once each of its parts is loaded. */
const LAST_TO_LOAD = ['Earn 1 point per dollar.', 'No receipts yet', 'Tap the heart on a product', 'This device'];

test('a reloaded account returns to its end, even if its content arrives late', ONCE, async ({ page, shop }) => {
  const member = await openAsNewMember(page, shop);
  await goToAccount(page, member);
  // What loads has another height than what it stands in for.
  for (const text of LAST_TO_LOAD) await expect(page.getByText(text)).toBeVisible();
  for (const name of ['Back in stock', 'Buy again']) await expect(page.getByRole('region', { name })).toHaveCount(0);
  const distanceToEnd = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY);
  await expect(async () => {
    await page.keyboard.press('End');
    expect(await distanceToEnd()).toBe(0);
  }).toPass();
  // Until the sessions are loaded, the page is too short to be scrolled that far.
  const { release } = await holdResponse(page, '/api/user/sessions');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  release();
  // The page may be a line shorter than before: a font that arrived late wraps its texts elsewhere.
  for (const text of LAST_TO_LOAD) await expect(page.getByText(text)).toBeVisible();
  await expect.poll(distanceToEnd).toBe(0);
});

test('each step in the list is one step of the history', ONCE, async ({ page, shop }) => {
  await test.step('a new filter scrolls to the top of its list', async () => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    await expect(page.getByRole('article').first()).toBeVisible();
    await scrollTo(page, 900);
    await searchField(page).fill('meadow no. 1');
    await expect(page.getByText('11 products available')).toBeVisible();
    await expect.poll(() => scrollPosition(page)).toBe(0);
  });
  await test.step('typing replaces the address, and leaving the field adds one history entry', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...MANY_FLOWERS]);
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    await expect(page.getByRole('article').first()).toBeVisible();
    const historyLength = () => page.evaluate(() => window.history.length);
    const before = await historyLength();
    await searchField(page).pressSequentially('citrus');
    await expect(page).toHaveURL(/search=citrus/);
    expect(await historyLength()).toBe(before);
    await searchField(page).blur();
    await expect.poll(historyLength).toBe(before + 1);
    await page.goBack();
    await expect(searchField(page)).toHaveValue('');
    await expect(page.getByText('5 products available')).toBeVisible();
  });
  await test.step('closing the details goes back one step, so the next step back leaves the list', async () => {
    await uploadInventory(shop, [...PRODUCTS, ...MANY_FLOWERS]);
    await openAsNewMember(page, shop);
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
});
