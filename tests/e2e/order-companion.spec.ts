import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { PRODUCTS } from './products.ts';
import {
  addToCart,
  callApi,
  callAsAdmin,
  endSession,
  placeOrder,
  productId,
  readCart,
  registerMember,
  setActive,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs, searchField } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Registers a member with an unpaid order of $55.00. */
const registerBuyer = async (shop: Shop) => {
  const member = await registerMember(shop, { 'Harvest Moon': 1 });
  return { member, order: await placeOrder(shop, member.token) };
};

const line = (page: Page) => page.getByRole('complementary', { name: 'Unpaid orders' }).getByRole('link');
const card = (page: Page, number: number) =>
  page.getByRole('listitem').filter({ hasText: new RegExp(`(Order|Receipt) #${number}`) });
/** The page of an order begins at its payment, below the header. */
const expectAtPayment = async (page: Page): Promise<void> => {
  const payment = page.getByRole('heading', { name: /^2 Pay / });
  await expect(payment).toBeFocused();
  await expect.poll(async () => (await payment.boundingBox())!.y).toBeLessThan(300);
  await expect(page.getByRole('banner')).toBeInViewport();
  expect((await payment.boundingBox())!.y).toBeGreaterThan(56);
  await expect(page).toHaveURL(/\/receipts\/[^#]+$/);
};
const eventsOpen = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/user/events'));

test('an unpaid order is one line on every page, which moves nothing', async ({ page, shop }, { project }) => {
  const { member, order } = await registerBuyer(shop);
  await openAs(page, shop, member.token);
  const text = `#${order.number} · $55.00 · 23 h left · Pay`;
  const heading = page.getByRole('heading', { name: 'Select a Category' });
  await expect(heading).toBeVisible();
  await test.step('the first time it comes later and lies over the page', async () => {
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    const before = await heading.boundingBox();
    await expect(line(page)).toHaveText(text);
    expect(await heading.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    await expectAccessible(page, 'the line about an unpaid order');
  });
  await test.step('a search that takes the place of the tiles begins below it', async () => {
    await searchField(page).fill('moon');
    const count = page.getByRole('status').filter({ hasText: 'available in all categories' });
    await expect(count).toBeVisible();
    // On a phone the line is at the bottom.
    const [above, below] = project.name === '390' ? [count, line(page)] : [line(page), count];
    const { y, height } = (await above.boundingBox())!;
    expect((await below.boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
    await searchField(page).fill('');
  });
  await test.step('afterwards it is there with the page, before the shop was asked for orders', async () => {
    await page.route('**/api/receipts?*', () => {});
    await page.route('**/api/user/events', () => {});
    for (const path of ['/?category=Flower', '/account', '/receipts', '/']) {
      await page.goto(path);
      await expect(line(page)).toHaveText(text);
    }
    await page.unrouteAll();
  });
  await test.step('it leads to the payment of the order, whose own page does without it', async () => {
    await line(page).click();
    await expect(page.getByRole('heading', { name: `Order #${order.number} placed` })).toBeAttached();
    await expect(line(page)).toHaveCount(0);
    await expectAtPayment(page);
  });
  await test.step('an order that is said to be paid is not in it', async () => {
    await callApi(shop, member.token, 'POST', `/api/receipts/${order.id}/payment-sent`, {});
    await page.goto('/');
    await eventsOpen(page);
    await expect(line(page)).toHaveCount(0);
  });
});

test("an order's page shows a step of the seller without asking again and again", ONCE, async ({ page, shop }) => {
  const { member, order } = await registerBuyer(shop);
  await page.clock.install();
  await openAs(page, shop, member.token, `/receipts/${order.id}`);
  await expect(page.getByRole('heading', { name: `Order #${order.number} placed` })).toBeVisible();
  const news = page.waitForResponse((response) => response.url().includes('/api/receipts?'));
  await page.clock.runFor(4000);
  await news;
  await setReceiptStatus(shop, order.id, 'paid');
  await expect(page.getByRole('heading', { name: `Receipt #${order.number}` })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/receipts')) asked.push(request.url());
  });
  // Asking every 15 seconds would be 3 times. The step itself may still be read. After a minute the stream would count as dead.
  await page.clock.runFor(55_000);
  expect(asked.length, asked.join('\n')).toBeLessThan(3);
});

test('orders accompany a member through the shop', ONCE, async ({ page, shop, browserErrors }) => {
  await test.step('several unpaid orders are one line that leads to the receipts', async () => {
    const { member } = await registerBuyer(shop);
    await addToCart(shop, member.token, { 'Harvest Moon': 1 });
    const second = await placeOrder(shop, member.token);
    await openAs(page, shop, member.token);
    await expect(line(page)).toHaveText('2 orders to pay · next in 23 h · Pay');
    await line(page).click();
    await expect(page.getByRole('heading', { name: 'My receipts' })).toBeVisible();
    // The list itself leads on, to the order that ends next.
    await expect(line(page)).toHaveAttribute('href', /^\/receipts\/.+/);
    // A step of the seller reaches the open page.
    await setReceiptStatus(shop, second.id, 'paid');
    await expect(line(page)).toHaveText(/^#\d+ · \$55\.00 · 23 h left · Pay$/);
    await expect(card(page, second.number).getByText('New since your last visit', { exact: true })).toBeVisible();
  });
  await test.step('the list of receipts says what was bought, and Pay leads to what is unpaid', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { member, order } = await registerBuyer(shop);
    await openAs(page, shop, member.token, '/receipts');
    await expect(card(page, order.number)).toContainText('Harvest Moon');
    await expect(card(page, order.number)).toContainText('$55.00');
    await expect(card(page, order.number)).toContainText('23 h left to pay');
    // It has the name that its page has.
    await expect(card(page, order.number)).toContainText(`Order #${order.number}`);
    await expectAccessible(page, 'the list of receipts');
    await card(page, order.number).getByRole('link', { name: 'Pay' }).click();
    await expect(page.getByRole('heading', { name: `Order #${order.number} placed` })).toBeAttached();
    await expectAtPayment(page);
    await callApi(shop, member.token, 'POST', `/api/receipts/${order.id}/payment-sent`, {});
    await page.goBack();
    await expect(card(page, order.number)).toContainText('Waiting for the seller to confirm, since');
    await expect(card(page, order.number).locator('[aria-current="step"]')).toHaveText('Payment reported');
    await expect(card(page, order.number).getByRole('link', { name: 'Pay' })).toHaveCount(0);
    // It is not bought yet.
    await expect(card(page, order.number).getByRole('button', { name: 'Buy again' })).toHaveCount(0);
    await callAsAdmin(shop, 'POST', `/api/admin/receipts/${order.id}/payments`, { kind: 'received', dollars: '40.00' });
    await expect(card(page, order.number)).toContainText('$15.00 missing · ');
    await expect(card(page, order.number).locator('[aria-current="step"]')).toHaveText('Paid in part');
    await expect(card(page, order.number).getByRole('link', { name: 'Pay' })).toBeVisible();
    await expect(line(page)).toHaveText(new RegExp(`^#${order.number} · \\$15\\.00 · \\d+ h left · Pay$`));
  });
  await test.step('one press on Buy again fills the cart and says what is missing', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await registerMember(shop, { 'Harvest Moon': 1, 'Blue Hour Cart': 2 });
    const order = await placeOrder(shop, member.token);
    await setReceiptStatus(shop, order.id, 'cancelled');
    await setActive(shop, await productId(shop, 'Harvest Moon'), false);
    await openAs(page, shop, member.token, '/receipts');
    await card(page, order.number).getByRole('button', { name: 'Buy again' }).click();
    await expect(card(page, order.number).getByRole('status')).toContainText('2 items added to your cart.');
    await expect(card(page, order.number).getByRole('status')).toContainText(
      'Harvest Moon (3.5G): no longer available.',
    );
    expect((await readCart(shop, member.token)).items).toMatchObject([{ productName: 'Blue Hour Cart', quantity: 2 }]);
    await card(page, order.number).getByRole('button', { name: 'View cart' }).click();
    await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible();
  });
  await test.step('the account page leads to its sections, says what is to come, and has no words for operators', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await registerMember(shop, { 'Harvest Moon': 1 });
    await placeOrder(shop, member.token);
    await openAs(page, shop, member.token, '/account');
    await expect(page.getByText('40 points to come')).toBeVisible();
    await expect(page.getByText(/PUBLIC_URL/)).toHaveCount(0);
    await expect(page.getByLabel(/Telegram Username/)).toHaveAccessibleDescription(
      'So that the seller can write to you about your orders.',
    );
    await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled();
    const jumps = page.getByRole('navigation', { name: 'Sections' });
    const names = await jumps.getByRole('button').allTextContents();
    for (const [at, title] of [
      'Latest receipts',
      'Favorites',
      'Profile',
      'Password',
      'Sessions',
      'Your data',
    ].entries()) {
      await jumps.getByRole('button', { name: names[at] }).click();
      const heading = page.getByRole('heading', { name: title, exact: true });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page, 'the account page');
  });
  await test.step('a page whose session ends elsewhere offers to log in again', async () => {
    await uploadInventory(shop, PRODUCTS);
    browserErrors.allow(/status of 401/);
    const { member } = await registerBuyer(shop);
    const opened = eventsOpen(page);
    await openAs(page, shop, member.token);
    await opened;
    await endSession(shop, member.token);
    await expect(page.getByRole('button', { name: 'Log in again' })).toBeVisible();
  });
});
