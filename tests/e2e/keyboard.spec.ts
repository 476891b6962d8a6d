import type { Locator, Page } from '@playwright/test';
import { tabTo } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { PRODUCTS } from './products.ts';
import { registerMember, uploadInventory } from './shop-api.ts';
import {
  cartButton,
  cartDrawer,
  chooser,
  mockChat,
  openAsNewMember,
  openCart,
  searchField,
} from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Forty cards with two variants each. */
const plums = Array.from({ length: 40 }, (_, index) =>
  ['1G', '2G'].map((size) => ({ ...PRODUCTS[0]!, id: `p${index}-${size}`, name: `Plum ${index} - ${size}`, tags: [] })),
).flat();

test(
  'a member gets from the gate to a confirmed order with the keyboard alone',
  WIDE,
  async ({ page, shop, context }) => {
    await mockChat(context);
    const member = await registerMember(shop);
    await page.goto('/');
    await tabTo(page, page.getByLabel('Access Code', { exact: true }));
    await page.keyboard.type(shop.accessCode);
    await page.keyboard.press('Enter');
    await chooser(page).waitFor();

    await tabTo(page, page.getByRole('button', { name: 'Login' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Username', { exact: true }));
    await page.keyboard.type(member.username);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Select a Category' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: /^Flower/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Flower Products' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: /Add to Cart/ }).first());
    await page.keyboard.press('Enter');
    await page.getByText('has been added to your cart').waitFor();

    await tabTo(page, cartButton(page));
    await page.keyboard.press('Enter');
    const drawer = cartDrawer(page);
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(cartButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
    await expect(confirm).toBeEnabled();
    await tabTo(page, confirm);
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Enter');
    await (await opened).waitForURL('https://t.me/**');
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
  },
);

const firstView = (page: Page): Locator => page.getByRole('article').getByRole('button', { name: 'View' }).first();

test('Tab held down skips no control of the cards, even on a slow device', ONCE, async ({ page, shop }) => {
  await uploadInventory(shop, plums);
  await openAsNewMember(page, shop, { path: '/?category=all' });
  await tabTo(
    page,
    page
      .getByRole('article')
      .getByRole('button', { name: /^Favorite/ })
      .first(),
  );
  await page.evaluate(() => {
    const nameOf = (element: Element | null) => `${element?.ariaLabel ?? element?.textContent}`;
    const stops = [nameOf(document.activeElement)];
    document.addEventListener('focusin', ({ target }) => stops.push(nameOf(target as Element)));
    Object.assign(window, { stops });
  });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  // The presses do not wait for each other. On a slow device the focus moves several times within one frame.
  await Promise.all(Array.from({ length: 99 }, () => page.keyboard.press('Tab')));
  const stops = await page.evaluate(() => (window as unknown as { stops: string[] }).stops);
  const inOrder = Array.from({ length: 20 }, () => ['Favorite', '1G', '2G', 'View', 'Add to Cart']);
  expect(stops.map((stop) => stop.replace(/^Favorite .*/, 'Favorite'))).toEqual(inOrder.flat());
});

test('the header and the offline message never cover the control that has the focus', async ({
  page,
  shop,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await uploadInventory(shop, plums);
  await openAsNewMember(page, shop, { path: '/?category=all' });
  await tabTo(page, firstView(page));
  const expectNothingCovered = async (key: string) => {
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press(key);
      const covered = await page.evaluate(() => {
        const focused = document.activeElement!;
        if (focused === document.body) return 'nothing has the focus';
        const { left, top, width, height } = focused.getBoundingClientRect();
        const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
        if (focused.contains(topmost)) return null;
        return `${focused.ariaLabel ?? focused.textContent} by ${topmost?.textContent}`;
      });
      expect(covered, `${key} ${stop}`).toBeNull();
    }
  };
  await expectNothingCovered('Tab');
  await expectNothingCovered('Shift+Tab');
  await context.setOffline(true);
  await page.getByText(/Showing stock from/).waitFor();
  await expectNothingCovered('Tab');
});

test('whatever a press takes away, the focus has a place', ONCE, async ({ page, shop }) => {
  await test.step('every press in the cart leaves the focus in the cart, next to where it was', async () => {
    await openAsNewMember(page, shop, {
      path: '/?category=Carts',
      cart: { 'Harvest Moon': 1, 'Citrus Grove Cart': 1, 'Blue Hour Cart': 1 },
    });
    const drawer = await openCart(page);
    const press = async (button: Locator) => {
      await button.focus();
      await page.keyboard.press('Enter');
    };

    // Down to one piece, and one press more.
    const stepper = drawer.getByRole('group', { name: 'Quantity of Citrus Grove Cart' });
    await press(stepper.getByRole('button', { name: 'Increase quantity' }));
    await expect(stepper.getByText('2')).toBeVisible();
    const decrease = stepper.getByRole('button', { name: 'Decrease quantity' });
    await press(decrease);
    await expect(stepper.getByText('1')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(stepper.getByText('1')).toBeVisible();
    await expect(decrease).toBeFocused();
    await expect(decrease).toBeDisabled();

    const remove = (name: string) => drawer.getByRole('button', { name: `Remove ${name}` });
    await press(remove('Citrus Grove Cart'));
    await expect(remove('Citrus Grove Cart')).toHaveCount(0);
    await expect(remove('Blue Hour Cart')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove('Harvest Moon')).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(drawer.getByText('Your cart is empty')).toBeVisible();
    await expect(drawer).toBeFocused();

    // Undo passes the focus on.
    await press(drawer.getByRole('button', { name: 'Undo' }).first());
    await expect(remove('Citrus Grove Cart').or(remove('Blue Hour Cart')).or(remove('Harvest Moon'))).toHaveCount(1);
    await expect(drawer).toBeFocused();
    await press(drawer.getByRole('button', { name: 'Undo' }).first());
    await press(drawer.getByRole('button', { name: 'Clear cart' }));
    await expect(drawer.getByText('Your cart is empty')).toBeVisible();
    await expect(drawer).toBeFocused();
    await press(drawer.getByRole('button', { name: 'Undo' }));
    await expect(drawer.getByText('Your cart is empty')).toBeHidden();
    await expect(drawer).toBeFocused();
  });
  await test.step('a button of the list that disappears when it is pressed passes the focus on', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    const heading = page.getByRole('heading', { name: 'Carts Products' });
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('5 products available')).toBeVisible();
    };
    await searchField(page).fill('northlight');
    await press('Clear search');
    await expect(searchField(page)).toBeFocused();
    await searchField(page).fill('northlight');
    await press('Clear Filters');
    await expect(heading).toBeFocused();
    await searchField(page).fill('zzzz');
    await press('Clear All Filters');
    await expect(heading).toBeFocused();
  });
});
