import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cartTotals } from './cart.ts';
import { reducedAmounts } from './receipt-amounts.ts';

const receipt = { points: 1000, pointsDiscountCents: 1000, shippingCents: 1500 };
const line = (quantity: number, unitPriceCents: number) => ({ quantity, unitPriceCents });

test.each([
  [
    'keeps its points',
    [line(1, 4200)],
    { subtotalCents: 4200, points: 1000, pointsDiscountCents: 1000, totalCents: 4700 },
  ],
  [
    'gives back what it no longer takes',
    [line(1, 400)],
    { subtotalCents: 400, points: 400, pointsDiscountCents: 400, totalCents: 1500 },
  ],
  [
    'leaves out removed lines',
    [line(0, 4200), line(2, 600)],
    { subtotalCents: 1200, points: 1000, pointsDiscountCents: 1000, totalCents: 1700 },
  ],
])('a reduced receipt %s', (_what, lines, amounts) => {
  expect(reducedAmounts({ ...receipt, lines })).toEqual(amounts);
});

test('a receipt whose lines stay as they are costs what its cart cost', () => {
  const anyLines = fc.array(fc.record({ quantity: fc.nat(99), unitPriceCents: fc.nat(1_000_000) }), { maxLength: 5 });
  fc.assert(
    fc.property(anyLines, fc.nat(100_000), fc.nat(10_000), (lines, points, shippingCents) => {
      const cart = lines.map((each) => ({ ...each, problem: null }));
      const { subtotalCents, pointsDiscountCents, totalCents, ...totals } = cartTotals(cart, shippingCents, {
        points,
        pointsValue: 1,
      });
      expect(reducedAmounts({ lines, points: totals.points, pointsDiscountCents, shippingCents })).toEqual({
        subtotalCents,
        points: totals.points,
        pointsDiscountCents,
        totalCents,
      });
    }),
  );
});
