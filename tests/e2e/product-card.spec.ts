import type { Locator, Page } from '@playwright/test';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { type FileProduct, PRODUCTS } from './products.ts';
import { uploadInventory } from './shop-api.ts';
import { openAsNewMember, productCard } from './storefront-page.ts';

const BRAND = 'Blackwater Valley Growers and Co of Maine';

const flower = (name: string, finalPrice: number, more: Partial<FileProduct> = {}): FileProduct => ({
  id: name,
  name,
  qty: 20,
  // The shop adds 15 dollars.
  price: Math.max(0, finalPrice - 15),
  brand: BRAND,
  category: 'Flower',
  description: 'Cool and mineral, with a long finish of pine and pepper. Grown in living soil.',
  ...more,
});

/** Prices from 15 to 9,999 dollars, long names, tiers, last pieces, and choices of a few and of many letters. */
const CARDS: readonly FileProduct[] = [
  flower('Plain', 15),
  flower('Hundreds', 999, { tiers: [{ from: 3, price: 900 }], tags: ['authenticity = replica', 'THC = 22.9%'] }),
  flower('Vault Reserve', 9999, { tiers: [{ from: 3, price: 9000 }], tags: ['Breakdown = 3.5G', 'THC = 22.9%'] }),
  flower('Gentle Rain of the Northern Valley Selection Number Forty', 5015, { qty: 2, weightLabel: 'Eighth' }),
  ...['3.5G', '7G', '14G', '28G'].map((size, index) =>
    flower(`Harbor Fog - ${size}`, 2500 * (index + 1) - 1, {
      tags: ['Formulation = Smalls', `Breakdown = ${size}`],
      tiers: [{ from: 3, price: 30 }],
    }),
  ),
  ...['3.5G', '7G', '14G'].map((size) =>
    flower(`Bruised Cherry - ${size}`, 41, {
      tags: [`Breakdown = ${size}`, 'THC = 26.1%'],
      description: '',
      tiers: [{ from: 3, price: 20 }],
    }),
  ),
  ...['Peach Melba Sunrise', 'Pear', 'Wild Strawberry'].map((taste) =>
    flower(`Orchard Gummies - ${taste} 100mg`, 40, { brand: 'Halcyon', description: '' }),
  ),
];

const PHONES = [320, 340, 360, 375, 390];

/** The visible text of a price, which has two decimals. */
const priceOf = (card: Locator) => card.getByText(/^\$[\d,]+\.\d\d$/).first();

/** What is wrong with these cards or rows, in words. Runs in the page. */
const wrongIn = (cards: Element[]): string[] =>
  cards.flatMap((card) => {
    const boxOfPart = (part: Element | null | undefined) => part?.getBoundingClientRect() ?? new DOMRect();
    const all = [...card.querySelectorAll('*')];
    const named = (name: string) =>
      boxOfPart(
        all.find((part) => part.localName === 'button' && (part.ariaLabel ?? part.textContent)?.startsWith(name)),
      );
    const withText = (text: RegExp) =>
      boxOfPart(all.find((part) => part.children.length === 0 && text.test(part.textContent ?? '')));
    const isOn = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

    const linesIn = (text: Element | null) =>
      text
        ? (Math.min(boxOfPart(text).bottom, boxOfPart(text.parentElement).bottom) - boxOfPart(text).top) /
          Number.parseFloat(getComputedStyle(text).lineHeight)
        : 0;

    const whole = boxOfPart(card);
    const [add, view, heart] = [named('Add to Cart'), named('View'), named('Favorite')];
    const price = withText(/^\$[\d,]+\.\d\d$/);
    const picture = boxOfPart(card.querySelector('img, [role=img]'));
    const ends = [...card.querySelectorAll('h2, p, button, select, .dotted')]
      .map(boxOfPart)
      .filter(({ top }) => top < price.top)
      // A text that is longer than its room is clipped.
      .map(({ bottom }) => Math.min(bottom, price.top));
    const isCard = whole.height > 200;
    const description = [...card.querySelectorAll('p')].at(-1) ?? null;
    const replica = all.find((part) => part.textContent === 'Replica' && part.children.length === 0);
    const thc = all.find((part) => /^· THC/.test(part.textContent ?? '') && part.localName === 'span');
    // In its line, and in the width of its card.
    const isWhole = (part: Element) =>
      part.scrollWidth <= part.clientWidth &&
      boxOfPart(part).right <= whole.right &&
      boxOfPart(part).bottom <= boxOfPart(part.parentElement).bottom + 1;
    const tier = all.find((part) => part.localName === 'p' && /or more: /.test(part.textContent ?? ''));
    const chips = [...card.querySelectorAll('[role=group] button')];
    const problems = {
      'no button': add.width === 0 || view.width === 0 || price.width === 0,
      'no Qty': withText(/^Qty \d+$/).width === 0,
      'price under the button': isOn(price, add) || isOn(price, view),
      'price outside': price.right > whole.right,
      'button on the picture': isOn(picture, add) || isOn(picture, view),
      'heart on the button or on View': isOn(heart, add) || isOn(heart, view),
      // A row's picture is so small that the heart would cover much of it.
      'heart in the wrong place': isOn(heart, picture) !== isCard,
      'brand under the heart': isCard && isOn(withText(/^(Blackwater|Halcyon)/), heart),
      'more than two empty lines above the price': isCard && price.top - Math.max(...ends) > 52,
      'a line of the text cut through': isCard && linesIn(description) % 1 > 0.1 && linesIn(description) % 1 < 0.9,
      'the mark of a replica cut': (replica?.scrollWidth ?? 0) > (replica?.clientWidth ?? 0),
      'THC in part, or not in sight': thc !== undefined && !isWhole(thc),
      'the tier not in sight': tier !== undefined && boxOfPart(tier).bottom > boxOfPart(tier.parentElement).bottom + 1,
      // One alone on its line may be too long for it.
      'a chip in part':
        chips.length > 1 &&
        chips.some((chip) => !isWhole(chip) || [...chip.children].some((text) => text.scrollWidth > text.clientWidth)),
      'higher than 96 px': !isCard && whole.height > 96,
    };
    const name = card.querySelector('h2')?.textContent;
    return Object.entries(problems).flatMap(([problem, is]) => (is ? [`${name}: ${problem}`] : []));
  });

const expectFree = async (page: Page, layout: 'grid' | 'list', width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 2400 });
  await page.goto(`/?category=Flower&layout=${layout}`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(7);
  await expect(async () => {
    expect(await cards.evaluateAll(wrongIn), `${layout} at ${width} px`).toEqual([]);
  }).toPass({ timeout: 10_000 });
};

test(
  'at every width of a phone, price, button and picture of a card and of a row are free',
  ONCE,
  async ({ page, shop }) => {
    await uploadInventory(shop, CARDS);
    await openAsNewMember(page, shop);
    for (const width of PHONES) for (const layout of ['grid', 'list'] as const) await expectFree(page, layout, width);
  },
);

test(
  'with a mouse, price, button and picture of a card are free, and the tier is a line of its own',
  WIDE,
  async ({ page, shop }) => {
    await uploadInventory(shop, CARDS);
    await openAsNewMember(page, shop);
    await expectFree(page, 'grid', 1440);
    const tier = productCard(page, 'Vault Reserve').getByText('3 or more: $9,015 each', { exact: true });
    const description = productCard(page, 'Vault Reserve').getByText(/^Cool and mineral/);
    expect((await boxOf(tier)).y).toBeLessThan((await boxOf(description)).y);
  },
);

test('chips that do not fit are counted by one more, which opens all of them, for mouse, keyboard and finger', async ({
  page,
  shop,
}) => {
  await uploadInventory(shop, CARDS);
  await openAsNewMember(page, shop);
  // So narrow that two of four sizes fit, also with a mouse.
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto('/?category=Flower');
  const card = productCard(page, `${BRAND} Smalls`);
  const chips = card.getByRole('group', { name: /^Variant of/ }).getByRole('button');
  await expect(chips).toHaveText(['3.5G', '7G']);
  const more = card.getByRole('combobox', { name: '+2 more' });
  await more.selectOption({ label: '28G · $9,999.00' });
  // The chosen one is on the last chip, and the others stay where they are.
  await expect(chips).toHaveText(['3.5G', '7G']);
  await expect(chips.and(card.locator('[aria-pressed=true]'))).toHaveCount(0);
  await expect(card.getByRole('combobox', { name: '28G, +2 more' })).toBeVisible();
  await expect(priceOf(card)).toHaveText('$9,999.00');
  await more.focus();
  await more.press('ArrowUp');
  await expect(priceOf(card)).toHaveText('$7,499.00');
  await expect(card.getByRole('combobox', { name: '14G, +2 more' })).toBeVisible();
  await chips.first().press('Enter');
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(chips).toHaveText(['3.5G', '7G']);
});

test('the pictures of cards in one row are of one height, also where some have a choice and no picture', async ({
  page,
  shop,
}) => {
  const plain = ['Blue Dream', 'OG Kush', 'Super Silver Haze of the Northern Valley', 'Amber'].map((name) =>
    flower(name, 40, { description: '', brand: '', ...(name === 'Blue Dream' && { weightLabel: 'Eighth' }) }),
  );
  const choice = ['3.5G', '7G'].map((size) =>
    flower(`Lantern - ${size}`, 40, { description: '', brand: 'Moss House', tags: [`Breakdown = ${size}`] }),
  );
  await uploadInventory(shop, [plain[0]!, ...choice, ...plain.slice(1)]);
  await openAsNewMember(page, shop, { path: '/?category=Flower' });
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(5);
  const pictures = await cards.evaluateAll((all) =>
    all.map((card) => {
      const { top, height } = card.querySelector('.picture-ground')!.getBoundingClientRect();
      return { top: Math.round(top), height: Math.round(height) };
    }),
  );
  const heights = new Map(pictures.map(({ top, height }) => [top, height]));
  for (const { top, height } of pictures) expect(height).toBe(heights.get(top));
  // The facts are under the name, with a choice in the card or without.
  for (const name of ['Blue Dream', 'Lantern']) {
    const card = productCard(page, name);
    const [title, facts] = [await boxOf(card.locator('h2')), await boxOf(card.locator('.dotted'))];
    expect(facts.y - title.y - title.height).toBeLessThan(3);
  }
  // Without a choice in the row there is no empty line.
  if (page.viewportSize()!.width < 500) {
    const [name, price] = [productCard(page, 'Amber').locator('h2'), priceOf(productCard(page, 'Amber'))];
    expect((await boxOf(price)).y - (await boxOf(name)).y).toBeLessThan(28);
  }
});

test('grid or rows are remembered on the device, until the other one is chosen', WIDE, async ({ page, shop }) => {
  await uploadInventory(shop, PRODUCTS);
  await openAsNewMember(page, shop, { path: '/?category=Carts' });
  const isPressed = (name: string) =>
    expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'List view' }).click();
  await page.goto('/?category=Edibles');
  await isPressed('List view');
  await page.getByRole('button', { name: 'Grid view' }).click();
  await isPressed('Grid view');
  await page.reload();
  await isPressed('Grid view');
  // A link with a layout shows it, and changes nothing for later.
  await page.goto('/?category=Edibles&layout=list');
  await isPressed('List view');
  await page.goto('/?category=Carts');
  await isPressed('Grid view');
});
