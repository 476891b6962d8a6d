import type { Page } from '@playwright/test';
import { DESKTOP, type MeasuredPage, openPage, scrollFar, signIn, typeWords, withBrowser } from './browser.ts';
import { signInAdmin, uploadProducts, withShop } from './fixtures.ts';
import { menu } from './menu.ts';
import { type Figure, type Part, percentile } from './part.ts';
import { median } from './rounds.ts';
import { ROUNDS, SLOWDOWN, scaled, some } from './scale.ts';

const ITEMS = scaled(20_000);
const WORDS = some(['live resin', 'kiln', 'menu-77']);
const AMONG = `among ${ITEMS.toLocaleString('en-US')} items`;
/** Time for events and the requests that they cause. */
const SETTLE_MS = 2000;

/** The inventory list of the panel, at the processor's full speed unless a figure says otherwise. */
export const panel: Part = {
  name: 'panel',
  measure: () =>
    withShop(async (shop) => {
      const token = await signInAdmin(shop);
      await uploadProducts(shop, token, menu(ITEMS));
      return withBrowser(async (browser) => {
        const openList = async (slowdown = 1): Promise<MeasuredPage> => {
          const opened = await openPage(browser, shop, DESKTOP, slowdown);
          await signIn(opened.page, shop, token);
          await opened.page.goto('/admincp?tab=inventory');
          await listOf(opened.page).getByRole('row').nth(5).waitFor();
          return opened;
        };
        const opened = await openList();
        const strokes = await typeInSearch(opened);
        const frames = await scrollList(opened);
        const slow = await openList(SLOWDOWN);
        const slowStrokes = await typeInSearch(slow);
        await slow.page.close();
        const other = await openList();
        return {
          figures: [
            { name: `Keystroke ${AMONG}, p95`, value: percentile(strokes, 95), unit: 'ms', bar: 50 },
            {
              name: `Keystroke ${AMONG}, processor slowed down ${SLOWDOWN} times, p95`,
              value: percentile(slowStrokes, 95),
              unit: 'ms',
              bar: 100,
            },
            { name: `Longest frame while scrolling ${AMONG}`, value: median(frames), unit: 'ms', bar: 50 },
            ...(await editOneItem(opened, other)),
          ],
        };
      });
    }),
};

const listOf = (page: Page) => page.getByRole('grid', { name: 'Inventory' });

const typeInSearch = async (opened: MeasuredPage): Promise<number[]> => {
  // A person looks at the list before typing, and its rows are drawn by then.
  await opened.page.waitForTimeout(SETTLE_MS);
  await opened.page.getByRole('textbox', { name: 'Search inventory' }).click();
  const strokes = await typeWords(opened, WORDS);
  await listOf(opened.page).getByRole('row').nth(5).waitFor();
  return strokes;
};

const scrollList = async (opened: MeasuredPage): Promise<number[]> => {
  const list = listOf(opened.page);
  await list.scrollIntoViewIfNeeded();
  const box = (await list.getByRole('row').nth(5).boundingBox())!;
  const frames: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const gesture = { x: DESKTOP.width / 2, y: box.y, distance: 6000, speed: 3000 };
    frames.push((await scrollFar(opened, gesture)).longest);
  }
  return frames;
};

/** What one edit makes the editor's panel and another open panel load: all bytes received, and all requests. */
const editOneItem = async (editor: MeasuredPage, other: MeasuredPage): Promise<Figure[]> => {
  await editor.page.waitForTimeout(SETTLE_MS);
  const traffic = await Promise.all([recordTraffic(editor), recordTraffic(other)]);
  const markupIn = ({ page }: MeasuredPage) =>
    listOf(page)
      .getByRole('spinbutton', { name: /^Markup/ })
      .first();
  const markup = markupIn(editor);
  await markup.fill('77');
  await markup.press('Enter');
  await markupIn(other).and(other.page.locator('[value="77"]')).waitFor();
  await editor.page.waitForTimeout(SETTLE_MS);
  return traffic.flatMap(({ bytes, requests }, index): Figure[] => {
    const whose = `${index === 0 ? 'the editor' : 'another open panel'}`;
    return [
      { name: `Loaded by ${whose} for one edit ${AMONG}`, value: bytes() / 1000, unit: 'kB', bar: 5 },
      { name: `Requests of ${whose} for one edit ${AMONG}`, value: requests(), unit: 'requests', bar: 2 },
    ];
  });
};

/** Counts the bytes that a page receives from now on, headers and event streams included, and its requests. */
const recordTraffic = async ({ protocol }: MeasuredPage) => {
  let bytes = 0;
  let requests = 0;
  await protocol.send('Network.enable');
  protocol.on('Network.requestWillBeSent', () => requests++);
  protocol.on('Network.responseReceived', ({ response }) => {
    bytes += response.encodedDataLength;
  });
  protocol.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return { bytes: () => bytes, requests: () => requests };
};
