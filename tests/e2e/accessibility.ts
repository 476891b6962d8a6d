import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** How far the page has to be scrolled sideways to be seen whole, in pixels. */
export const pixelsBeyond = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Nothing that axe finds, in either theme, and nothing that has to be scrolled to sideways at 320 px. */
export const expectUsable = async (page: Page, where: string): Promise<void> => {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
    // What is half faded in has no contrast yet. The light of the gate moves for ever.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
          .map((animation) => animation.finished),
      ),
    );
    // A theme changes colours alone: what does not hang on them is looked at once. There are no frames to go into.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    if (theme === 'light') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
    expect(found, `${where}, ${theme}`).toEqual([]);
  }
  const width = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  // A list measures itself anew in the next frame.
  await expect.poll(() => pixelsBeyond(page), `${where}, 320 px`).toBeLessThanOrEqual(0);
  if (width) await page.setViewportSize(width);
};
