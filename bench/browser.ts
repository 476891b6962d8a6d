import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { ScriptError } from '../scripts/lib/project.mjs';
import type { Running } from './processes.ts';

/** What page-probe.js puts into a page. */
interface Probe {
  shift(): number;
  forgetStrokes(): void;
  strokes(pressed: number): number[];
  fromPressTo(selector: string): Promise<number>;
  scrolledTo(): number;
  elements(): number;
  beginFrames(): void;
  endFrames(): number;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** A screen as a device has it. */
export interface Screen {
  name: string;
  width: number;
  height: number;
  touch: boolean;
}

export const PHONE: Screen = { name: 'phone', width: 390, height: 844, touch: true };
export const DESKTOP: Screen = { name: 'desktop', width: 1440, height: 900, touch: false };

/** A page that is measured, with its line to the browser's own protocol. */
export interface MeasuredPage {
  page: Page;
  protocol: CDPSession;
}

/** Runs a piece of work in a browser that ends with it. */
export const withBrowser = async <Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> => {
  const executablePath = findChromium();
  if (!executablePath) throw new ScriptError('This part of the bench needs Chromium, and none was found.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
};

/** A page of a browser that has never seen the shop, on a processor so many times slower. */
export const openPage = async (
  browser: Browser,
  { url }: Running,
  screen: Screen,
  slowdown: number,
): Promise<MeasuredPage> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: screen.width, height: screen.height },
    hasTouch: screen.touch,
    isMobile: screen.touch,
  });
  await context.addInitScript({ path: new URL('page-probe.js', import.meta.url).pathname });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, protocol };
};

/** Signs a page in and past the gate before it opens the shop. */
export const signIn = async (page: Page, { url }: Running, token: string): Promise<void> => {
  const answer = await fetch(`${url}/api/user`, { headers: { authorization: `Bearer ${token}` } });
  const { user } = (await answer.json()) as { user: unknown };
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      sessionStorage.setItem('initialAuth', 'true');
      localStorage.setItem('user', storedUser!);
      localStorage.setItem('authToken', storedToken!);
    },
    [JSON.stringify(user), token] as const,
  );
};

/** Fast typing, in milliseconds from key to key. */
const KEY_PAUSE_MS = 110;

/** Types the words into the field that has the focus, clearing it in between; answers what every keystroke took. */
export const typeWords = async ({ page }: MeasuredPage, words: readonly string[]): Promise<number[]> => {
  await page.evaluate(() => window.probe.forgetStrokes());
  let pressed = 0;
  for (const word of words) {
    for (const key of [...word, ...new Array<string>(word.length).fill('Backspace')]) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(KEY_PAUSE_MS);
      pressed++;
    }
  }
  return page.evaluate((count) => window.probe.strokes(count), pressed);
};

/** What a scroll took: milliseconds, and elements on the page. */
export interface Scrolled {
  longest: number;
  elements: number;
}

/**
 * Scrolls under a point, down and up again, as a wheel does; answers the longest frame in milliseconds and the more
 * elements there were where it turned or ended.
 *
 * @throws Error where nothing scrolled: a frame that does nothing is short
 */
export const scrollFar = async (
  { page, protocol }: MeasuredPage,
  { x, y, distance, speed }: { x: number; y: number; distance: number; speed: number },
): Promise<Scrolled> => {
  const scroll = async (yDistance: number) => {
    await page.evaluate(() => window.probe.beginFrames());
    await protocol.send('Input.synthesizeScrollGesture', { x, y, yDistance, speed, gestureSourceType: 'mouse' });
    return page.evaluate(() => ({
      longest: window.probe.endFrames(),
      elements: window.probe.elements(),
      at: window.probe.scrolledTo(),
    }));
  };
  const down = await scroll(-distance);
  if (down.at < distance / 2) throw new Error(`Only ${down.at} of ${distance} pixels were scrolled.`);
  const up = await scroll(distance);
  return { longest: Math.max(down.longest, up.longest), elements: Math.max(down.elements, up.elements) };
};
