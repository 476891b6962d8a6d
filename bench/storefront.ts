import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import {
  DESKTOP,
  type MeasuredPage,
  openPage,
  PHONE,
  pressEach,
  type Screen,
  type Scrolled,
  scrollFar,
  signIn,
  typeWords,
  withBrowser,
} from './browser.ts';
import { firstVisit } from './first-visit.ts';
import { registerMembers, signInAdmin, uploadProducts, withShop } from './fixtures.ts';
import { menu } from './menu.ts';
import { type Figure, type Part, percentile } from './part.ts';
import type { Running } from './processes.ts';
import { median } from './rounds.ts';
import { ROUNDS, repeated, SLOWDOWN, scaled, some } from './scale.ts';

const MENU = scaled(2400);
const LARGEST = scaled(15_000);
/** The number of scrolls down and up again. The quietest ROUNDS of them count. */
const SCROLLS = repeated(12);
/** The largest category of the menu. */
const CATEGORY = 'Concentrates';
const WORDS = some(['kiln', 'live resin', 'tangerine', 'batch 12']);
/** The words are typed this often. The quietest ROUNDS of them count. */
const TYPINGS = repeated(7);
const FACET_PRESSES = repeated(8);
/** Pixels and pixels per second, as in a few flings. */
const FLING_DISTANCE = scaled(6000);
const FLING_SPEED = 3000;

/** The shop in a member's browser, with the processor slowed down four times. */
export const storefront: Part = {
  name: 'storefront',
  measure: async () => {
    const figures: Figure[] = [];
    await withMenu(MENU, async (shop, token, browser) => {
      for (const screen of [PHONE, DESKTOP]) {
        await warmUp(browser, shop, screen, token);
        const opened = await openShop(browser, shop, screen, token);
        figures.push(
          { name: `First card, ${screen.name}`, value: await firstCard(opened), unit: 'ms', bar: 1500 },
          { name: `Keystroke, ${screen.name}, p95`, value: await keystroke(opened), unit: 'ms', bar: 50 },
          ...(await scrolling(opened, screen)),
        );
        await opened.page.context().close();
      }
      figures.push(...(await firstVisit(browser, shop, SLOWDOWN, CATEGORY)));
    });
    await withMenu(LARGEST, async (shop, token, browser) => {
      const opened = await openShop(browser, shop, PHONE, token, '/?category=all');
      const name = `Keystroke among ${LARGEST.toLocaleString('en-US')} products, p95`;
      figures.push(
        { name, value: await keystroke(opened), unit: 'ms', bar: 100 },
        {
          name: `Press on a filter among ${LARGEST.toLocaleString('en-US')} products, p95`,
          value: await facetPress(opened),
          unit: 'ms',
          bar: 200,
        },
      );
    });
    return { figures };
  },
};

const withMenu = (
  products: number,
  work: (shop: Running, token: string, browser: Browser) => Promise<void>,
): Promise<void> =>
  withShop(async (shop) => {
    await uploadProducts(shop, await signInAdmin(shop), menu(products));
    const [token] = await registerMembers(shop, 1);
    await withBrowser((browser) => work(shop, token!, browser));
  });

/**
 * Visits the shop once with the same screen before anything is measured. The shop draws each picture only once, but it
 * would do so on the cores of the browser that is measured.
 */
const warmUp = async (browser: Browser, shop: Running, screen: Screen, token: string): Promise<void> => {
  const opened = await openShop(browser, shop, screen, token, `/?category=${CATEGORY}`, 1);
  await search(opened);
  await typeWords(opened, WORDS);
  await scrollFar(opened, { ...middleOf(screen), distance: FLING_DISTANCE, speed: FLING_SPEED });
  await opened.page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await opened.page.context().close();
};

const openShop = async (
  browser: Browser,
  shop: Running,
  screen: Screen,
  token: string,
  path = '/',
  slowdown = SLOWDOWN,
): Promise<MeasuredPage> => {
  const opened = await openPage(browser, shop, screen, slowdown);
  await signIn(opened.page, shop, token);
  await opened.page.goto(path);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened;
};

/** Milliseconds from the press on a category's tile to the paint of its first card, in the slowest round. */
const firstCard = async ({ page }: MeasuredPage): Promise<number> => {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const tile = page.getByRole('button', { name: new RegExp(`^${CATEGORY}`) });
    await tile.waitFor();
    const measured = page.evaluate(() => window.probe.fromPressTo('article'));
    await tile.click();
    took.push(await measured);
    // After the last round the list stays open.
    if (round < ROUNDS - 1) await page.getByRole('button', { name: 'Back to Categories' }).click();
  }
  return Math.max(...took);
};

/** Moves the focus to the search field of a list. */
const search = async ({ page }: MeasuredPage): Promise<void> => {
  await page.getByRole('article').first().waitFor();
  await page.getByRole('combobox', { name: 'Search Products' }).click();
};

const keystroke = async (opened: MeasuredPage): Promise<number> => {
  await search(opened);
  const took = await quietest(TYPINGS, () => typeWords(opened, WORDS));
  await opened.page.getByRole('article').first().waitFor();
  // The field lies on the buttons of a phone's header, and its suggestions on the list.
  await opened.page.getByRole('combobox', { name: 'Search Products' }).blur();
  return percentile(took.flat(), 95);
};

/** Milliseconds from the press on an option of a facet until it shows as chosen. */
const facetPress = async (opened: MeasuredPage): Promise<number> => {
  await opened.page.getByRole('button', { name: /^Filters/ }).click();
  const options = opened.page.getByRole('dialog', { name: /^Filters/ }).getByRole('checkbox');
  await options.nth(FACET_PRESSES).waitFor();
  return percentile(await pressEach(opened, (await options.all()).slice(0, FACET_PRESSES)), 95);
};

const scrolling = async (opened: MeasuredPage, screen: Screen): Promise<Figure[]> => {
  const flung = await scrollRounds(opened, screen, { distance: FLING_DISTANCE, speed: FLING_SPEED });
  const read = await scrollRounds(opened, screen, { distance: 2 * screen.height, speed: screen.height });
  return [
    { name: `Longest frame while scrolling, ${screen.name}`, value: longestOf(flung), unit: 'ms', bar: 50 },
    { name: `Longest frame at a screen a second, ${screen.name}`, value: longestOf(read), unit: 'ms', bar: 50 },
    {
      name: `Elements on the page while scrolling, ${screen.name}`,
      value: Math.max(...[...flung, ...read].map(({ elements }) => elements)),
      unit: 'elements',
      bar: 1500,
    },
  ];
};

const middleOf = ({ width, height }: Screen) => ({ x: width / 2, y: height / 2 });

/** The first scroll does not count, because the browser fetches pictures. */
const scrollRounds = async (
  opened: MeasuredPage,
  screen: Screen,
  gesture: { distance: number; speed: number },
): Promise<Scrolled[]> => {
  const scroll = () => scrollFar(opened, { ...middleOf(screen), ...gesture });
  await scroll();
  return quietest(SCROLLS, scroll);
};

/**
 * Measures in rounds and returns the quietest ROUNDS, in which other guests of a shared machine took the least time of
 * its cores. A frame that waits for a core says nothing about the shop.
 */
const quietest = async <Measured>(rounds: number, measure: () => Promise<Measured>): Promise<Measured[]> => {
  const measured: { value: Measured; stolen: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await stolenTicks();
    const value = await measure();
    measured.push({ value, stolen: (await stolenTicks()) - before });
  }
  measured.sort((a, b) => a.stolen - b.stolen);
  return measured.slice(0, ROUNDS).map(({ value }) => value);
};

/** The index of "steal" in the first line of /proc/stat. */
const STEAL = 8;

/** The time that the host of a virtual machine gave to other guests since the start, in ticks. 0 if it is not known. */
const stolenTicks = async (): Promise<number> => {
  const stat = await readFile('/proc/stat', 'latin1').catch(() => '');
  return Number(stat.split('\n', 1)[0]?.trim().split(/\s+/)[STEAL] ?? 0);
};

const longestOf = (rounds: readonly Scrolled[]): number => median(rounds.map(({ longest }) => longest));
