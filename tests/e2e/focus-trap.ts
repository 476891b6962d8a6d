import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Tab and Shift+Tab each go round inside an open modal, from a control of it back to the same one. */
export const expectFocusGoesRound = async (page: Page, modal: Locator): Promise<void> => {
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    const first = await page.evaluateHandle(() => document.activeElement);
    for (let isRound = false, stop = 0; !isRound; stop++) {
      expect(stop, `${key} comes back to where it was`).toBeLessThan(60);
      await page.keyboard.press(key);
      const isInside = await modal.evaluate(
        (element) => element !== document.activeElement && element.contains(document.activeElement),
      );
      // The page's body is outside too: from there the next Tab leads to the bars of the browser.
      expect(isInside, `${key} stays inside`).toBe(true);
      isRound = await first.evaluate((element) => element === document.activeElement);
    }
  }
};
