import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { PRODUCTS } from './products.ts';
import { addToCart, placeOrder, registerMember, setReceiptStatus, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { chooser, logOut, openAs } from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Waits until the page asks for the orders. Must be called before it does. */
const askForOrders = (page: Page) => page.waitForResponse((response) => response.url().includes('/api/receipts?'));

/** Opens the shop as a new member who has an order. */
const openWithOrder = async (page: Page, shop: Shop) => {
  const member = await registerMember(shop, { 'Harvest Moon': 1 });
  const receipt = await placeOrder(shop, member.token);
  // The page knows the order once it has asked for it.
  const asked = askForOrders(page);
  await openAs(page, shop, member.token);
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await asked;
  return { member, receipt };
};

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const note = (page: Page) => page.getByRole('complementary', { name: 'News about your orders' });

test('a member in the shop sees a toast when the seller has marked the order paid', ONCE, async ({ page, shop }) => {
  const { receipt } = await openWithOrder(page, shop);
  await setReceiptStatus(shop, receipt.id, 'paid');
  await expect(toast(page).getByText(`Order #${receipt.number} is paid`)).toBeVisible();
  await toast(page).getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('heading', { name: `Receipt #${receipt.number}`, level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: `Receipt #${receipt.number}`, level: 1 })).toBeVisible();
  await expect(note(page)).toBeHidden();
});

test('what changed since the last visit is told once', ONCE, async ({ page, shop }) => {
  const { receipt } = await openWithOrder(page, shop);
  await page.goto('about:blank');
  await setReceiptStatus(shop, receipt.id, 'paid', 'shipped');
  await page.goto(shop.url);
  await expect(note(page).getByText(`Order #${receipt.number} was shipped`)).toBeVisible();
  await expectAccessible(page, 'a note about an order');
  await note(page).getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('heading', { name: `Receipt #${receipt.number}`, level: 1 })).toBeVisible();
  await expect(note(page)).toBeHidden();
  const asked = askForOrders(page);
  await page.goto(shop.url);
  await asked;
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await expect(note(page)).toBeHidden();
});

test('news of several orders are one note, which is dismissed once', ONCE, async ({ page, shop }) => {
  const { member, receipt } = await openWithOrder(page, shop);
  await page.goto('about:blank');
  await addToCart(shop, member.token, { 'Harvest Moon': 1 });
  const second = await placeOrder(shop, member.token);
  await setReceiptStatus(shop, receipt.id, 'cancelled');
  await setReceiptStatus(shop, second.id, 'paid');
  await page.goto(shop.url);
  await expect(note(page).getByText(`Order #${receipt.number} was canceled`)).toBeVisible();
  await expect(note(page).getByText(`Order #${second.number} is paid`)).toBeVisible();
  await note(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(note(page)).toBeHidden();
  const asked = askForOrders(page);
  await page.goto(shop.url);
  await asked;
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await expect(note(page)).toBeHidden();
});

/** All that this device stores: keys, and the caches without the public ones. */
const storedHere = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !['greenroom-shell', 'greenroom-shop'].includes(name));
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return { local: Object.keys(localStorage), caches: names, databases, all: JSON.stringify({ ...localStorage }) };
  });

test('after logging out nothing of the member is left on the device', ONCE, async ({ page, shop }) => {
  const { member, receipt } = await openWithOrder(page, shop);
  await page.goto('about:blank');
  await setReceiptStatus(shop, receipt.id, 'paid');
  await page.goto(shop.url);
  await expect(note(page).getByText(`Order #${receipt.number} is paid`)).toBeVisible();
  await page.goto(`/receipts/${receipt.id}`);
  await expect(page.getByRole('heading', { name: `Receipt #${receipt.number}`, level: 1 })).toBeVisible();
  const before = await storedHere(page);
  expect(before.local).toEqual(expect.arrayContaining(['authToken', 'user', 'greenroom-news']));
  // What a version before or after this one stores is not known by name.
  await page.evaluate((id) => {
    localStorage.setItem('greenroom-messages-sent', JSON.stringify({ ids: [id] }));
    localStorage.setItem(`of-another-version-${id}`, 'yes');
    localStorage.setItem('greenroom-theme', 'light');
  }, receipt.id);

  await page.goto('/');
  await logOut(page);
  await expect(chooser(page)).toBeVisible();
  await expect.poll(() => storedHere(page)).toMatchObject({ local: ['greenroom-theme'], caches: [] });
  const { all } = await storedHere(page);
  for (const trace of [receipt.id, String(receipt.number), member.username]) expect(all).not.toContain(trace);

  await page.evaluate((id) => localStorage.setItem(`of-another-version-${id}`, 'yes'), receipt.id);
  await page.reload();
  await expect(chooser(page)).toBeVisible();
  await expect.poll(async () => (await storedHere(page)).local).toEqual(['greenroom-theme']);
});

test('a member is not told about what they did themselves', ONCE, async ({ page, shop }) => {
  const { receipt } = await openWithOrder(page, shop);
  await page.goto(`/receipts/${receipt.id}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: /^Cancel order/ }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('This order was canceled.')).toBeVisible();
  const asked = askForOrders(page);
  await page.goto('/');
  await asked;
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await expect(note(page)).toBeHidden();
});
