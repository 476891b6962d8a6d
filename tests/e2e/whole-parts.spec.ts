import type { Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { expectApart, expectWhole } from './geometry.ts';
import { openPanel } from './panel-page.ts';
import { type FileProduct, PRODUCTS } from './products.ts';
import { addToCart, adjustPoints, placeOrder, registerMember, uploadInventory } from './shop-api.ts';
import { openAsNewMember } from './storefront-page.ts';

/*
 * Nothing on cards, in the details and in the rows of the panel lies on something else or is cut, whatever the names and
 * prices, at every width and with large text.
 */

const LONG: FileProduct = {
  id: 'long',
  name: 'Midnight Raspberry Lemonade Superlongunbreakablename Live Resin Cartridge',
  qty: 3,
  price: 1219,
  brand: 'Waxman Concentrates & Extracts of the Northern Valley',
  category: 'Carts',
  description:
    'Strain: Blue Hour. A text that goes on and on, for more lines than a card has, with words of every length.',
  tags: ['Formulation = Live Resin', 'Volume = 1G'],
  tiers: [{ from: 3, price: 1100 }],
};
const DIFFICULT: readonly FileProduct[] = [
  LONG,
  { ...LONG, id: 'much', name: 'Dear', price: 99_984, qty: 100_000, brand: 'Fern' },
  {
    ...LONG,
    id: 'pack',
    name: 'Harvest Moon Pre-rolls 5-pack',
    price: 25,
    qty: 4,
    category: 'Pre-rolls',
    tags: [],
    tiers: [],
  },
  ...['Citrus', 'Huckleberry', 'Lime'].map((taste, index) => ({
    ...LONG,
    id: `choice${index}`,
    name: `Night Market ${taste} Cart`,
    brand: 'Northlight',
    tags: ['Formulation = Distillate'],
  })),
];

const WIDTHS = [320, 340, 360, 375, 390, 768, 1440];

/** Shows the page at a width, with the text size of the browser. 200 % is a root font of 32 px. */
const showAt = async (page: Page, width: number, percent: number): Promise<void> => {
  await page.setViewportSize({ width, height: 1000 });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    window.dispatchEvent(new Event('resize'));
  }, `${percent}%`);
};

for (const percent of [100, 200]) {
  test(`cards, rows and details are whole at every width, with text of ${percent} %`, ONCE, async ({ page, shop }) => {
    await uploadInventory(shop, [...DIFFICULT, ...PRODUCTS]);
    const { token } = await openAsNewMember(page, shop, { path: '/?category=all' });
    for (const isInCart of [false, true]) {
      if (isInCart) await addToCart(shop, token, { [LONG.name]: 1 });
      for (const [layout, width] of ['grid', 'list'].flatMap((each) => WIDTHS.map((at) => [each, at] as const))) {
        await page.goto(`${shop.url}/?category=all&layout=${layout}&search=cart&sort=high-low`);
        await showAt(page, width, percent);
        const cards = page.getByRole('article');
        const card = page.getByRole('article', { name: /^Midnight/ });
        await expect(card.getByRole('group', { name: /in your cart$/ })).toHaveCount(isInCart ? 1 : 0);
        await expectWhole(cards, `${layout} at ${width} px`);
        for (const each of await cards.all()) await expect(each.getByText(/^Qty \d+$/)).toBeVisible();
        if (layout === 'list') continue;
        await card.getByRole('button', { name: 'View' }).click();
        await expectWhole(page.getByRole('dialog'), `details at ${width} px`);
      }
    }
  });
}

test('the rows of the panel are whole at every width', ONCE, async ({ page, shop }) => {
  await uploadInventory(shop, DIFFICULT);
  const member = await registerMember(shop, { [LONG.name]: 1 });
  await placeOrder(shop, member.token);
  await adjustPoints(shop, member.username, 1_000_000, 'A long reason that says everything there is to say about it');
  for (const tab of ['inventory', 'receipts', 'users', 'points']) {
    await openPanel(page, shop, `?tab=${tab}`);
    for (const width of WIDTHS) {
      await showAt(page, width, 100);
      await expectWhole(page.locator('tbody tr, ul[aria-label] > li'), `${tab} at ${width} px`);
    }
  }
});

/** Runs a check at every width, also with large text. */
const everywhere = async (page: Page, check: (at: string) => Promise<void>): Promise<void> => {
  for (const [percent, width] of [100, 200].flatMap((each) => WIDTHS.map((at) => [each, at] as const))) {
    // With the browser's own text size, media queries grow too: a wide page then has the layout of a narrow one.
    if (percent > 100 && width > 768) continue;
    await showAt(page, width, percent);
    await check(`at ${width} px with text of ${percent} %`);
  }
};

test('the headers with the search are whole at every width and with large text', ONCE, async ({ page, shop }) => {
  await uploadInventory(shop, PRODUCTS);
  await openAsNewMember(page, shop, { path: '/?category=all' });
  const header = page.getByRole('banner');
  await everywhere(page, (at) => expectWhole(header, `the header of the list ${at}`));
  await page.goto(shop.url);
  await everywhere(page, (at) => expectWhole(header, `the header of the picker ${at}`));
});

test('the search of the panel lies under nothing, at every width and with large text', ONCE, async ({ page, shop }) => {
  await uploadInventory(shop, PRODUCTS);
  for (const tab of ['inventory', 'receipts', 'users', 'points', 'activity']) {
    await openPanel(page, shop, `?tab=${tab}`);
    // The innermost element with the search and what is next to it.
    const toolbar = page.getByLabel(/^Search /).locator('xpath=ancestor::div[.//button][1]');
    await everywhere(page, (at) => expectApart(toolbar.locator('input, select, button'), `${tab} ${at}`));
  }
});
