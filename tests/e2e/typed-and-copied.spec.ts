import type { Page } from '@playwright/test';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { openInventory } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { callAsAdmin, placeOrder, readItem, registerMember, uploadInventory } from './shop-api.ts';
import { openAs } from './storefront-page.ts';

/** "Blue Dream 3.5G" by its sounds. Hebrew is written from right to left, and the size in it from left to right. */
const HEBREW = '\u05d1\u05dc\u05d5 \u05d3\u05e8\u05d9\u05dd 3.5G';
const SIZE = '3.5G';

test.beforeEach(({ shop }) =>
  uploadInventory(shop, [...PRODUCTS, { ...PRODUCTS[0]!, id: 'hebrew', name: HEBREW, category: 'Flower' }]),
);

/** The left edge of each letter of a piece of a text, as it is drawn. */
const lettersOf = (page: Page, text: string, piece: string) =>
  page
    .getByText(text)
    .first()
    .evaluate((element, sought) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        const at = node.data.indexOf(sought);
        if (at < 0) continue;
        return [...sought].map((_, index) => {
          const range = document.createRange();
          range.setStart(node!, at + index);
          range.setEnd(node!, at + index + 1);
          return range.getBoundingClientRect().x;
        });
      }
      return [];
    }, piece);

test(
  'what an admin types in the table stays: lines, and words that are still composed',
  WIDE,
  async ({ page, shop }) => {
    const item = { name: 'Two lines', qty: 1, price: 5, description: 'First line.\nSecond line.' };
    await callAsAdmin(shop, 'POST', '/api/admin/inventory/items', item);
    await openInventory(page, shop, '?search=Two%20lines');
    const cell = page.getByLabel('Description of Two lines');
    let saves = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saves += 1;
    });
    await cell.click();
    await page.keyboard.press('Control+End');
    const browser = await page.context().newCDPSession(page);
    await browser.send('Input.imeSetComposition', { text: '\u306b\u307b', selectionStart: 2, selectionEnd: 2 });
    // The key that accepts a composed word. Playwright cannot press it.
    await cell.evaluate((field) =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          keyCode: 229,
          isComposing: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
    await browser.send('Input.insertText', { text: '\u65e5\u672c' });
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => (await readItem(shop, 'Two lines')).description)
      .toBe('First line.\nSecond line.\u65e5\u672c');
    expect(saves).toBe(1);
  },
);

test(
  'names, addresses and prints are what they are: in one piece, without breaks, black on white',
  ONCE,
  async ({ page, shop }) => {
    const { token } = await registerMember(shop, { [PRODUCTS[1]!.name]: 1 });
    await test.step('the size in a name from right to left reads in one piece', async () => {
      await openAs(page, shop, token, `${shop.url}/?category=Flower`);
      await expect(page.getByText(HEBREW).first()).toBeVisible();
      const letters = await lettersOf(page, HEBREW, SIZE);
      expect(letters).toHaveLength(SIZE.length);
      expect(letters).toEqual(letters.toSorted((a, b) => a - b));
      expect(letters.at(-1)! - letters[0]!).toBeLessThan(100);
    });
    await test.step('the list prints dark on white in the dark theme as well', async () => {
      const colors = () =>
        page.evaluate(() => ({
          backgroundColor: getComputedStyle(document.documentElement).backgroundColor,
          color: getComputedStyle(document.body).color,
        }));
      await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
      const onPaper = { backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' };
      expect(await colors()).not.toEqual(onPaper);
      await page.emulateMedia({ media: 'print' });
      await expect.poll(colors).toEqual(onPaper);
      await page.emulateMedia({ media: null });
    });
    await test.step('an address that is marked by hand has no breaks', async () => {
      const { id } = await placeOrder(shop, token);
      await page.goto(`${shop.url}/receipts/${id}`);
      const { btcAddress } = (await (await page.request.get(`${shop.url}/api/shop`)).json()) as { btcAddress: string };
      const address = page.getByText(btcAddress.slice(0, 4), { exact: true }).first();
      await address.click({ clickCount: 3 });
      expect((await page.evaluate(() => getSelection()!.toString())).trim()).toBe(btcAddress);
    });
  },
);
