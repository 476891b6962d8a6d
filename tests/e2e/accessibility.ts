import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
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

/** A rule, and the elements that break it. */
interface Violation {
  id: string;
  nodes: { html: string }[];
}

// What axe says about all that is well costs more than finding what is not.
const RESULT_TYPES = ['violations'] as const;

/** Runs all rules. This also puts axe on the page. */
const findAll = async (page: Page): Promise<Violation[]> => {
  const rules = Object.fromEntries(EXPERIMENTAL.map((rule) => [rule, { enabled: true }]));
  // Legacy mode leaves out frames, and the shop has none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ rules, resultTypes: [...RESULT_TYPES] });
  return (await axe.analyze()).violations;
};

/** Runs some rules on a page that axe is on. */
const find = (page: Page, rules: readonly string[]): Promise<Violation[]> =>
  page.evaluate(
    async (options) => {
      const { axe } = window as unknown as {
        axe: { run: (page: Document, options: object) => Promise<{ violations: Violation[] }> };
      };
      return (await axe.run(document, options)).violations;
    },
    { runOnly: { type: 'rule', values: rules }, resultTypes: RESULT_TYPES },
  );

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
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
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
  await setTheme(page, 'dark');
  expectNone(await findAll(page), `${screen}, dark`);
  await setTheme(page, 'light');
  expectNone(await find(page, COLOR_RULES), `${screen}, light`);
  const other = own.width < 720 ? DESKTOP : PHONE;
  await expectFits(page, screen, other);
  expectNone(await find(page, COLOR_RULES), `${screen}, ${other.width} px, light`);
  await setTheme(page, 'dark');
  expectNone(await find(page, COLOR_RULES), `${screen}, ${other.width} px, dark`);
  await expectFits(page, screen, { width: 320, height: 640 });
  await page.setViewportSize(own);
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
