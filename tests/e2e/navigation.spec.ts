import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdAnswer } from './network.ts';
import { SHELF } from './products.ts';
import { idOf, logIn, openAs, passGate, registerMember, stock, toAccount } from './shop-api.ts';

const MANY = Array.from({ length: 80 }, (_, index) => ({
  id: `m${index}`,
  name: `Meadow No. ${index + 1}`,
  qty: 40,
  price: 10,
  brand: `Maker ${index + 1}`,
  category: 'Flower',
}));

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, [...SHELF, ...MANY]));

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
const inFlower = (page: Page) => page.getByRole('heading', { name: 'Flower Products' });

test('an open product is part of the address: shared, reloaded and walked to and fro', async ({
  page,
  shop,
  openAsSomebodyElse,
}) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Flower');
  await page.getByRole('article', { name: 'Meadow No. 3', exact: true }).getByRole('button', { name: 'View' }).click();
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

  const friend = await openAsSomebodyElse();
  await openAs(friend, shop, (await registerMember(shop)).token, page.url());
  await expect(friend.getByRole('dialog', { name: 'Meadow No. 3' })).toBeVisible();
});

test('a shared address leads a visitor through gate and login to the very product', async ({ page, shop }) => {
  const member = await registerMember(shop);
  const id = await idOf(shop, 'Meadow No. 7');
  await page.goto(`/?category=Flower&product=${id}`);
  await passGate(page, shop);
  await logIn(page, member);
  await expect(page.getByRole('dialog', { name: 'Meadow No. 7' })).toBeVisible();
});

test('whoever comes back finds the list where it was left', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await page.getByRole('button', { name: /^Flower/ }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1800));
  await expect.poll(() => scrolled(page)).toBe(1800);

  // A product is opened and closed: nothing moves.
  await page.getByRole('article').getByRole('button', { name: 'View' }).nth(2).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // The press may have brought its card into view first.
  const left = await scrolled(page);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await scrolled(page)).toBe(left);

  await page.reload();
  await expect(inFlower(page)).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(left);

  await page.getByRole('button', { name: 'Back to Categories' }).click();
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect(inFlower(page)).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(left);
});

test('the account is a step away from the list, not another visit; each begins at its top and is found again as it was left', async ({
  page,
  shop,
}) => {
  const member = await registerMember(shop);
  await openAs(page, shop, member.token, '/?category=Flower&sort=high-low');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1500));
  await expect.poll(() => scrolled(page)).toBe(1500);
  let visits = 0;
  page.on('load', () => visits++);
  // The second time the page is there at once.
  for (let time = 0; time < 2; time++) {
    await toAccount(page, member);
    await expect(page).toHaveTitle('My account · Greenroom');
    await expect(page.getByRole('heading', { name: 'My account' })).toBeFocused();
    expect(await scrolled(page)).toBe(0);
    await page.goBack();
    await expect(inFlower(page)).toBeVisible();
    await expect.poll(() => scrolled(page)).toBe(1500);
  }

  await toAccount(page, member);
  await page.evaluate(() => window.scrollTo(0, 120));
  await expect.poll(() => scrolled(page)).toBe(120);
  await page.getByRole('link', { name: 'All receipts' }).click();
  await expect(page.getByRole('heading', { name: 'My receipts' })).toBeFocused();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(120);
  expect(visits).toBe(0);

  // What it shows comes late: it is shorter until then than it was scrolled.
  await page.keyboard.press('End');
  const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await expect.poll(() => scrolled(page)).toBe(end);
  const { letThrough } = await holdAnswer(page, '/api/user/sessions');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  letThrough();
  await expect.poll(() => scrolled(page)).toBe(end);
});

test('another filter begins at the top of its list', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Flower');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.getByRole('textbox', { name: 'Search Products' }).fill('meadow no. 1');
  await expect(page.getByText('11 products available')).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('a search with a slip of the pen is asked back, and one press mends it', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Carts');
  await page.getByRole('textbox', { name: 'Search Products' }).fill('Northligth');
  await expect(page.getByText('Did you mean')).toBeVisible();
  await page.getByRole('button', { name: 'Northlight' }).click();
  await expect(page.getByText('3 products available')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Search Products' })).toHaveValue('Northlight');
  await page.getByRole('textbox', { name: 'Search Products' }).fill('Harvest Moon');
  await page.getByRole('button', { name: /^Search all categories/ }).click();
  await expect(page.getByRole('heading', { name: 'All Products' })).toBeVisible();
  await expect(page.getByText('1 product available')).toBeVisible();
});

test('typing replaces the address and leaving the field makes one step of it', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Carts');
  const search = page.getByRole('textbox', { name: 'Search Products' });
  await expect(page.getByRole('article').first()).toBeVisible();
  const before = await page.evaluate(() => window.history.length);
  await search.pressSequentially('citrus');
  await expect(page).toHaveURL(/search=citrus/);
  expect(await page.evaluate(() => window.history.length)).toBe(before);
  await search.press('Enter');
  await expect.poll(() => page.evaluate(() => window.history.length)).toBe(before + 1);
  await page.goBack();
  await expect(search).toHaveValue('');
  await expect(page.getByText('5 products available')).toBeVisible();
});
