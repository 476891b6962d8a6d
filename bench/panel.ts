import { DESKTOP, openPage, scrollFar, signIn, typeWords, withBrowser } from './browser.ts';
import { signInAdmin, uploadProducts, withShop } from './fixtures.ts';
import { menu } from './menu.ts';
import { type Part, percentile } from './part.ts';
import { median } from './rounds.ts';

const ITEMS = 20_000;
const ROUNDS = 5;
const WORDS = ['live resin', 'kiln', 'menu-77'];

/** The inventory list of the panel, at the processor's full speed. */
export const panel: Part = {
  name: 'panel',
  measure: () =>
    withShop(async (shop) => {
      const token = await signInAdmin(shop);
      await uploadProducts(shop, token, menu(ITEMS));
      return withBrowser(async (browser) => {
        const opened = await openPage(browser, shop, DESKTOP, 1);
        await signIn(opened.page, shop, token);
        await opened.page.goto('/admincp');
        const list = opened.page.getByRole('grid', { name: 'Inventory' });
        await list.getByRole('row').nth(5).waitFor();
        const search = opened.page.getByRole('textbox', { name: 'Search inventory' });
        await search.click();
        const strokes = await typeWords(opened, WORDS);

        await list.getByRole('row').nth(5).waitFor();
        await list.scrollIntoViewIfNeeded();
        const box = (await list.getByRole('row').nth(5).boundingBox())!;
        const frames: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const gesture = { x: DESKTOP.width / 2, y: box.y, distance: 6000, speed: 3000 };
          frames.push((await scrollFar(opened, gesture)).longest);
        }
        const among = `among ${ITEMS.toLocaleString('en-US')} items`;
        return {
          figures: [
            { name: `Keystroke ${among}, p95`, value: percentile(strokes, 95), unit: 'ms', bar: 100 },
            { name: `Longest frame while scrolling ${among}`, value: median(frames), unit: 'ms', bar: 50 },
          ],
        };
      });
    }),
};
