import { expect, test } from 'vitest';
import { productAmounts } from './purchase-limits-amounts.ts';
import { parseLimits } from './purchase-limits-parser.ts';
import { findUnmeasured, UNMEASURED_NAMED, unorderableCount } from './unmeasured.ts';

const product = (id: number, name: string, category: string) => ({
  id,
  name,
  amounts: productAmounts({ name, category, weightLabel: null, tags: [], size: null }),
});

test('products that state no amount are found by kind and unit, and those without a kind are not', () => {
  const products = [
    product(1, 'Fog 3.5G', 'Flower'),
    product(2, 'Garden Tin 5-Pack', 'Pre-rolls'),
    product(3, 'Gummies 100mg', 'Edibles'),
    product(4, 'Chips', 'Munchies'),
    product(5, 'Four Jars', 'BYOB'),
  ];
  const tin = { count: 1, items: [{ id: 2, name: 'Garden Tin 5-Pack' }] };
  expect(findUnmeasured(products)).toEqual([
    { kind: 'flower', unit: 'g', ...tin },
    { kind: 'flower', unit: 'mg', ...tin },
    { kind: 'edible', unit: 'g', count: 1, items: [{ id: 3, name: 'Gummies 100mg' }] },
  ]);
});

test('all of them are counted, and the first ones named', () => {
  const [group] = findUnmeasured(
    Array.from({ length: UNMEASURED_NAMED + 5 }, (_, id) => product(id, `Tin ${id}`, 'Flower')),
  );
  expect(group).toMatchObject({ count: UNMEASURED_NAMED + 5 });
  expect(group?.items).toHaveLength(UNMEASURED_NAMED);
  expect(group?.items[0]).toEqual({ id: 0, name: 'Tin 0' });
});

test('products become unorderable by a rule that knows no amount for them, counted once, and not if they were before', () => {
  const unmeasured = findUnmeasured([
    product(1, 'Garden Tin 5-Pack', 'Pre-rolls'),
    product(2, 'Loose Bud', 'Flower'),
    product(3, 'Gummies', 'Edibles'),
  ]);
  const count = (rules: string, before = 'none') =>
    unorderableCount(parseLimits(rules).rules!, unmeasured, parseLimits(before).rules!);
  expect(count('flower=28g/1d')).toBe(2);
  expect(count('flower=28g/1d; flower=800mg/1d')).toBe(2);
  expect(count('any=28g/1d')).toBe(3);
  expect(count('flower=28g/1d?3.5g; any=5pcs/1d')).toBe(0);
  expect(count('flower=14g/1d; edible=800mg/1d', 'flower=28g/1d')).toBe(1);
});
