import type { Page } from '@playwright/test';

/** Keeps in the page what its catalogue stream brings. To be called before the page is opened. */
export const recordEvents = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.EventSource = class extends EventSource {
      constructor(url: string | URL, init?: EventSourceInit) {
        super(url, init);
        this.addEventListener('catalogue', ({ data }) => heard.push(data));
      }
    };
  });
};

/** Until the page has been told something of its catalogue in which these words stand. */
export const hearsOf = async (page: Page, words: string): Promise<void> => {
  await page.waitForFunction(
    (awaited) => (window as unknown as { heard: string[] }).heard.some((data) => data.includes(awaited)),
    words,
  );
};
