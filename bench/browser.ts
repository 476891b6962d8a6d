import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { ScriptError } from '../scripts/lib/project.mjs';
import type { Running } from './processes.ts';

/** The functions that page-probe.js adds to a page. */
interface Probe {
  shift(): number;
  forgetPresses(): void;
  presses(pressed: number): number[];
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

/** The screen of a device. */
export interface Screen {
  name: string;
  width: number;
  height: number;
  touch: boolean;
}

export const PHONE: Screen = { name: 'phone', width: 390, height: 844, touch: true };
export const DESKTOP: Screen = { name: 'desktop', width: 1440, height: 900, touch: false };

/** A page that is measured, and its session of the DevTools protocol. */
export interface MeasuredPage {
  page: Page;
  protocol: CDPSession;
}

/** Starts a browser, runs the work, and closes the browser. */
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

/** Opens a page in a browser without any data of the shop. `slowdown` is how many times slower its processor is. */
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

/** Signs a page in and passes the gate before the page opens the shop. */
export const signIn = async (page: Page, { url }: Running, token: string): Promise<void> => {
  const response = await fetch(`${url}/api/user`, { headers: { authorization: `Bearer ${token}` } });
  const { user } = (await response.json()) as { user: unknown };
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      sessionStorage.setItem('initialAuth', 'true');
      localStorage.setItem('user', storedUser!);
      localStorage.setItem('authToken', storedToken!);
    },
    [JSON.stringify(user), token] as const,
  );
};

/** Milliseconds from key to key in fast typing. */
const KEY_PAUSE_MS = 110;
const PRESS_PAUSE_MS = 400;

/** Types and deletes each word in the field that has the focus. Returns the milliseconds of every keystroke. */
export const typeWords = async ({ page }: MeasuredPage, words: readonly string[]): Promise<number[]> => {
  await page.evaluate(() => window.probe.forgetPresses());
  let pressed = 0;
  for (const word of words) {
    for (const key of [...word, ...new Array<string>(word.length).fill('Backspace')]) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(KEY_PAUSE_MS);
      pressed++;
    }
  }
  return page.evaluate((count) => window.probe.presses(count), pressed);
};

/** Presses each control and presses it again. Returns the milliseconds of every press until the next paint. */
export const pressEach = async ({ page }: MeasuredPage, controls: readonly Locator[]): Promise<number[]> => {
  for (const control of controls) await control.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.probe.forgetPresses());
  for (const control of controls) {
    for (const isPressed of [true, false]) {
      await control.setChecked(isPressed);
      // The counts and the list follow the press, and the next press must not wait for them.
      await page.waitForTimeout(PRESS_PAUSE_MS);
    }
  }
  return page.evaluate((count) => window.probe.presses(count), 2 * controls.length);
};

/** The longest frame of a scroll in milliseconds, and the number of elements on the page. */
export interface Scrolled {
  longest: number;
  elements: number;
}

/** How often a scroll is tried. On a busy machine the browser drops the first part of a gesture now and then. */
const SCROLL_TRIES = 5;

/**
 * Scrolls down and up again at a point, as a mouse wheel does. Returns the longest frame, and the larger number of
 * elements after scrolling down and after scrolling up.
 *
 * @throws Error if less than half of the distance was scrolled each time, because a frame without work is short
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
  for (let tried = 1; ; tried++) {
    const down = await scroll(-distance);
    const up = await scroll(distance);
    if (down.at >= distance / 2) {
      return { longest: Math.max(down.longest, up.longest), elements: Math.max(down.elements, up.elements) };
    }
    if (tried === SCROLL_TRIES) throw new Error(`Only ${down.at} of ${distance} pixels were scrolled.`);
  }
};
