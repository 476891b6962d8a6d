import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FACETS, NO_FACETS, rangesOf } from '#domain/facets.ts';
import { SORTS } from '#domain/sorting.ts';
import {
  allowedView,
  changeView,
  isFiltered,
  LAYOUTS,
  pickerView,
  readView,
  type ShopView,
  START_VIEW,
  writeView,
} from './shop-view.ts';

const word = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');
const anyFacets = fc
  .record({
    ...Object.fromEntries(
      FACETS.map((facet) => {
        const ranges = rangesOf(facet);
        const values = ranges
          ? fc.subarray(ranges.map(({ value }) => value))
          : fc.uniqueArray(word, { maxLength: 4, selector: (value) => value.toLowerCase() });
        return [facet, values];
      }),
    ),
    inStock: fc.boolean(),
    favorites: fc.boolean(),
  })
  .map((chosen) => ({ ...NO_FACETS, ...chosen }));

const anyView = fc.record({
  category: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
  search: fc.string({ maxLength: 60 }).filter((text) => text.trim() !== '' || text === ''),
  brand: fc.string({ minLength: 1, maxLength: 40 }),
  sort: fc.constantFrom(...SORTS),
  facets: anyFacets,
  layout: fc.constantFrom(...LAYOUTS),
  product: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
});

describe('the address of a view', () => {
  test('contains the whole view, with any characters', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        expect(readView(writeView(view))).toEqual(view);
      }),
    );
  });

  test('is empty for the picker', () => {
    expect(writeView(START_VIEW)).toBe('');
    expect(readView('')).toEqual(START_VIEW);
  });

  test('is readable', () => {
    expect(writeView({ ...START_VIEW, category: 'Flower', search: 'blue dream', sort: 'low-high', product: 7 })).toBe(
      '?category=Flower&search=blue+dream&sort=low-high&product=7',
    );
  });

  test.each([
    ['an unknown sort', '?sort=upwards'],
    ['an unknown layout', '?layout=mosaic'],
    ['a product that is not a number', '?product=drop'],
    ['a product of 0', '?product=0'],
    ['a negative product', '?product=-3'],
    ['an empty category and brand', '?category=&brand='],
    ['a range that is not offered', '?price=1-2&thc=strong'],
    ['an empty value of a facet', '?form=&strain=+'],
    ['another kind of stock', '?stock=out'],
    ['another kind of favorites', '?favorites=none'],
    ['an unrelated parameter', '?utm_source=chat'],
  ])('ignores %s', (_, query) => {
    expect(readView(query)).toEqual(START_VIEW);
  });

  test('names each chosen value of a facet', () => {
    const facets = { ...NO_FACETS, form: ['Wax', 'Live Resin'], price: ['25-49'], inStock: true };
    expect(writeView({ ...START_VIEW, category: 'Carts', facets })).toBe(
      '?category=Carts&form=Wax&form=Live+Resin&price=25-49&stock=in',
    );
    expect(readView('?form=Wax&form=wax&form=Oil').facets.form).toEqual(['wax', 'Oil']);
    expect(readView('').facets).toBe(NO_FACETS);
  });

  test('limits the number of values of a facet', () => {
    const query = Array.from({ length: 500 }, (_, index) => `strain=s${index}`).join('&');
    expect(readView(`?${query}`).facets.strain).toHaveLength(20);
  });

  test('limits the length of a search', () => {
    expect(readView(`?search=${'x'.repeat(5000)}`).search).toHaveLength(200);
  });
});

describe('moving through the shop', () => {
  const inFlower = readView('?category=Flower&search=og&brand=Halcyon&form=Wax&sort=high-low&layout=list');

  test('another category resets brand and facets and keeps the rest', () => {
    const inCarts = { ...inFlower, category: 'Carts', brand: 'all', facets: NO_FACETS };
    expect(changeView(inFlower, { category: 'Carts' })).toEqual(inCarts);
  });

  test('the same category keeps the brand', () => {
    expect(changeView(inFlower, { category: 'Flower' }).brand).toBe('Halcyon');
    expect(changeView(inFlower, { search: '' }).brand).toBe('Halcyon');
  });

  test('going back to the picker keeps only the layout', () => {
    expect(pickerView(inFlower)).toEqual({ ...START_VIEW, layout: 'list' });
  });

  test.each([
    ['a search', { search: 'og' }, true],
    ['a brand', { brand: 'Halcyon' }, true],
    ['a sort', { sort: 'low-high' as const }, true],
    ['a facet', { facets: { ...NO_FACETS, size: ['1G'] } }, true],
    ['only what is in stock', { facets: { ...NO_FACETS, inStock: true } }, true],
    ['only favorites', { facets: { ...NO_FACETS, favorites: true } }, true],
    ['blanks in the search field', { search: '  ' }, false],
    ['a layout', { layout: 'list' as const }, false],
    ['an open product', { product: 3 }, false],
  ])('%s counts as a filter: %s', (_, change, counts) => {
    const view: ShopView = { ...START_VIEW, category: 'Flower', ...change };
    expect(isFiltered(view)).toBe(counts);
  });
});

describe('an address with unknown values', () => {
  const knows = { category: (name: string) => name === 'Flower', brand: (name: string) => name === 'Halcyon' };

  test('shows the picker if the category is unknown', () => {
    expect(allowedView(readView('?category=Rockets'), knows).category).toBeNull();
  });

  test('shows all brands if the brand is unknown', () => {
    expect(allowedView(readView('?category=Flower&brand=Acme'), knows).brand).toBe('all');
    expect(allowedView(readView('?category=Flower&brand=Halcyon'), knows).brand).toBe('Halcyon');
  });

  test('can always show all categories', () => {
    expect(allowedView(readView('?category=all'), knows).category).toBe('all');
  });
});
