import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';
import { drawn } from './network.ts';

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

/** What a theme can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const [PHONE, DESKTOP] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Axe that is on the page. */
type Axe = typeof axe & { commons: { color: { Color: { prototype: Color } } } };

interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString: (text: string) => Color;
}

/** A rule, and the elements that break it. */
interface Violation {
  id: string;
  nodes: string[];
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Puts axe on the page. It reads the same few colors hundreds of times, so the page remembers them. */
const addAxe = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(AXE);
  await page.evaluate(() => {
    const { prototype } = (window as unknown as { axe: Axe }).axe.commons.color.Color;
    const { parseString } = prototype;
    const known = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>();
    prototype.parseString = function (text) {
      const color = known.get(text);
      if (color) return Object.assign(this, color);
      const { r, g, b, alpha } = parseString.call(this, text);
      known.set(text, { r, g, b, alpha });
      return this;
    };
  });
};

/** Runs axe on a page that it is on. What it says about all that is well costs more than finding what is not. */
const find = (page: Page, options: RunOptions): Promise<Violation[]> =>
  page.evaluate(
    async (chosen) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, chosen);
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
    },
    { resultTypes: ['violations'], selectors: false, preload: false, ...options } satisfies RunOptions,
  );

const readStyles = new Set<string>();

/** Runs all rules. Those about the files of styles read them, which is slow, so they read the same files once. */
const findAll = async (page: Page): Promise<Violation[]> => {
  const styles = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href && new URL(href).pathname));
  const key = styles.join();
  const rules = Object.fromEntries(EXPERIMENTAL.map((rule) => [rule, { enabled: true }]));
  const found = await find(page, { rules, preload: !readStyles.has(key) });
  readStyles.add(key);
  return found;
};

const findColors = (page: Page): Promise<Violation[]> => find(page, { runOnly: { type: 'rule', values: COLOR_RULES } });

const setTheme = async (page: Page, theme: string): Promise<void> => {
  await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
  // What is fading must come to its end, or it has too little contrast. The light of the gate moves forever.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  );
};

const expectNone = (violations: readonly Violation[], where: string): void => {
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.join('\n')}`),
    where,
  ).toEqual([]);
};

/** Gives the window another size and expects that nothing needs sideways scrolling. */
const expectFits = async (page: Page, screen: string, size: typeof PHONE): Promise<void> => {
  await page.setViewportSize(size);
  // A list measures itself again in the next frame.
  await drawn(page);
  await expect.poll(() => horizontalOverflow(page), `${screen}, ${size.width} px`).toBeLessThanOrEqual(0);
};

/**
 * Expects that axe finds nothing on a screen, in both themes and at both widths, and that nothing needs sideways
 * scrolling, at 320 px either. All rules are checked once, and again what a theme or a width can break.
 */
export const expectAccessible = async (page: Page, screen: string): Promise<void> => {
  const own = page.viewportSize()!;
  // What is being read again is dimmed, as a thing is that cannot be used.
  await expect(page.locator('[aria-busy="true"]:not(button)')).toHaveCount(0);
  await addAxe(page);
  await setTheme(page, 'dark');
  expectNone(await findAll(page), `${screen}, dark`);
  await setTheme(page, 'light');
  expectNone(await findColors(page), `${screen}, light`);
  const other = own.width < 720 ? DESKTOP : PHONE;
  await expectFits(page, screen, other);
  expectNone(await findColors(page), `${screen}, ${other.width} px, light`);
  await setTheme(page, 'dark');
  expectNone(await findColors(page), `${screen}, ${other.width} px, dark`);
  await expectFits(page, screen, { width: 320, height: 640 });
  await page.setViewportSize(own);
};

/** Presses Tab until the control has the focus. A control that needs more presses than `limit` is out of reach. */
export const tabTo = async (page: Page, control: Locator, limit = 80): Promise<void> => {
  for (let stop = 0; ; stop++) {
    if (await control.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    if (stop === limit) throw new Error(`${control} cannot be reached with ${limit} presses of Tab`);
    await page.keyboard.press('Tab');
  }
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
