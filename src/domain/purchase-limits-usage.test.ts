import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productAmounts } from './purchase-limits-amounts.ts';
import { parseLimits } from './purchase-limits-parser.ts';
import {
  type CountedLine,
  formatMinute,
  isOverLimit,
  limitUsage,
  type PurchasedLine,
  refusalOf,
  refusalText,
} from './purchase-limits-usage.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 23, 17, 0);
const ZONE = 'America/Denver';

const rules = (text: string) => parseLimits(text).rules!;
const line = (name: string, category = 'Flower', quantity = 1): CountedLine => ({
  productName: name,
  quantity,
  amounts: productAmounts({ name, category, weightLabel: null, tags: [], size: null }),
});
const ago = (hours: number, ...lines: CountedLine[]): PurchasedLine[] =>
  lines.map((bought) => ({ ...bought, at: NOW - hours * HOUR }));
const refused = (text: string, cart: CountedLine[], purchased: PurchasedLine[] = []): string | null => {
  const refusal = refusalOf(rules(text), { purchased, cart, now: NOW });
  return refusal && refusalText(refusal, ZONE);
};

describe('an order over a limit is refused with a sentence that says what fits and when:', () => {
  const flower = 'flower=14g/1d';
  test.each([
    ['it fits exactly', flower, [line('Fog 7G', 'Flower', 2)], [], null],
    [
      'part of it fits now, the rest later',
      flower,
      [line('Fog 14G')],
      ago(16.5, line('Fog 7G')),
      'You can order 7 g of flower now. More from Nov 23, 5:30 PM.',
    ],
    [
      'nothing fits now',
      flower,
      [line('Fog 1G')],
      ago(20, line('Fog 14G')),
      "You can't order more flower now. More from Nov 23, 2:00 PM.",
    ],
    ['it never fits', flower, [line('Fog 28G')], [], 'You can order 14 g of flower now.'],
    [
      'it never fits, and nothing fits now',
      flower,
      [line('Fog 28G')],
      ago(1, line('Fog 14G')),
      "You can't order more flower now.",
    ],
    [
      'pieces',
      'edible=3pcs/1d',
      [line('Gummies 10mg', 'Edibles', 3)],
      ago(1, line('Gummies 10mg', 'Edibles')),
      'You can order 2 pieces of edibles now. More from Nov 24, 9:00 AM.',
    ],
    ['one piece', 'vape=1pcs/1d', [line('Cart', 'Carts', 2)], [], 'You can order 1 piece of vape products now.'],
    ['any product', 'any=1pcs/1d', [line('Grinder', 'Accessories', 2)], [], 'You can order 1 piece of products now.'],
    [
      'the first broken rule is named',
      'concentrate=8g/1d; flower=100g/30d; flower=7g/1d; any=1g/1d',
      [line('Fog 14G')],
      [],
      'You can order 7 g of flower now.',
    ],
    [
      'two limits are broken, and waiting helps with both: the time is when both fit',
      'flower=7g/1d; flower=14g/3d',
      [line('Fog 7G')],
      [...ago(60, line('Fog 7G')), ...ago(20, line('Fog 7G'))],
      "You can't order more flower now. More from Nov 23, 10:00 PM.",
    ],
    [
      'two limits are broken, and the second one is never kept: waiting does not help',
      'flower=14g/1d; any=1pcs/1d',
      [line('Fog 3.5G', 'Flower', 2)],
      ago(20, line('Fog 14G')),
      "You can't order more flower now.",
    ],
    [
      'the second rule does not know a product: waiting does not help',
      'flower=14g/1d; vape=1g/1d',
      [line('Fog 3.5G'), line('Pen', 'Vape Pens')],
      ago(20, line('Fog 14G')),
      "You can't order more flower now.",
    ],
    ['an unknown amount', flower, [line('Fog')], [], "We don't know how much Fog contains. Please message the seller."],
    [
      'an unknown amount that the rule knows',
      'flower=14g/1d?3.5g',
      [line('Fog', 'Flower', 5)],
      [],
      'You can order 14 g of flower now.',
    ],
    ['an unknown amount of another kind', flower, [line('Grinder', 'Accessories')], [], null],
    ['munchies without a dose', 'edible=1mg/1d', [line('Chips', 'Munchies', 9)], [], null],
    ['what left the window', flower, [line('Fog 14G')], ago(24, line('Fog 14G')), null],
    [
      'an order of another kind while a lowered limit is exceeded',
      flower,
      [line('Wax 1G', 'Concentrates')],
      ago(1, line('Fog 28G')),
      null,
    ],
  ])('%s', (_, text, cart, purchased, sentence) => {
    expect(refused(text, cart, purchased)).toBe(sentence);
  });
});

test('a time is rounded up to the minute and has a plain space before AM or PM', () => {
  expect(formatMinute(Date.UTC(2026, 10, 24, 16, 29, 0, 1), ZONE)).toBe('Nov 24, 9:30 AM');
  expect(formatMinute(Date.UTC(2026, 10, 24, 16, 30), ZONE)).toBe('Nov 24, 9:30 AM');
});

test('thousandths add up exactly', () => {
  const [rule] = rules('flower=0.3g/1d');
  const usage = limitUsage(rule!, { purchased: ago(1, line('Fog 0.1G'), line('Fog 0.2G')), cart: [], now: NOW });
  expect(usage).toMatchObject({ used: 0.3, inCart: 0, opensAt: null });
});

describe('whatever was ordered,', () => {
  const grams = fc.integer({ min: 1, max: 40 }).map((g) => line(`Fog ${g}G`));
  const purchased = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 100 }), grams), { maxLength: 12 })
    .map((each) => each.flatMap(([hours, bought]) => ago(hours, bought)));
  const orders = fc.record({ purchased, cart: fc.array(grams, { maxLength: 3 }), now: fc.constant(NOW) });

  test('an order is accepted exactly if the window has room for it', () => {
    const [rule] = rules('flower=50g/2d');
    fc.assert(
      fc.property(orders, (order) => {
        const sum = (lines: readonly CountedLine[]) => lines.reduce((all, each) => all + each.amounts.g!, 0);
        const used = sum(order.purchased.filter(({ at }) => at > NOW - 48 * HOUR));
        const usage = limitUsage(rule!, order);
        expect(usage).toMatchObject({ used, inCart: sum(order.cart) });
        expect(isOverLimit(usage)).toBe(order.cart.length > 0 && used + sum(order.cart) > 50);
      }),
    );
  });

  test('a refused order fits at the time that is named and not before, unless it never fits', () => {
    const [rule] = rules('flower=50g/2d');
    fc.assert(
      fc.property(orders, (order) => {
        const usage = limitUsage(rule!, order);
        const at = (now: number) => isOverLimit(limitUsage(rule!, { ...order, now }));
        if (usage.opensAt === null) {
          expect(isOverLimit(usage)).toBe(usage.inCart > 50);
          return;
        }
        expect(usage.opensAt).toBeGreaterThan(NOW);
        expect(at(usage.opensAt - 1)).toBe(true);
        expect(at(usage.opensAt)).toBe(false);
      }),
    );
  });
});
