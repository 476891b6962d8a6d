import type { Locator, Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf, scrollToElement } from './geometry.ts';
import { failUntilTriedAgain } from './network.ts';
import { PRODUCTS, productsWith } from './products.ts';
import {
  type CartContent,
  endSession,
  placeOrder,
  productId,
  readCart,
  setActive,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { cartButton, cartDrawer, openAsNewMember, openCart } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** The cart as the shop has stored it. */
const storedCart = async (shop: Shop, token: string): Promise<CartContent> =>
  Object.fromEntries((await readCart(shop, token)).items.map(({ productName, quantity }) => [productName, quantity]));

const line = (drawer: Locator, name: string) => drawer.getByRole('listitem').filter({ hasText: name });

test(
  'a cart is filled, changed, cleared and paid for, and says so if it cannot be loaded',
  ONCE,
  async ({ page, shop, context, browserErrors }) => {
    await test.step('ten fast presses on + add ten pieces, on the page and in the shop', async () => {
      const { token } = await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1, 'Greenhouse No. 4': 1 } });
      const drawer = await openCart(page);
      const harvest = line(drawer, 'Harvest Moon');
      await harvest.getByRole('button', { name: 'Increase quantity' }).click({ clickCount: 10 });
      await expect(harvest.getByText('11', { exact: true })).toBeVisible();
      await expect(drawer.getByText('12 items')).toBeVisible();
      await expect.poll(() => storedCart(shop, token)).toEqual({ 'Harvest Moon': 11, 'Greenhouse No. 4': 1 });

      await harvest.getByRole('button', { name: 'Decrease quantity' }).click({ clickCount: 3 });
      await expect(harvest.getByText('8', { exact: true })).toBeVisible();
      await expect.poll(() => storedCart(shop, token)).toEqual({ 'Harvest Moon': 8, 'Greenhouse No. 4': 1 });
      await page.reload();
      await expect(drawer.getByText('9 items')).toBeVisible();

      // A number can be typed, too. More than there is becomes all there is, and the line says so.
      await harvest.getByLabel('Pieces of Harvest Moon').fill('999');
      await page.keyboard.press('Enter');
      await expect(harvest.getByText("That's all we have", { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Dismiss notification' })).toHaveCount(0);
      await expect.poll(() => storedCart(shop, token)).toEqual({ 'Harvest Moon': 14, 'Greenhouse No. 4': 1 });
      await harvest.getByLabel('Pieces of Harvest Moon').fill('3');
      await page.keyboard.press('Enter');
      await expect.poll(() => storedCart(shop, token)).toEqual({ 'Harvest Moon': 3, 'Greenhouse No. 4': 1 });

      // 0 removes the line, and only that one.
      await harvest.getByLabel('Pieces of Harvest Moon').fill('0');
      await page.keyboard.press('Enter');
      await expect.poll(() => storedCart(shop, token)).toEqual({ 'Greenhouse No. 4': 1 });
      await expect(harvest.getByRole('button', { name: 'Undo' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect.poll(() => storedCart(shop, token)).toEqual({ 'Harvest Moon': 3, 'Greenhouse No. 4': 1 });
    });
    await test.step('the badge counts pieces, and an open drawer is open again after a reload, but not over another page', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 2, 'Greenhouse No. 4': 1 } });
      await expect(cartButton(page)).toHaveAccessibleName(/^Cart.*3/);
      const drawer = await openCart(page);
      await page.reload();
      await expect(drawer).toBeVisible();
      await page.goto('/receipts');
      await expect(page.getByText('No receipts yet')).toBeVisible();
      await expect(drawer).toBeHidden();
    });
    await test.step('a line that is short is lowered to what is left with one press, and one that was deactivated can only be removed', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 9, 'Greenhouse No. 4': 1 } });
      await test.step('one press lowers a line that is short to what is left', async () => {
        await uploadInventory(shop, productsWith('Harvest Moon', { qty: 4 }));
        await page.reload();
        const drawer = await openCart(page);
        const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
        await expect(drawer.getByText('Only 4 left in stock.')).toBeVisible();
        await expect(drawer.getByText('Please change or remove the marked items first.')).toBeVisible();
        await expect(confirm).toHaveAccessibleDescription('Only 4 left in stock.');
        await line(drawer, 'Harvest Moon').getByRole('button', { name: 'Decrease quantity' }).click();
        await expect(drawer.getByText('Only 4 left in stock.')).toBeHidden();
        await expect(drawer.getByText('5 items')).toBeVisible();
        await expect(confirm).toBeEnabled();
      });
      await test.step('a line whose item was deactivated is marked, and can only be removed', async () => {
        const name = 'Harvest Moon';
        await setActive(shop, await productId(shop, name), false);
        await page.reload();
        const drawer = cartDrawer(page);
        await expect(line(drawer, name).getByText('No longer available')).toBeVisible();
        await expect(line(drawer, name).getByRole('button', { name: 'Increase quantity' })).toBeDisabled();
        await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeDisabled();
        await drawer.getByRole('button', { name: `Remove ${name}` }).click();
        await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeEnabled();
      });
    });
    await test.step('each wallet shows its address in groups of four, a copy button and a QR code, and says if it could not be copied', async () => {
      await uploadInventory(shop, PRODUCTS);
      const wallets = [
        { coin: 'Bitcoin', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
        { coin: 'Litecoin', address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' },
      ];
      /** A camera could read the wrong one of two. */
      const expectOneCode = async (part: Locator) => {
        for (const { coin } of wallets) {
          await part.getByRole('tab', { name: coin }).click();
          await expect(part.getByRole('img', { name: /^QR code/ })).toHaveAccessibleName(
            `QR code of the ${coin} address`,
          );
        }
      };
      const { token } = await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1 } });
      await test.step('in the cart, each wallet shows its address in groups of four, a copy button and a QR code', async () => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const drawer = await openCart(page);
        for (const { coin, address } of wallets) {
          const wallet = line(drawer, address);
          for (const group of address.match(/.{1,4}/g)!)
            await expect(wallet.getByText(group, { exact: true })).toBeVisible();
          await drawer.getByRole('button', { name: `Copy ${coin} address` }).click();
          await expect(drawer.getByText('Copied')).toBeAttached();
          await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
        }
        await expectOneCode(drawer);
        // There is no order to pay yet.
        await expect(drawer.getByRole('link', { name: /^Open in a/ })).toHaveCount(0);
      });
      await test.step('the page says so if an address could not be copied', async () => {
        // Without HTTPS a page has no clipboard.
        await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
        const drawer = cartDrawer(page);
        await drawer.getByRole('button', { name: 'Copy Bitcoin address' }).click();
        await expect(drawer.getByText('Could not copy')).toBeVisible();
        const text = drawer.getByLabel('Copy Bitcoin address by hand');
        await expect(text).toBeFocused();
        await expect(text).toHaveValue(wallets[0]!.address);
        expect(await text.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThan(2);
        await page.keyboard.press('Escape');
        await expect(text).toBeHidden();
      });
      await test.step('on the page of an order, one QR code is shown at a time', async () => {
        const receipt = await placeOrder(shop, token);
        await cartDrawer(page).getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
        await page.goto(`/receipts/${receipt.id}`);
        await expectOneCode(page.getByRole('main'));
        await expect(page.getByRole('link', { name: 'Open in a Litecoin wallet' })).toHaveAttribute(
          'href',
          `litecoin:${wallets[1]!.address}`,
        );
      });
    });
    await test.step('a member who has ordered finds the wallets on the receipt until it is paid, and not in the empty cart', async () => {
      await uploadInventory(shop, PRODUCTS);
      const { token } = await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1 } });
      const receipt = await placeOrder(shop, token);
      await page.reload();
      const drawer = await openCart(page);
      await expect(drawer.getByText('Your cart is empty')).toBeVisible();
      const copyButtons = (place: Page | Locator) =>
        place.getByRole('button', { name: /^Copy (Bitcoin|Litecoin) address$/ });
      await expect(copyButtons(drawer)).toHaveCount(0);
      await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
      await page.goto(`/receipts/${receipt.id}`);
      await expect(copyButtons(page)).toHaveCount(2);
      await setReceiptStatus(shop, receipt.id, 'paid');
      await page.reload();
      await expect(page.getByRole('heading', { name: `Receipt #${receipt.number}`, level: 1 })).toBeVisible();
      await expect(copyButtons(page)).toHaveCount(0);
    });
    await test.step('Undo brings a cleared cart back with its notes, even if the shop has not stored them yet', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(/status of 503/);
      const { token } = await openAsNewMember(page, shop, {
        cart: { 'Harvest Moon': 1, 'Citrus Grove Cart': 2 },
      });
      const drawer = await openCart(page);
      const notes = drawer.getByRole('textbox', { name: /notes/i });
      await page.route('**/api/cart/notes', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }));
      await notes.fill('Ring twice');
      await notes.blur();
      await expect(page.getByText('Not now.')).toBeVisible();
      await page.unroute('**/api/cart/notes');
      await drawer.getByRole('button', { name: 'Clear cart' }).click();
      await expect(drawer.getByText('Your cart is empty')).toBeVisible();
      await expect.poll(() => storedCart(shop, token)).toEqual({});

      // No message says so, which would end too soon.
      await expect(page.getByRole('button', { name: 'Dismiss notification' })).toHaveCount(0);
      await drawer.getByRole('button', { name: 'Undo' }).click();
      await expect(notes).toHaveValue('Ring twice');
      await expect
        .poll(() => readCart(shop, token))
        .toMatchObject({ cart: { notes: 'Ring twice' }, items: [{ quantity: 1 }, { quantity: 2 }] });
    });
    await test.step('a cart that cannot be loaded on a new device is not shown as empty', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(/ERR_FAILED/);
      await failUntilTriedAgain(page, '**/api/cart**', (route) => route.abort());
      await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1, 'Greenhouse No. 4': 1 } });
      const drawer = await openCart(page);
      await expect(drawer.getByRole('alert')).toContainText('Failed to fetch cart');
      await expect(drawer.getByText('Your cart is empty')).toBeHidden();
      await expect(drawer.getByText('0 items')).toBeHidden();
      await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeDisabled();
      await drawer.getByRole('button', { name: 'Try again' }).click();
      await expect(drawer.getByText('2 items')).toBeVisible();
      await expect(drawer.getByRole('alert')).toBeHidden();
      // Another device may have filled a cart that this one knows as empty.
      await drawer.getByRole('button', { name: 'Clear cart' }).click();
      await expect(drawer.getByText('Your cart is empty')).toBeVisible();
      await expect(drawer.getByText('0 items')).toBeVisible();
      await page.route('**/api/cart**', (route) => route.abort());
      await page.reload();
      await expect(drawer.getByRole('alert')).toContainText('Failed to fetch cart');
      await expect(drawer.getByText('Your cart is empty')).toBeHidden();
      await expect(drawer.getByText('0 items')).toBeHidden();
    });
    await test.step('a member whose session ended elsewhere is told so at the next change of the cart', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(/status of 401/);
      const { token } = await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1 } });
      const drawer = await openCart(page);
      await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeEnabled();
      await endSession(shop, token);
      await drawer.getByRole('button', { name: 'Increase quantity' }).click();
      await expect(
        page.getByText('Your session has expired. Please refresh the page to log in again.').first(),
      ).toBeVisible();
    });
  },
);

test(
  'on a phone a message lies on nothing that is needed next: neither the head of the page, nor what was pressed, nor Close',
  ONCE,
  async ({ page, shop }) => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    const message = page.getByRole('status').filter({ hasText: 'Added to cart' }).locator(':scope > div');
    const add = page.getByRole('button', { name: 'Add to Cart' });
    await add.first().click();
    expect((await boxOf(message)).y).toBeGreaterThan(600);
    await page.getByRole('button', { name: 'Dismiss notification' }).click();

    const low = page.getByRole('article').last().getByRole('button', { name: 'Add to Cart' });
    await scrollToElement(low, 740);
    await low.click();
    const { y, height } = await boxOf(message);
    expect(y + height).toBeLessThan(700);
    await page.getByRole('button', { name: 'Dismiss notification' }).click();

    await page.getByRole('article').filter({ has: add }).first().getByRole('button', { name: 'View' }).click();
    const details = page.getByRole('dialog');
    await details.getByRole('button', { name: 'Add to Cart' }).click();
    // Over the picture, below the name of the product.
    const [inDialog, close] = [await boxOf(message), await boxOf(details.getByRole('button', { name: 'Close' }))];
    const title = await boxOf(details.getByRole('heading').first());
    expect(inDialog.y).toBeGreaterThanOrEqual(Math.max(title.y + title.height, close.y + close.height));
    expect(inDialog.y).toBeLessThan(150);
  },
);
