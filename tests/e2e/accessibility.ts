import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The rules of axe that are off unless they are asked for. */
const EXPERIMENTAL = [
  'css-orientation-lock',
  'focus-order-semantics',
  'hidden-content',
  'label-content-name-mismatch',
  'p-as-heading',
  'table-fake-caption',
  'td-has-header',
];

/** Returns how many pixels the page is wider than its window. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects that axe finds nothing in either theme, and that nothing needs sideways scrolling at 320 px. */
export const expectAccessible = async (page: Page, screen: string): Promise<void> => {
  // What appears while axe looks must not fade in: it would have too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
    // What is fading already must come to its end. The light of the gate moves forever.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
          .map((animation) => animation.finished),
      ),
    );
    // Legacy mode leaves out frames, and the shop has none.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    // A theme changes colors only, so the other rules are checked once.
    if (theme === 'light') axe.withRules(['color-contrast', 'link-in-text-block']);
    else axe.options({ rules: Object.fromEntries(EXPERIMENTAL.map((rule) => [rule, { enabled: true }])) });
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
    expect(found, `${screen}, ${theme}`).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: null });
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  // A list measures itself again in the next frame.
  await expect.poll(() => horizontalOverflow(page), `${screen}, 320 px`).toBeLessThanOrEqual(0);
  if (viewport) await page.setViewportSize(viewport);
};

/** Presses Tab until the control has the focus. A control that needs more presses than `limit` is out of reach. */
export const tabTo = async (page: Page, control: Locator, limit = 80): Promise<void> => {
  for (let stop = 0; stop < limit; stop++) {
    if (await control.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${control} cannot be reached with ${limit} presses of Tab`);
};

/** Expects that Tab and Shift+Tab stay inside an open modal and come back to the control they started from. */
export const expectFocusTrap = async (page: Page, modal: Locator): Promise<void> => {
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    const first = await page.evaluateHandle(() => document.activeElement);
    for (let isBack = false, stop = 0; !isBack; stop++) {
      expect(stop, `${key} comes back to the first control`).toBeLessThan(60);
      await page.keyboard.press(key);
      const isInside = await modal.evaluate(
        (element) => element !== document.activeElement && element.contains(document.activeElement),
      );
      // The body is outside too: the next Tab would lead to the browser's own bars.
      expect(isInside, `${key} stays inside`).toBe(true);
      isBack = await first.evaluate((element) => element === document.activeElement);
    }
  }
};
