import { expect, type Locator, type Page } from '@playwright/test';

/** Scrolls to this place as soon as the page is long enough for it, and expects that the page is there. */
export const scrollTo = (page: Page, place: number): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate((y) => {
        window.scrollTo(0, y);
        return Math.round(window.scrollY);
      }, place),
    )
    .toBe(place);

/**
 * Scrolls until the element is this far below the top of the screen, or as far as the page goes. While a page loads, it may be
 * too short, or show another element in its place. So this is repeated until the page has moved.
 */
export const scrollToElement = (element: Locator, below: number): Promise<void> =>
  expect
    .poll(() =>
      element.evaluate((node, distance) => {
        window.scrollTo(0, node.getBoundingClientRect().top + window.scrollY - distance);
        return window.scrollY;
      }, below),
    )
    .toBeGreaterThan(0);

/** The place and size of an element once the fonts are loaded and it moves no more. */
export const boxOf = async (element: Locator) => {
  await element.page().evaluate(async () => void (await document.fonts.ready));
  let box = await element.boundingBox();
  await expect(async () => {
    const before = box;
    box = await element.boundingBox();
    expect(box).not.toBeNull();
    expect(box).toEqual(before);
  }).toPass({ intervals: [50] });
  return box!;
};
