import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountFor, countsProduct, productAmounts, unknownFor } from './purchase-limits-amounts.ts';
import { WEIGHT_LABELS, type WeightLabel } from './weight-labels.ts';

const product = (
  name: string,
  category: string | null = 'Flower',
  more: { weightLabel?: WeightLabel; tags?: string[]; size?: string } = {},
) => productAmounts({ name, category, weightLabel: null, tags: [], size: null, ...more });

describe('a piece counts', () => {
  test.each([
    ['Blue Dream - 3.5G', 'Flower', { kind: 'flower', g: 3.5, mg: 3500, pcs: 1 }],
    ['Blue Dream - Eighth', 'Flower', { g: 3.5 }],
    ['Blue Dream', 'Flower', { g: null, mg: null, pcs: 1 }],
    ['Joint 1G', 'Pre-rolls', { kind: 'flower', g: 1 }],
    ['Wax 1G', 'Concentrates', { kind: 'concentrate', g: 1 }],
    ['Cart 500mg', 'Carts', { kind: 'vape', g: 0.5, mg: 500 }],
    ['Cart 1G 850mg', 'Vape Cartridges', { kind: 'vape', g: 1, mg: 850 }],
    ['Cart 850mg', 'Disposables', { kind: 'vape', g: null, mg: 850 }],
    ['Wax 500mg', 'Concentrates', { g: 0.5, mg: 500 }],
    ['Gummies 100mg', 'Edibles', { kind: 'edible', g: null, mg: 100 }],
    ['Chocolate 50g 100mg', 'edibles', { kind: 'edible', g: 50, mg: 100 }],
    ['Balm 200mg', 'Topical', { kind: 'topical', g: null, mg: 200 }],
    ['Grinder 4 pieces', 'Accessories', { kind: null, g: null, pcs: 4 }],
    ['Mystery 1G', null, { kind: null, g: 1 }],
  ])('of %s in %s: %j', (name, category, amounts) => {
    expect(product(name, category)).toMatchObject(amounts);
  });

  test.each([
    ['Gummies 10-pack 10mg', { mg: 100, pcs: 10 }],
    ['Gummies 100mg (10mg each)', { mg: 100, pcs: 1 }],
    ['Gummies 10-pack 10mg 100mg total', { mg: 100, pcs: 10 }],
    ['Gummies 5pk 100mg', { mg: 500, pcs: 5 }],
    ['Gummies 16x5mg', { mg: 80, pcs: 16 }],
    ['Gummies 10-pack 5pk 10mg 100mg total', { mg: 100, pcs: 10 }],
    ['Gummies 1 piece 10-pack 10mg', { mg: 100, pcs: 10 }],
  ])('the higher amount if %s can be read in two ways', (name, amounts) => {
    expect(product(name, 'Edibles')).toMatchObject(amounts);
  });

  test('what size and tags state too', () => {
    expect(product('Blue Dream', 'Flower', { tags: ['Volume = 7G'] })).toMatchObject({ g: 7 });
    expect(product('Blue Dream', 'Flower', { size: '14G' })).toMatchObject({ g: 14 });
  });

  test('what a label alone says', () => {
    expect(product('Blue Dream', 'Flower', { weightLabel: 'Ounce' })).toMatchObject({ g: 28 });
    expect(product('Gummies', 'Edibles', { weightLabel: '100mg' })).toMatchObject({ mg: 100 });
    expect(product('Joint 1G', 'Pre-rolls', { weightLabel: '5-Pack' })).toMatchObject({ g: 5, pcs: 5 });
  });

  test('what the name says if the label is doubtful', () => {
    expect(product('Blue Dream - 3.5G', 'Flower', { weightLabel: 'Ounce' })).toMatchObject({ g: 3.5 });
    expect(product('Blue Dream - 3.5G', 'Flower', { weightLabel: 'Gram', tags: ['Volume = 7G'] })).toMatchObject({
      g: 3.5,
    });
    expect(product('Blue Dream', 'Flower', { weightLabel: 'Gram', tags: ['Volume = 7G'] })).toMatchObject({ g: 7 });
  });

  test('nothing in weight and dose for munchies without a dose', () => {
    expect(product('Chips 200g', 'Munchies')).toEqual({ kind: 'edible', g: 0, mg: 0, pcs: 1 });
    expect(product('Brownie 50mg', 'Munchies')).toMatchObject({ mg: 50 });
    expect(product('Brownie', 'Munchies', { weightLabel: '100mg' })).toMatchObject({ mg: 100 });
  });

  test('at least what any of its texts states', () => {
    const name = fc
      .array(fc.constantFrom('Fog', '3.5G', '1/8', '10-pack', '10mg', '100mg', '5pk', 'Cart', '28g', '2x1g'), {
        maxLength: 5,
      })
      .map((words) => words.join(' '));
    const category = fc.constantFrom('Flower', 'Carts', 'Edibles', 'Munchies', 'Accessories', null);
    fc.assert(
      fc.property(name, category, fc.option(fc.constantFrom(...WEIGHT_LABELS)), (text, of, weightLabel) => {
        const amounts = productAmounts({ name: text, category: of, weightLabel, tags: [], size: null });
        expect(amounts.pcs).toBeGreaterThanOrEqual(1);
        for (const amount of [amounts.g, amounts.mg]) {
          if (amount !== null) expect(Number.isFinite(amount) && amount >= 0).toBe(true);
        }
        if (/28g/.test(text) && of !== 'Munchies') expect(amounts.g).toBeGreaterThanOrEqual(28);
      }),
    );
  });
});

test('"any" counts every product by pieces, and by weight or dose only those of a kind', () => {
  const grinder = product('Grinder', 'Accessories');
  const flower = product('Fog 1G');
  expect(countsProduct({ kind: 'any', unit: 'pcs' }, grinder)).toBe(true);
  expect(countsProduct({ kind: 'any', unit: 'g' }, grinder)).toBe(false);
  expect(countsProduct({ kind: 'any', unit: 'g' }, flower)).toBe(true);
  expect(countsProduct({ kind: 'vape', unit: 'g' }, flower)).toBe(false);
});

test('an unknown amount is that of the rule, if it has one', () => {
  const rule = { kind: 'flower', unit: 'g', max: 28, window: '1d', windowMs: 1, amountIfUnknown: null } as const;
  expect(amountFor(rule, product('Fog'))).toBe(null);
  expect(amountFor({ ...rule, amountIfUnknown: 3.5 }, product('Fog'))).toBe(3.5);
  expect(amountFor({ ...rule, amountIfUnknown: 3.5 }, product('Fog 1G'))).toBe(1);
});

test('a product that a rule counts without knowing its amount cannot be ordered', () => {
  const rules = [{ kind: 'flower', unit: 'g', amountIfUnknown: null }] as const;
  expect(unknownFor(rules, product('Fog'))).toBe(rules[0]);
  expect(unknownFor(rules, product('Fog 1G'))).toBe(null);
  expect(unknownFor(rules, product('Fog', 'Carts'))).toBe(null);
  expect(unknownFor([{ ...rules[0], amountIfUnknown: 3.5 }], product('Fog'))).toBe(null);
});
