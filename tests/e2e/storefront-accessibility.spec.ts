import type { Locator, Page } from '@playwright/test';
import { expectUsable, pixelsBeyond } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { expectFocusGoesRound } from './focus-trap.ts';
import { SHELF } from './products.ts';
import { logIn, memberWith, openAs, passGate, registerMember, stock } from './shop-api.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

const inCarts = '/?category=Carts';

test('everybody can use the way in, its refusals too', async ({ page, shop, complaints }) => {
  complaints.foresee(/status of 4\d\d/);
  await page.goto('/');
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expectUsable(page, 'gate');
  await passGate(page, shop);
  await expectUsable(page, 'chooser');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expectUsable(page, 'login');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expectUsable(page, 'register');
});

test('everybody can use picker, list and details', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await expect(page.getByRole('button', { name: /^Carts/ })).toBeVisible();
  await expectUsable(page, 'picker');
  for (const [where, query] of [
    ['grid', inCarts],
    ['rows', `${inCarts}&layout=list`],
  ] as const) {
    await page.goto(query);
    await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
    await expectUsable(page, where);
  }
  await page.goto(`${inCarts}&search=Northligth`);
  await expect(page.getByText('Did you mean')).toBeVisible();
  await expectUsable(page, 'empty result');
  await page.goto(inCarts);
  await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('dialog').getByText('In Stock', { exact: true })).toBeVisible();
  await expectUsable(page, 'details');
});

test('everybody can use the cart, full and empty', async ({ page, shop }) => {
  await openAs(page, shop, await memberWith(shop, ['Harvest Moon']), inCarts);
  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeEnabled();
  await expectUsable(page, 'cart');
  await drawer.getByRole('button', { name: 'Remove Harvest Moon' }).click();
  await expect(drawer.getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectUsable(page, 'empty cart');
});

/** Opens by the keyboard, walks around both ways, closes by Escape, and is back at the opener. */
const expectTrapAndReturn = async (page: Page, opener: Locator, modal: Locator): Promise<void> => {
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(modal).toBeVisible();
  await expectFocusGoesRound(page, modal);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(opener).toBeFocused();
};

test('drawer, details and filter sheet keep the focus and give it back', async ({ page, shop }) => {
  await openAs(page, shop, await memberWith(shop, ['Harvest Moon']), inCarts);
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  await expectTrapAndReturn(page, card.getByRole('button', { name: 'View' }), page.getByRole('dialog'));
  const cart = page.getByRole('dialog', { name: /cart/i });
  await expectTrapAndReturn(page, page.getByRole('button', { name: /^Cart/ }), cart);
  // On a phone the filters stand in a sheet; at this width on every device.
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expectTrapAndReturn(page, page.getByRole('button', { name: /^Filters/ }), sheet);
});

test('the title of the page says the view', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await page.goto('/');
  await expect(page).toHaveTitle(/Greenroom$/);
  await openAs(page, shop, token);
  await expect(page).toHaveTitle('Select a Category · Greenroom');
  await page.getByRole('button', { name: /^Carts/ }).click();
  await expect(page).toHaveTitle('Carts Products · Greenroom');
  await page.getByRole('article', { name: 'Citrus Grove Cart' }).getByRole('button', { name: 'View' }).click();
  await expect(page).toHaveTitle('Citrus Grove Cart · Greenroom');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle('Carts Products · Greenroom');
});

test('at a zoom of 200 % nothing has to be scrolled to sideways, and all can be reached', async ({ page, shop }) => {
  // A window of 1280 by 900 at that zoom.
  await page.setViewportSize({ width: 640, height: 450 });
  await openAs(page, shop, await memberWith(shop, ['Harvest Moon']), inCarts);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await pixelsBeyond(page)).toBeLessThanOrEqual(0);
  await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('button', { name: 'Add to Cart' })).toBeInViewport();
  expect(await pixelsBeyond(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Cart/ }).click();
  const confirm = page.getByRole('dialog', { name: /cart/i }).getByRole('button', { name: 'Confirm Order' });
  await confirm.scrollIntoViewIfNeeded();
  await expect(confirm).toBeInViewport();
});

test('on a phone details rise as a sheet, on a wider page they come forward where they stand', async ({ page, shop }, {
  project,
}) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Carts');
  // Slow enough to be looked at.
  await page.evaluate(() => document.documentElement.style.setProperty('--motion-move', '60s'));
  await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
  const from = await page.getByRole('dialog').evaluate((dialog) => {
    const [motion] = dialog
      .getAnimations()
      .filter((animation) => 'transitionProperty' in animation && animation.transitionProperty === 'transform');
    return (motion!.effect as KeyframeEffect).getKeyframes()[0]!.transform;
  });
  expect(from).toMatch(project.name === '390' ? /^translateY\(100%\)$/ : /^translateY\(12px\) scale/);
});

test('whoever prefers no motion sees none', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Heard when it begins: what has run its course meanwhile was seen all the same.
  await page.addInitScript(() => {
    const moved: string[] = [];
    const hear = ({ type, target }: Event) => moved.push(`${type} of ${(target as Element).outerHTML.slice(0, 120)}`);
    for (const beginning of ['animationstart', 'transitionrun']) document.addEventListener(beginning, hear, true);
    Object.assign(window, { moved });
  });
  await openAs(page, shop, await memberWith(shop, ['Harvest Moon']), inCarts);
  await page.getByRole('button', { name: /^Cart/ }).click();
  await expect(page.getByRole('dialog', { name: /cart/i }).getByText('Harvest Moon')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
});

test('in forced colours every control still has its edge, and what is chosen shows', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openAs(page, shop, await memberWith(shop, ['Harvest Moon']), inCarts);
  await expect(page.getByRole('article').first()).toBeVisible();
  const bare = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('article button, article select, input')]
      .filter((control) => getComputedStyle(control).borderTopWidth === '0px')
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect(bare).toEqual([]);
  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  const express = drawer.getByRole('radio', { name: /Express/ });
  await express.check();
  // The system's own mark stands where a tinted card would say nothing.
  await expect(express).toHaveCSS('opacity', '1');
});

test('nothing moves by itself from the gate to the list, the details and the cart', async ({ page, shop }) => {
  await page.addInitScript(() => {
    if (!window.location.protocol.startsWith('http')) return;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (entry.hadRecentInput) continue;
        const before = Number(sessionStorage.getItem('journey-shift') ?? 0);
        sessionStorage.setItem('journey-shift', String(before + entry.value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const member = await registerMember(shop);
  await page.goto('/');
  await passGate(page, shop);
  await logIn(page, member);
  await page.getByRole('button', { name: /^Carts/ }).click();
  await page.getByRole('article').first().getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('has been added to your cart')).toBeVisible();
  await page.getByRole('article').first().getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('dialog').getByText('In Stock', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Cart/ }).click();
  await expect(page.getByRole('dialog', { name: /cart/i }).getByText('1 item', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => Number(sessionStorage.getItem('journey-shift') ?? 0))).toBe(0);
});
