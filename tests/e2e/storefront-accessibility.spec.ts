import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectFocusTrap, horizontalOverflow } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { deferred, holdResponse } from './network.ts';
import { PRODUCTS } from './products.ts';
import { registerMember, registerMemberWithHistory, uploadInventory } from './shop-api.ts';
import {
  cartButton,
  cartDrawer,
  logIn,
  openAs,
  openAsNewMember,
  openCart,
  passGate,
  productCard,
} from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const CARTS = '/?category=Carts';

test(
  'gate, login and registration are accessible, with and without errors',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await page.goto('/');
    await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expectAccessible(page, 'gate');
    await passGate(page, shop);
    await expectAccessible(page, 'chooser');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expectAccessible(page, 'login');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await expectAccessible(page, 'registration');
  },
);

/** Opens a modal with the keyboard, checks its focus trap, closes it with Escape, and expects the focus at the opener. */
const expectTrapAndReturn = async (page: Page, opener: Locator, modal: Locator): Promise<void> => {
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(modal).toBeVisible();
  await expectFocusTrap(page, modal);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(opener).toBeFocused();
};

test('cart, details and filters keep the focus while they are open, and return it', async ({ page, shop }) => {
  await openAsNewMember(page, shop, { path: CARTS, cart: { 'Harvest Moon': 1 } });
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  await expectTrapAndReturn(page, card.getByRole('button', { name: 'View' }), page.getByRole('dialog'));
  await expectTrapAndReturn(page, cartButton(page), cartDrawer(page));
  // The sheet with the filters exists on narrow pages only.
  await page.setViewportSize({ width: 390, height: 844 });
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await expectTrapAndReturn(page, page.getByRole('button', { name: /^Filters/ }), filters);
});

test('the title of the page names the view', ONCE, async ({ page, shop }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Greenroom$/);
  await openAsNewMember(page, shop);
  await expect(page).toHaveTitle('Select a Category · Greenroom');
  await page.getByRole('button', { name: /^Carts/ }).click();
  await expect(page).toHaveTitle('Carts Products · Greenroom');
  await productCard(page, 'Citrus Grove Cart').getByRole('button', { name: 'View' }).click();
  await expect(page).toHaveTitle('Citrus Grove Cart · Greenroom');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle('Carts Products · Greenroom');
});

test('what a member sees is accessible', ONCE, async ({ page, shop }) => {
  await test.step('picker, list and details are accessible', async () => {
    await openAsNewMember(page, shop);
    await expect(page.getByRole('button', { name: /^Carts/ })).toBeVisible();
    await expectAccessible(page, 'picker');
    for (const [layout, path] of [
      ['grid', CARTS],
      ['rows', `${CARTS}&layout=list`],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
      await expectAccessible(page, layout);
    }
    await page.goto(`${CARTS}&search=Northligth`);
    await expect(page.getByText('Did you mean')).toBeVisible();
    await expectAccessible(page, 'empty result');
    await page.goto(CARTS);
    await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
    await expect(page.getByRole('dialog').getByText('In Stock', { exact: true })).toBeVisible();
    await expectAccessible(page, 'details');
  });
  await test.step('the cart is accessible, full and empty', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop, { path: CARTS, cart: { 'Harvest Moon': 1 } });
    const drawer = await openCart(page);
    await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeEnabled();
    await expect(drawer.getByRole('region', { name: 'Payment' })).toBeVisible();
    await expectAccessible(page, 'cart');
    await drawer.getByRole('button', { name: 'Remove Harvest Moon' }).click();
    await expect(drawer.getByText('Your cart is empty')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expectAccessible(page, 'empty cart');
  });
  await test.step('account and receipt are accessible', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { member, receipt } = await registerMemberWithHistory(shop);
    await openAs(page, shop, member.token, '/account');
    await expect(page.getByRole('img', { name: /^Balance since/ })).toBeVisible();
    await expect(page.getByText('This device')).toBeVisible();
    await expectAccessible(page, 'account');
    await page.goto(`/receipts/${receipt.id}`);
    await page.getByRole('button', { name: 'Buy again' }).click();
    await expect(page.getByRole('dialog').getByText('Today', { exact: false })).toBeVisible();
    await expectAccessible(page, 'receipt with the dialog to order again');
  });
  await test.step('at a zoom of 200 % everything can be reached without sideways scrolling', async () => {
    await uploadInventory(shop, PRODUCTS);
    // A window of 1280 by 900 pixels at that zoom.
    await page.setViewportSize({ width: 640, height: 450 });
    await openAsNewMember(page, shop, { path: CARTS, cart: { 'Harvest Moon': 1 } });
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Add to Cart' })).toBeInViewport();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    const drawer = await openCart(page);
    const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
    await confirm.scrollIntoViewIfNeeded();
    await expect(confirm).toBeInViewport();
  });
});

test('the details slide up as a sheet on a phone, and grow in place on a wide page', async ({ page, shop }, {
  project,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openAsNewMember(page, shop, { path: CARTS });
  // Slow enough to read the first frame of the transition.
  await page.evaluate(() => document.documentElement.style.setProperty('--motion-move', '60s'));
  await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
  const firstTransform = await page.getByRole('dialog').evaluate((dialog) => {
    const [transition] = dialog
      .getAnimations()
      .filter((animation) => 'transitionProperty' in animation && animation.transitionProperty === 'transform');
    return (transition!.effect as KeyframeEffect).getKeyframes()[0]!.transform;
  });
  expect(firstTransform).toMatch(project.name === '390' ? /^translateY\(100%\)$/ : /^translateY\(12px\) scale/);
});

test('a member who prefers reduced motion sees none', ONCE, async ({ page, shop }) => {
  // Journeys ask for reduced motion. Collects every motion when it begins, because a short one would be over before the check.
  await page.addInitScript(() => {
    const motions: string[] = [];
    const collect = ({ type, target }: Event) =>
      motions.push(`${type} of ${(target as Element).outerHTML.slice(0, 120)}`);
    for (const start of ['animationstart', 'transitionrun']) document.addEventListener(start, collect, true);
    Object.assign(window, { motions });
  });
  await openAsNewMember(page, shop, { path: CARTS, cart: { 'Harvest Moon': 1 } });
  const drawer = await openCart(page);
  await expect(drawer.getByText('Harvest Moon')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { motions: string[] }).motions)).toEqual([]);
});

test(
  'in forced colors every control keeps its border, and a chosen option is visible',
  ONCE,
  async ({ page, shop }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openAsNewMember(page, shop, { path: CARTS, cart: { 'Harvest Moon': 1 } });
    await expect(page.getByRole('article').first()).toBeVisible();
    // The system draws checkboxes itself, with a border that is not in their style.
    const withoutBorder = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('article button, article select, input:not([type=checkbox])')]
        .filter((control) => getComputedStyle(control).borderTopWidth === '0px')
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );
    expect(withoutBorder).toEqual([]);
    const drawer = await openCart(page);
    const express = drawer.getByRole('radio', { name: /Express/ });
    await express.check();
    // Forced colors remove the tint of the chosen card, so the system's own radio button is shown.
    await expect(express).toHaveCSS('opacity', '1');
  },
);

test('no layout shift happens from the gate to the list, the details and the cart, and the font may be late', async ({
  page,
  shop,
}) => {
  const { promise: gateShown, resolve: loadFont } = deferred();
  await page.route('**/*.woff2', async (route) => {
    await gateShown;
    await route.continue();
  });
  await page.addInitScript(() => {
    if (!window.location.protocol.startsWith('http')) return;
    new PerformanceObserver((list) => {
      interface Shift extends PerformanceEntry {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      }
      for (const entry of list.getEntries() as Shift[]) {
        // A message follows a press whenever the shop has responded, which may be soon or late.
        const isMessage = entry.sources.some(({ node }) =>
          (node instanceof Element ? node : node?.parentElement)?.closest('[aria-label^="Notifications"]'),
        );
        if (entry.hadRecentInput && !isMessage) continue;
        const moved = entry.sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 200),
        );
        const before = JSON.parse(sessionStorage.getItem('journey-shifts') ?? '[]') as unknown[];
        sessionStorage.setItem('journey-shifts', JSON.stringify([...before, { value: entry.value, moved }]));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const member = await registerMember(shop);
  // A page is loaded when its font is, and this font comes when the gate can be read.
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'AUTHENTICATE' })).toBeVisible();
  loadFont();
  await passGate(page, shop);
  const catalogue = await holdResponse(page, '/api/inventory-data');
  await logIn(page, member);
  await catalogue.held;
  await expect(page.getByRole('status', { name: 'Loading categories' })).toBeVisible();
  catalogue.release();
  await page.getByRole('button', { name: /^Carts/ }).click();
  // On a wide page messages of any length have one place.
  const messages = page.getByRole('region', { name: /^Notifications/ }).getByRole('status');
  const place = page.viewportSize()!.width < 640 ? null : await boxOf(messages);
  await page.getByRole('article').first().getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('has been added to your cart')).toBeVisible();
  if (place) expect(await boxOf(messages)).toEqual(place);
  await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('dialog').getByText('In Stock', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const drawer = await openCart(page);
  await expect(drawer.getByText('1 item', { exact: true })).toBeVisible();
  const shifts = await page.evaluate(() => sessionStorage.getItem('journey-shifts'));
  expect(JSON.parse(shifts ?? '[]')).toEqual([]);
});
