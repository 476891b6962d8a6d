import type { Browser } from '@playwright/test';
import {
  DESKTOP,
  type MeasuredPage,
  openPage,
  PHONE,
  type Screen,
  type Scrolled,
  scrollFar,
  signIn,
  typeWords,
  withBrowser,
} from './browser.ts';
import { registerMembers, signInAdmin, uploadProducts, withShop } from './members.ts';
import { menu } from './menu.ts';
import { type Figure, type Part, percentile } from './part.ts';
import type { Running } from './processes.ts';
import { median } from './rounds.ts';
import { stolenTicks } from './stolen.ts';
import { wayIn } from './way-in.ts';

const SLOWDOWN = 4;
const MENU = 2400;
const LARGEST = 15_000;
const ROUNDS = 5;
/** Ways down and up again, of which as many count as there are rounds. */
const SCROLLS = 12;
/** As in the middle of a long list. */
const CATEGORY = 'Concentrates';
const WORDS = ['live resin', 'kiln', 'tangerine', 'batch 12'];
/** Pixels and pixels a second, as in a few flings. */
const FLING_DISTANCE = 6000;
const FLING_SPEED = 3000;

/** The shop in a member's browser, on a processor four times slower. */
export const storefront: Part = {
  name: 'storefront',
  measure: async () => {
    const figures: Figure[] = [];
    await withMenu(MENU, async (shop, token, browser) => {
      for (const screen of [PHONE, DESKTOP]) {
        await visit(browser, shop, screen, token);
        const opened = await openShop(browser, shop, screen, token);
        figures.push(
          { name: `First card, ${screen.name}`, value: await firstCard(opened), unit: 'ms', bar: 1500 },
          { name: `Keystroke, ${screen.name}, p95`, value: await keystroke(opened), unit: 'ms', bar: 50 },
          ...(await scrolling(opened, screen)),
        );
        await opened.page.context().close();
      }
      figures.push(...(await wayIn(browser, shop, SLOWDOWN, CATEGORY)));
    });
    await withMenu(LARGEST, async (shop, token, browser) => {
      const opened = await openShop(browser, shop, PHONE, token, '/?category=all');
      const name = `Keystroke among ${LARGEST.toLocaleString('en-US')} products, p95`;
      figures.push({ name, value: await keystroke(opened), unit: 'ms', bar: 100 });
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
 * Somebody with the same screen has been there before: the shop makes a picture once for all, and does it here on the
 * cores of the browser that is measured.
 */
const visit = async (browser: Browser, shop: Running, screen: Screen, token: string): Promise<void> => {
  const opened = await openShop(browser, shop, screen, token, `/?category=${CATEGORY}`, 1);
  await keystroke(opened);
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

/** From the press on a category's tile to the paint of its first card: the slowest of the rounds. */
const firstCard = async ({ page }: MeasuredPage): Promise<number> => {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const tile = page.getByRole('button', { name: new RegExp(`^${CATEGORY}`) });
    await tile.waitFor();
    const measured = page.evaluate(() => window.probe.fromPressTo('article'));
    await tile.click();
    took.push(await measured);
    // The last round stays in the list.
    if (round < ROUNDS - 1) await page.getByRole('button', { name: 'Back to Categories' }).click();
  }
  return Math.max(...took);
};

const keystroke = async (opened: MeasuredPage): Promise<number> => {
  await opened.page.getByRole('article').first().waitFor();
  await opened.page.getByRole('textbox', { name: 'Search Products' }).click();
  const took = await typeWords(opened, WORDS);
  await opened.page.getByRole('article').first().waitFor();
  return percentile(took, 95);
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

/**
 * The quietest rounds, by what other guests of a shared machine took of its cores meanwhile: a frame that waits for a
 * core says nothing of the shop. The first way down is not counted: the browser fetches the pictures then.
 */
const scrollRounds = async (
  opened: MeasuredPage,
  screen: Screen,
  way: { distance: number; speed: number },
): Promise<Scrolled[]> => {
  const scroll = () => scrollFar(opened, { ...middleOf(screen), ...way });
  await scroll();
  const rounds: { scrolled: Scrolled; stolen: number }[] = [];
  for (let round = 0; round < SCROLLS; round++) {
    const before = await stolenTicks();
    const scrolled = await scroll();
    rounds.push({ scrolled, stolen: (await stolenTicks()) - before });
  }
  rounds.sort((a, b) => a.stolen - b.stolen);
  return rounds.slice(0, ROUNDS).map(({ scrolled }) => scrolled);
};

/** Frames are whole refreshes of the screen, told with a hair of blur: three are 50.0x ms. */
const longestOf = (rounds: readonly Scrolled[]): number => Math.round(median(rounds.map(({ longest }) => longest)));
