import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { moveShopWithPage } from './network.ts';
import { PRODUCTS } from './products.ts';
import {
  type CartContent,
  placeOrder,
  productId,
  readReceipts,
  registerMember,
  setActive,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { mockChat, openAs, openAsNewMember, openCart } from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));
test.beforeEach(({ context }) => mockChat(context));

const CART = { 'Blue Hour Cart': 2, 'Harvest Moon': 1 };

/** Opens the page of an order that a new member has just placed. */
const openNewOrder = async (page: Page, shop: Shop, cart: CartContent = CART) => {
  const member = await registerMember(shop, cart);
  const receipt = await placeOrder(shop, member.token);
  await openAs(page, shop, member.token, `/receipts/${receipt.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${receipt.number}`);
  return { member, receipt };
};

/** The message lies neither on what it is about nor on a control of the page, wherever the page is scrolled to. */
const expectFreeOfToasts = async (page: Page): Promise<void> => {
  const message = page.getByRole('region', { name: /^Notifications/ }).locator('> div > div');
  const { y, height } = (await message.boundingBox())!;
  expect((await boxOf(page.locator('.order-number'))).y).toBeGreaterThanOrEqual(y + height);
  expect((await boxOf(page.getByRole('link', { name: 'Open the chat' }))).y).toBeGreaterThan(y + height);
  const paid = page.getByRole('button', { name: "I've paid" });
  await paid.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  expect((await boxOf(paid)).y).toBeGreaterThan(y + height);
};

const steps = (page: Page): Locator => page.getByRole('list', { name: 'Order steps' }).locator(':scope > li');
const currentStep = (page: Page): Locator => page.locator('[aria-current="step"]');

test(
  'after confirming, a page stays that says what to do, in which order, and how much to pay',
  ONCE,
  async ({ page, shop, context }) => {
    const { token } = await openAsNewMember(page, shop, { path: '/?category=Carts', cart: CART });
    const drawer = await openCart(page);
    const opened = context.waitForEvent('page');
    await drawer.getByRole('button', { name: 'Confirm Order' }).click();
    await (await opened).waitForURL('https://t.me/**');
    const toast = page.getByText('Redirecting to Telegram');
    await expect(toast).toBeVisible();
    await expectFreeOfToasts(page);
    const [receipt] = await readReceipts(shop, token);
    await expect(page).toHaveURL(`/receipts/${receipt!.id}`);
    await expect(page.getByRole('heading', { name: `Order #${receipt!.number} placed`, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`Order #${receipt!.number} placed · Greenroom`);
    await expect(drawer).toBeHidden();
    await expect(steps(page).getByRole('heading')).toHaveText(['1 Send the message', '2 Pay $159.00', '3 We ship it']);
    await expect(page.getByText(/seller asks for your delivery address/)).toBeVisible();
    // The chat that opened by itself says nothing about what was sent in it.
    await expect(currentStep(page)).toContainText('Did you send it?');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Carts Products' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { name: `Order #${receipt!.number} placed` })).toBeVisible();
  },
);

test('an order whose chat does not open by itself says so, and its page has the link', ONCE, async ({ page, shop }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const { token } = await openAsNewMember(page, shop, { cart: CART });
  await (await openCart(page)).getByRole('button', { name: 'Confirm Order' }).click();
  const [receipt] = await expect
    .poll(() => readReceipts(shop, token))
    .toHaveLength(1)
    .then(() => readReceipts(shop, token));
  await expect(page.getByText('Please message the seller with your order details')).toBeVisible();
  await expect(page).toHaveURL(`/receipts/${receipt!.id}`);
  await expect(page.getByRole('link', { name: 'Open the chat' })).toHaveAttribute(
    'href',
    /^https:\/\/t\.me\/greenroom/,
  );
});

test(
  'sending the message is done on this device when the member opened the chat or says so, and not by copying it',
  ONCE,
  async ({ page, shop, context, openOtherBrowser }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { member, receipt } = await openNewOrder(page, shop);
    await expect(currentStep(page)).toContainText('Send the message');
    await page.getByRole('button', { name: 'Copy the message' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`Order #${receipt.number}`);
    await expect(page.getByText('Did you send it?')).toBeVisible();
    await expect(currentStep(page)).toContainText('Send the message');
    // A device without the chat and without a clipboard still has the text.
    await page.getByText('Read the message').click();
    await expect(page.getByText(`Order #${receipt.number}`, { exact: false }).last()).toBeVisible();
    await page.getByRole('button', { name: 'I sent it' }).click();
    await expect(currentStep(page)).toContainText('Pay $159.00');
    await expect(page.getByText('Did you send it?')).toBeHidden();
    await page.reload();
    await expect(currentStep(page)).toContainText('Pay $159.00');
    await expect(page.getByRole('link', { name: 'Open the chat' })).toBeVisible();

    const phone = await openOtherBrowser();
    await mockChat(phone.context());
    await openAs(phone, shop, member.token, `${shop.url}/receipts/${receipt.id}`);
    await expect(currentStep(phone)).toContainText('Send the message');
    await phone.getByRole('link', { name: 'Open the chat' }).click();
    await expect(currentStep(phone)).toContainText('Pay $159.00');
  },
);

test(
  'paying shows the amount, the wallets and the time, the print leaves out what is for the screen, and axe finds nothing',
  ONCE,
  async ({ page, shop, context }) => {
    const { member, receipt } = await openNewOrder(page, shop);
    await test.step('paying shows the amount, the wallets and the time that is left', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const pay = steps(page).nth(1);
      await pay.getByRole('button', { name: 'Copy amount' }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('159.00');
      await expect(pay.getByRole('button', { name: /^Copy (Bitcoin|Litecoin) address$/ })).toHaveCount(2);
      await expect(pay.getByText(/^Reserved until .*\d:\d\d\s[AP]M/)).toBeVisible();
      // 24 hours are left, so nothing counts down yet.
      await expect(pay.getByText(/ left$/)).toHaveCount(0);
    });
    await test.step('the print names the member and leaves out what is only for the screen', async () => {
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(`Member: ${member.username}`)).toBeVisible();
      await expect(page.getByText(/^Seller: Greenroom .*Telegram @/)).toBeVisible();
      await expect(page.getByText(/^Amount due: \$159\.00 until/)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${receipt.number}`);
      await expect(steps(page).first()).toBeHidden();
      await expect(page.getByRole('button', { name: 'Copy amount' })).toBeHidden();
      await page.emulateMedia({ media: null });
    });
    await test.step('axe finds nothing on the page of an order, its experimental rules included', async () => {
      await expectAccessible(page, 'order placed');
      await setReceiptStatus(shop, receipt.id, 'paid', 'shipped');
      await page.reload();
      await expect(currentStep(page)).toContainText('We ship it');
      await expectAccessible(page, 'receipt');
      await page.goto('/receipts');
      await expect(page.getByRole('link', { name: `Receipt #${receipt.number}` })).toBeVisible();
      await expectAccessible(page, 'receipts');
    });
  },
);

test('a countdown runs in the last six hours of the reservation', ONCE, async ({ page, shop }) => {
  await page.clock.install({ time: Date.now() + 19 * 3_600_000 });
  await moveShopWithPage(page);
  await openNewOrder(page, shop);
  const left = page.getByText(/ left$/);
  await expect(left).toHaveText(/^(4 h 59|5 h 0) min left$/);
  await page.clock.fastForward('04:30:00');
  await expect(left).toHaveText(/^(29|30) min left$/);
  await page.clock.fastForward('25:00');
  await expect(left).toHaveText(/^4:\d\d left$/);
});

test(
  'the page of an order follows it, asks for nothing once it is canceled, and leads to its products',
  ONCE,
  async ({ page, shop }) => {
    await test.step('the page follows the receipt: paid, shipped, completed, on a device that never saw it before too', async () => {
      const { receipt } = await openNewOrder(page, shop);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(`Order #${receipt.number} placed`);
      for (const [status, current] of [
        ['paid', 'We ship it'],
        ['shipped', 'We ship it'],
      ] as const) {
        await setReceiptStatus(shop, receipt.id, status);
        await page.reload();
        await expect(heading).toHaveText(`Receipt #${receipt.number}`);
        await expect(currentStep(page)).toContainText(current);
        await expect(page.getByRole('button', { name: /^Copy (Bitcoin|Litecoin) address$/ })).toHaveCount(0);
      }
      await setReceiptStatus(shop, receipt.id, 'completed');
      await page.reload();
      await expect(heading).toHaveText(`Receipt #${receipt.number}`);
      await expect(steps(page)).toHaveCount(3);
      await expect(currentStep(page)).toHaveCount(0);
    });
    await test.step('a canceled order asks for nothing', async () => {
      await uploadInventory(shop, PRODUCTS);
      const { receipt } = await openNewOrder(page, shop);
      await setReceiptStatus(shop, receipt.id, 'cancelled');
      await page.reload();
      await expect(page.getByRole('heading', { name: `Receipt #${receipt.number}`, level: 1 })).toBeVisible();
      await expect(page.getByText('This order was canceled.')).toBeVisible();
      await expect(steps(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Buy again' })).toBeVisible();
    });
    await test.step('the lines of a receipt have pictures and lead to their products, unless they are gone', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openNewOrder(page, shop);
      const items = page.getByRole('list', { name: 'Items' });
      await setActive(shop, await productId(shop, 'Harvest Moon'), false);
      await expect(items.getByRole('link', { name: 'Harvest Moon' })).toHaveCount(0);
      await expect(items.getByText('Harvest Moon')).toBeVisible();
      await expect(items.locator('[data-hue]')).toHaveCount(2);
      await items.getByRole('link', { name: 'Blue Hour Cart' }).click();
      await expect(page.getByRole('dialog').getByText('Blue Hour Cart').first()).toBeVisible();
    });
  },
);
