import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectFocusGoesRound } from './focus-trap.ts';
import { SHELF } from './products.ts';
import { memberWith, openAs, registerMember, standInForChat, stock } from './shop-api.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

/** Tabs on until the control has the focus; more than a page's worth of stops is a dead end. */
const tabTo = async (page: Page, control: Locator): Promise<void> => {
  for (let stop = 0; stop < 80; stop++) {
    if (await control.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${control} cannot be reached by Tab`);
};

/** Forty cards with two variants each. */
const manyPlums = () =>
  Array.from({ length: 40 }, (_, index) =>
    ['1G', '2G'].map((size) => ({ ...SHELF[0]!, id: `p${index}-${size}`, name: `Plum ${index} - ${size}`, tags: [] })),
  ).flat();

test('the keyboard alone gets from the gate to a confirmed order', async ({ page, shop, context }) => {
  await standInForChat(context);
  const member = await registerMember(shop);
  await page.goto('/');
  await tabTo(page, page.getByLabel('Access Code', { exact: true }));
  await page.keyboard.type(shop.accessCode);
  await page.keyboard.press('Enter');
  await page.getByText('Select an option to continue').waitFor();

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

  const cart = page.getByRole('button', { name: /^Cart/ });
  await tabTo(page, cart);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /cart/i });
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(cart).toBeFocused();
  await page.keyboard.press('Enter');
  const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
  await expect(confirm).toBeEnabled();
  await tabTo(page, confirm);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await (await opened).waitForURL('https://t.me/**');
  await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
});

test('Tab held down leaves out no control of the cards, however fast they come', async ({ page, shop }) => {
  await stock(shop, manyPlums());
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=all');
  await tabTo(page, page.getByRole('combobox', { name: /^Variant of/ }).first());
  await page.evaluate(() => {
    const nameOf = (element: Element | null) => `${element?.ariaLabel ?? element?.textContent}`;
    const stops = [nameOf(document.activeElement)];
    document.addEventListener('focusin', ({ target }) => stops.push(nameOf(target as Element)));
    Object.assign(window, { stops });
  });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  // None waits until the one before has been answered: a slow device has frames in which the focus moves several times.
  await Promise.all(Array.from({ length: 59 }, () => page.keyboard.press('Tab')));
  const stops = await page.evaluate(() => (window as unknown as { stops: string[] }).stops);
  const inOrder = Array.from({ length: 20 }, () => [expect.stringMatching(/^Variant of Plum/), 'View', 'Add to Cart']);
  expect(stops).toEqual(inOrder.flat());
});

test('the focus stays in an open drawer', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await page.getByRole('button', { name: /^Cart/ }).first().click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  await drawer.waitFor();
  await expectFocusGoesRound(page, drawer);
});

test('what has the focus is never under the header or a notice, walked through to and fro', async ({
  page,
  shop,
  context,
  complaints,
}) => {
  complaints.foresee(/ERR_INTERNET_DISCONNECTED/);
  await stock(shop, manyPlums());
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=all');
  await tabTo(page, page.getByRole('combobox', { name: /^Variant of/ }).first());
  const walk = async (key: string) => {
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press(key);
      const covered = await page.evaluate(() => {
        const focused = document.activeElement!;
        if (focused === document.body) return 'nothing has the focus';
        const { left, top, width, height } = focused.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return focused.contains(seen) ? null : `${focused.ariaLabel ?? focused.textContent} by ${seen?.textContent}`;
      });
      expect(covered, `${key} ${stop}`).toBeNull();
    }
  };
  await walk('Tab');
  await walk('Shift+Tab');
  await context.setOffline(true);
  await page.getByText(/Showing stock from/).waitFor();
  await walk('Tab');
});

test('no press in the cart takes the focus away from where it was made', async ({ page, shop }) => {
  const token = await memberWith(shop, ['Harvest Moon', 'Citrus Grove Cart', 'Blue Hour Cart']);
  await openAs(page, shop, token, '/?category=Carts');
  await page.getByRole('button', { name: /^Cart/ }).first().click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  const press = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press('Enter');
  };

  // Down to the last one, and once more.
  const stepper = drawer.getByRole('group', { name: 'Quantity of Citrus Grove Cart' });
  await press(stepper.getByRole('button', { name: 'Increase quantity' }));
  await expect(stepper.getByText('2')).toBeVisible();
  const less = stepper.getByRole('button', { name: 'Decrease quantity' });
  await press(less);
  await expect(stepper.getByText('1')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(stepper.getByText('1')).toBeVisible();
  await expect(less).toBeFocused();
  await expect(less).toBeDisabled();

  const remove = (name: string) => drawer.getByRole('button', { name: `Remove ${name}` });
  await press(remove('Citrus Grove Cart'));
  await expect(remove('Citrus Grove Cart')).toHaveCount(0);
  await expect(remove('Blue Hour Cart')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove('Harvest Moon')).toBeFocused();

  // From the notice back to where the focus came from.
  await press(drawer.getByRole('button', { name: 'Dismiss notification' }));
  await expect(drawer.getByRole('button', { name: 'Dismiss notification' })).toHaveCount(0);
  await expect(remove('Harvest Moon')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Your cart is empty')).toBeVisible();
  await expect(drawer).toBeFocused();
});

test('what is gone once it was pressed leaves the focus in the list, not nowhere', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Carts');
  const search = page.getByRole('textbox', { name: 'Search Products' });
  const heading = page.getByRole('heading', { name: 'Carts Products' });
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('5 products available')).toBeVisible();
  };
  await search.fill('northlight');
  await press('Clear search');
  await expect(search).toBeFocused();
  await search.fill('northlight');
  await press('Clear Filters');
  await expect(heading).toBeFocused();
  await search.fill('zzzz');
  await press('Clear All Filters');
  await expect(heading).toBeFocused();
});
