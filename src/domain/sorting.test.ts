import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupProducts } from './grouping.ts';
import type { Product } from './product.ts';
import { prepareSortValues, preselectedVariant, SORTS, type Sort, sortGroups } from './sorting.ts';
import { aProduct, catalogues } from './testing/products.ts';

describe('a sorted list', () => {
  test('a sort neither adds nor drops a group', () => {
    fc.assert(
      fc.property(catalogues, fc.constantFrom(...SORTS), (products, sort) => {
        const groups = groupProducts(products);
        const sorted = sortGroups(groups, sort);
        expect(new Set(sorted)).toEqual(new Set(groups));
        expect(sorted).toHaveLength(groups.length);
      }),
    );
  });

  test('cards are in the order of the prices they show', () => {
    fc.assert(
      fc.property(catalogues, fc.constantFrom('high-low', 'low-high'), (products, sort) => {
        const sorted = sortGroups(groupProducts(products), sort);
        const shown = sorted.map((group) => preselectedVariant(group, sort).finalPrice);
        expect(shown).toEqual([...shown].sort((a, b) => (sort === 'low-high' ? a - b : b - a)));
      }),
    );
  });
});

describe('a price sort', () => {
  const wax = ['Formulation = Wax'];
  const products = [
    aProduct({ name: 'Delta', finalPrice: 40 }),
    aProduct({ name: 'Alpha', finalPrice: 30, tags: wax }),
    aProduct({ name: 'Beta', finalPrice: 60, tags: wax }),
    aProduct({ name: 'Carob', finalPrice: 40 }),
  ];
  test.each([
    ['low-high', ['Fernhill Wax', 'Carob', 'Delta']],
    ['high-low', ['Fernhill Wax', 'Carob', 'Delta']],
    ['none', ['Delta', 'Fernhill Wax', 'Carob']],
  ] as const)('%s orders groups by their lowest or highest price, ties by name', (sort, names) => {
    expect(sortGroups(groupProducts(products), sort).map((group) => group.name)).toEqual(names);
  });
});

describe('the variant a card shows first', () => {
  const tags = ['Formulation = Wax'];
  const products = [
    aProduct({ name: 'Alpha', finalPrice: 40, quantity: 0, tags }),
    aProduct({ name: 'Beta', finalPrice: 50, quantity: 2, tags }),
    aProduct({ name: 'Carob', finalPrice: 30, quantity: 0, tags }),
    aProduct({ name: 'Delta', finalPrice: 60, quantity: 0, tags }),
    aProduct({ name: 'Elder', finalPrice: 60, quantity: 1, tags }),
  ];
  test.each([
    ['none', 'Beta', 'the first in stock'],
    ['match', 'Elder', 'the best match in stock'],
    ['low-high', 'Carob', 'the cheapest, in stock or not'],
    ['high-low', 'Elder', 'the most expensive, in stock rather than sold out'],
  ] as const)('under the sort %s is %s: %s', (sort, name, _reason) => {
    const [group] = groupProducts(sort === 'match' ? products.toReversed() : products);
    expect(preselectedVariant(group!, sort).name).toBe(name);
  });

  test('is the first by name if all are sold out', () => {
    const [soldOut] = groupProducts(['Beta', 'Alpha'].map((name) => aProduct({ name, quantity: 0, tags })));
    expect(preselectedVariant(soldOut!, 'none').name).toBe('Alpha');
  });
});

describe('a sort by another value puts products without it last, ties by name', () => {
  const named = (name: string, stated: Partial<Product> = {}) => aProduct({ name, brand: name, ...stated });
  const sorted = (sort: Sort, ...products: Product[]) =>
    sortGroups(groupProducts(products), sort).map((group) => group.name);

  test('Name, in natural order', () => {
    expect(sorted('name', named('Mix 10'), named('Alpha'), named('Mix 9'))).toEqual(['Alpha', 'Mix 9', 'Mix 10']);
  });

  test('Newest, by the first listing', () => {
    const listed = (name: string, day: number) => named(name, { listedAt: `2026-11-0${day}T00:00:00.000Z` });
    expect(sorted('newest', listed('Ancient', 1), named('Unknown date'), listed('New', 3), listed('Fresh', 3))).toEqual(
      ['Fresh', 'New', 'Ancient', 'Unknown date'],
    );
  });

  test('Newest does not read again what was prepared', () => {
    let readings = 0;
    const product = {
      ...named('Alpha'),
      get listedAt() {
        readings += 1;
        return '2026-11-01T00:00:00.000Z';
      },
    };
    prepareSortValues([product]);
    expect(readings).toBe(1);
    const groups = groupProducts([product]);
    const readBefore = readings;
    expect(sortGroups(groups, 'newest')).toHaveLength(1);
    expect(readings).toBe(readBefore);
  });

  test('Price per unit, low to high: grams, then doses, then pieces', () => {
    const products = [
      named('No size'),
      named('Ten for 50', { size: null, weightLabel: '10-Pack', finalPrice: 50 }),
      named('100 mg for 20', { size: '100mg', finalPrice: 20 }),
      named('Two grams for 30', { size: '2G', finalPrice: 30 }),
      named('One gram for 20', { size: '1G', finalPrice: 20 }),
    ];
    expect(sorted('unit-price', ...products)).toEqual([
      'Two grams for 30',
      'One gram for 20',
      '100 mg for 20',
      'Ten for 50',
      'No size',
    ]);
  });

  test('THC, high to low: percent, then milligrams', () => {
    const withThc = (name: string, thc: string) => named(name, { tags: [`THC = ${thc}`] });
    const products = [
      withThc('Drink', '10mg'),
      named('Pipe'),
      withThc('Bar', '500mg'),
      withThc('Bud', '22%'),
      withThc('Wax', '80%'),
    ];
    expect(sorted('thc', ...products)).toEqual(['Wax', 'Bud', 'Bar', 'Drink', 'Pipe']);
  });

  test('a group stands where its best variant belongs, and shows it', () => {
    const wax = (name: string, stated: Partial<Product>) =>
      aProduct({ name, ...stated, tags: [...(stated.tags ?? []), 'Formulation = Wax'] });
    const products = [
      wax('Amber', { tags: ['THC = 60%'], listedAt: '2026-11-05T00:00:00.000Z' }),
      wax('Birch', { tags: ['THC = 90%'], listedAt: null }),
      named('Other', { tags: ['THC = 80%'], listedAt: '2026-11-04T00:00:00.000Z' }),
    ];
    const firstOf = (sort: Sort) => preselectedVariant(sortGroups(groupProducts(products), sort)[0]!, sort).name;
    expect(firstOf('thc')).toBe('Birch');
    expect(firstOf('newest')).toBe('Amber');
  });
});
