import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { holdResponse, inOneMoment } from './network.ts';
import { PRODUCTS } from './products.ts';
import { readCart, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { cartButton, openAsNewMember, openCart, productCard } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const NAME = 'Citrus Grove Cart';
const add = (place: Locator) => place.getByRole('button', { name: 'Add to Cart' });
const increase = (place: Locator) => place.getByRole('button', { name: `Increase quantity of ${NAME}` });
const decrease = (place: Locator) => place.getByRole('button', { name: `Decrease quantity of ${NAME}` });
const remove = (place: Locator) => place.getByRole('button', { name: `Remove ${NAME}` });

const storedPieces = async (shop: Shop, token: string) =>
  (await readCart(shop, token)).items.map(({ quantity }) => quantity);

/** Opens the list as a new member. */
const openCarts = async (page: Page, shop: Shop) => {
  const { token } = await openAsNewMember(page, shop, { path: '/?category=Carts' });
  const card = productCard(page, NAME);
  await expect(add(card)).toBeVisible();
  return { card, token };
};

test(
  'a double click or a double tap on Add to Cart adds one piece, wherever on the button it is',
  ONCE,
  async ({ page, shop }) => {
    await page.clock.install();
    const { card, token } = await openCarts(page, shop);
    await test.step('a double click on Add to Cart adds one piece, wherever on the button it is', async () => {
      const { width, height } = (await add(card).boundingBox())!;
      for (const share of [0.08, 0.5, 0.92]) {
        await inOneMoment(page, () => add(card).dblclick({ position: { x: width * share, y: height / 2 } }));
        await expect(card.getByRole('status')).toHaveText('1');
        await expect.poll(() => storedPieces(shop, token)).toEqual([1]);
        await remove(card).click();
        await expect.poll(() => storedPieces(shop, token)).toEqual([]);
      }
    });
    await test.step('a double tap on Add to Cart adds one piece', async () => {
      await expect(add(card)).toBeVisible();
      const { x, y, width, height } = (await add(card).boundingBox())!;
      for (const share of [0.08, 0.92]) {
        const tap = () => page.touchscreen.tap(x + width * share, y + height / 2);
        await inOneMoment(page, () => Promise.all([tap(), tap()]));
        await expect.poll(() => storedPieces(shop, token)).toEqual([1]);
        await expect(card.getByRole('status')).toHaveText('1');
        await remove(card).click();
        await expect.poll(() => storedPieces(shop, token)).toEqual([]);
      }
    });
  },
);

test('the details have the same stepper, and cart and card follow it', ONCE, async ({ page, shop }) => {
  await page.clock.install();
  const { card } = await openCarts(page, shop);
  await card.getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: NAME });
  await details.getByRole('button', { name: 'Increase quantity' }).click();
  await inOneMoment(page, () => add(details).dblclick());
  await expect(details.locator('output')).toHaveText('2');
  await increase(details).click();
  await expect(details.getByText('In your cart')).toBeVisible();
  await expectAccessible(page, 'details of a product in the cart');
  await details.getByRole('button', { name: 'View cart' }).click();
  await expect(page.getByRole('dialog', { name: 'Your Cart' }).getByText('3 items')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(card.getByRole('status')).toHaveText('3');
  const drawer = await openCart(page);
  await expect(drawer.getByText('3 items')).toBeVisible();
});

test('axe finds nothing on cards whose product is in the cart, and nothing moves when it gets there', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const shifted: string[] = [];
    Object.assign(window, { shifted });
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { sources: { node: Node | null; previousRect: DOMRect }[] }[];
      for (const { node, previousRect } of shifts.flatMap(({ sources }) => sources)) {
        // In a font that is wider than ours the button leaves no room for the price of a gram, and the stepper does.
        const appeared = previousRect.width === 0;
        if (!appeared) shifted.push(node?.textContent ?? '');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const { card } = await openCarts(page, shop);
  const before = await card.boundingBox();
  const shifts = () => page.evaluate(() => (window as unknown as { shifted: string[] }).shifted);
  const soFar = await shifts();
  await add(card).click();
  await expect(increase(card)).toBeVisible();
  await expect(cartButton(page)).toHaveAccessibleName(/^Cart.*1/);
  expect(await card.boundingBox()).toEqual(before);
  expect(await shifts()).toEqual(soFar);
  await expectAccessible(page, 'list with a product in the cart');
});

test('the card of a product follows the cart', ONCE, async ({ page, shop }) => {
  await test.step('the button of what is in the cart is a stepper, and the last piece can be put back', async () => {
    const { card, token } = await openCarts(page, shop);
    for (const layout of ['grid', 'list'])
      await test.step(`in the ${layout}`, async () => {
        await page.goto(`/?category=Carts&layout=${layout}`);
        await add(card).click();
        await expect(add(card)).toHaveCount(0);
        await increase(card).click();
        await increase(card).click();
        await expect(card.getByRole('status')).toHaveText('3');
        await expect.poll(() => storedPieces(shop, token)).toEqual([3]);
        await decrease(card).click();
        await decrease(card).click();
        await expect(decrease(card)).toHaveCount(0);
        await expect.poll(() => storedPieces(shop, token)).toEqual([1]);

        await remove(card).click();
        await expect(add(card)).toBeVisible();
        await expect.poll(() => storedPieces(shop, token)).toEqual([]);
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect(card.getByRole('status')).toHaveText('1');
        await expect.poll(() => storedPieces(shop, token)).toEqual([1]);
        await remove(card).click();
        await expect.poll(() => storedPieces(shop, token)).toEqual([]);
      });
  });
  await test.step('with the keyboard the focus stays at the card, whatever becomes of its button', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { card, token } = await openCarts(page, shop);
    await add(card).focus();
    await page.keyboard.press('Enter');
    await expect(increase(card)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card.getByRole('status')).toHaveText('2');
    await page.keyboard.press('Shift+Tab');
    await expect(decrease(card)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove(card)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(add(card)).toBeFocused();
    await expect.poll(() => storedPieces(shop, token)).toEqual([]);
  });
  await test.step('the response to Add to Cart does not replace what a later press said', async () => {
    await uploadInventory(shop, PRODUCTS);
    await uploadInventory(
      shop,
      PRODUCTS.map((product) => (product.name === NAME ? { ...product, qty: 3 } : product)),
    );
    const { card, token } = await openCarts(page, shop);
    const { held, release } = await holdResponse(page, '/api/cart/add');
    await add(card).focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press('Enter');
    await expect(page.getByText(`${NAME}: that's all we have`)).toBeVisible();
    await expect(page.getByText('Only 3 left in stock.', { exact: true })).toBeVisible();
    await held;
    release();
    // The quantity is sent only once the page has that response.
    await expect.poll(() => storedPieces(shop, token)).toEqual([3]);
    await expect(page.getByText(/has been added to your cart/)).toHaveCount(0);
  });
});
