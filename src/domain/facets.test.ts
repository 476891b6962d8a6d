import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_CATEGORIES } from './categories.ts';
import { type FacetOption, startCount, startIndex } from './facet-counts.ts';
import {
  FACETS,
  type Facet,
  type FacetChoice,
  facetValuesOf,
  filterFacets,
  hasFacets,
  knownFacets,
  NO_FACETS,
  onlyFavorites,
  toggleFacet,
} from './facets.ts';
import type { Product } from './product.ts';
import { ALL_BRANDS, filterProducts } from './search.ts';
import { aProduct, catalogues } from './testing/products.ts';

describe('the value of a product in a facet', () => {
  test.each([
    ['form', 'the formulation', { tags: ['Formulation = Live Resin'] }, 'Live Resin'],
    ['size', 'the size', { size: '1G' }, '1G'],
    ['strain', 'the strain', { description: 'Strain: Haze.' }, 'Haze'],
    ['thc', 'a range of percent', { description: 'THC 22.9%' }, '20-25'],
    ['thc', 'the range that begins with it', { description: 'THC 25%' }, '25-30'],
    ['thc', 'nothing for a dose', { description: 'THC 100mg' }, null],
    ['thc-mg', 'the range that ends with it', { description: 'THC 100mg' }, '50-100'],
    ['thc-mg', 'nothing for percent', { description: 'THC 22.9%' }, null],
    ['price', 'a range of dollars', { finalPrice: 49 }, '25-49'],
    ['price', 'the range that begins with it', { finalPrice: 50 }, '50-99'],
    ['price', 'the last range', { finalPrice: 900 }, '200-'],
  ] as const)('%s is %s', (facet, _, stated, value) => {
    expect(facetValuesOf(aProduct(stated as Partial<Product>))[facet]).toBe(value);
  });
});

describe('choosing', () => {
  test('a value twice takes it back, ignoring case', () => {
    const chosen = toggleFacet(toggleFacet(NO_FACETS, 'form', 'Wax'), 'form', 'Oil');
    expect(chosen.form).toEqual(['Wax', 'Oil']);
    expect(toggleFacet(chosen, 'form', 'wax').form).toEqual(['Oil']);
    expect(hasFacets(chosen)).toBe(true);
    expect(hasFacets({ ...NO_FACETS, inStock: true })).toBe(true);
    expect(hasFacets({ ...NO_FACETS, favorites: true })).toBe(true);
    expect(hasFacets(NO_FACETS)).toBe(false);
  });

  test('a value that no product has is ignored', () => {
    const products = [aProduct({ tags: ['Formulation = Wax'] })];
    const choice = { ...NO_FACETS, form: ['wax', 'Rockets'], strain: ['Nobody'], inStock: true };
    expect(knownFacets(choice, products)).toEqual({ ...NO_FACETS, form: ['wax'], inStock: true });
    expect(knownFacets(NO_FACETS, products)).toBe(NO_FACETS);
  });

  test('a value that any product has is kept, however many others were wrong', () => {
    const products = [aProduct({ tags: ['Formulation = Wax'], size: '1G' }), aProduct({ size: '2G' })];
    const known = { ...NO_FACETS, form: ['wax'], size: ['2g'] };
    expect(knownFacets(known, products)).toBe(known);
    expect(knownFacets({ ...known, strain: ['Nobody'] }, products)).toEqual(known);
    expect(knownFacets({ ...known, strain: [''] }, products)).toEqual(known);
  });

  test('favorites shows nothing else', () => {
    const [first, second, third] = [aProduct(), aProduct(), aProduct()];
    expect(onlyFavorites([first, second, third], new Set([third.id, first.id, -1]))).toEqual([first, third]);
  });

  test('several values of one facet widen the list, and several facets narrow it', () => {
    const wax = aProduct({ tags: ['Formulation = Wax'], size: '1G' });
    const oil = aProduct({ tags: ['Formulation = Oil'], size: '2G' });
    const other = aProduct({ size: '1G', quantity: 0 });
    const all = [wax, oil, other];
    expect(filterFacets(all, NO_FACETS)).toBe(all);
    expect(filterFacets(all, { ...NO_FACETS, form: ['WAX', 'oil'] })).toEqual([wax, oil]);
    expect(filterFacets(all, { ...NO_FACETS, form: ['Wax', 'Oil'], size: ['2G'] })).toEqual([oil]);
    expect(filterFacets(all, { ...NO_FACETS, size: ['1g'], inStock: true })).toEqual([wax]);
  });
});

describe('the options of facets', () => {
  const countFacets = (products: readonly Product[], filter: Parameters<typeof startCount>[1]) => {
    const indexing = startIndex(products);
    while (indexing.step());
    const counting = startCount(indexing.index(), filter);
    while (counting.step());
    return counting.counts();
  };
  const options = (
    products: readonly Product[],
    facet: Facet | 'brand',
    choice: FacetChoice = NO_FACETS,
    search = '',
  ) => countFacets(products, { search, choice, ofBrand: null }).options[facet];
  const texts = (list: readonly FacetOption[]) => list.map(({ label, count }) => `${label} ${count}`);

  test('sizes are in natural order, ranges in their own, words by the number of products and then by name', () => {
    const products = ['14G', '.5G', '3.5G', '1G'].map((size) => aProduct({ size }));
    expect(texts(options(products, 'size'))).toEqual(['.5G 1', '1G 1', '3.5G 1', '14G 1']);
    const more = [...products, aProduct({ size: '14G' })];
    expect(texts(options(more, 'size'))).toEqual(['.5G 1', '1G 1', '3.5G 1', '14G 2']);
    const priced = [300, 10, 60].map((finalPrice) => aProduct({ finalPrice }));
    expect(texts(options(priced, 'price'))).toEqual(['Under $25 1', '$50–$99 1', '$200 and more 1']);
    const forms = ['Oil', 'Wax', 'wax', 'Budder'].map((form) => aProduct({ tags: [`Formulation = ${form}`] }));
    expect(texts(options(forms, 'form'))).toEqual(['Wax 2', 'Budder 1', 'Oil 1']);
  });

  test('of the brand end with "Unknown", and every spelling of In-House is one', () => {
    const products = ['Unknown', 'Unknown', 'inhouse', 'In House', 'Ostara'].map((brand) => aProduct({ brand }));
    expect(texts(options(products, 'brand'))).toEqual(['In-House 2', 'Ostara 1', 'Unknown 2']);
    const forms = ['Unknown', 'Unknown', 'Wax'].map((form) => aProduct({ tags: [`Formulation = ${form}`] }));
    expect(texts(options(forms, 'form'))).toEqual(['Unknown 2', 'Wax 1']);
  });

  test('a facet is counted without its own choice, and with every other one', () => {
    const products = [
      aProduct({ tags: ['Formulation = Wax'], size: '1G' }),
      aProduct({ tags: ['Formulation = Wax'], size: '2G' }),
      aProduct({ tags: ['Formulation = Oil'], size: '1G' }),
      aProduct({ tags: ['Formulation = Sap'], size: '2G' }),
    ];
    const choice = { ...NO_FACETS, size: ['1G'] };
    expect(texts(options(products, 'form', choice))).toEqual(['Wax 1', 'Oil 1']);
    expect(texts(options(products, 'size', choice))).toEqual(['1G 2', '2G 2']);
    const strains = ['Haze', 'Kush'].map((strain) => aProduct({ description: `Strain: ${strain}.` }));
    expect(texts(options(strains, 'strain', { ...NO_FACETS, strain: ['Haze'] }))).toEqual(['Haze 1', 'Kush 1']);
  });

  test('the brand is counted without the chosen brand', () => {
    const products = ['Ostara', 'Nova', 'Nova'].map((brand) => aProduct({ brand }));
    const counts = countFacets(products, { search: '', choice: NO_FACETS, ofBrand: products.slice(0, 1) });
    expect(texts(counts.options.brand)).toEqual(['Nova 2', 'Ostara 1']);
  });

  test('a large shop is counted to its end', () => {
    const products = Array.from({ length: 600 }, () => aProduct({ size: '1G' }));
    expect(texts(options(products, 'size'))).toEqual(['1G 600']);
  });

  test('an option that leads to none is not offered, unless it is chosen', () => {
    const products = [aProduct({ name: 'Amber', size: '1G' }), aProduct({ name: 'Birch', size: '2G' })];
    expect(texts(options(products, 'size', NO_FACETS, ' Amber '))).toEqual(['1G 1']);
    expect(texts(options(products, 'size', { ...NO_FACETS, size: ['2g'] }, 'amber'))).toEqual(['1G 1', '2G 0']);
  });

  test('each leads to as many products as it says', () => {
    const sizes = fc.subarray(['1G', '2g']);
    const forms = fc.subarray(['live resin', 'Wax', 'Nothing']);
    const prices = fc.subarray(['0-24', '25-49', '50-99']);
    fc.assert(
      fc.property(
        catalogues,
        fc.record({ size: sizes, form: forms, price: prices, inStock: fc.boolean() }),
        fc.constantFrom('', 'blue', 'nova'),
        fc.constantFrom(ALL_BRANDS, 'Fernhill', 'In-House', 'Fernhill Nova'),
        (catalogue, chosen, search, brand) => {
          const products = catalogue.filter(({ isActive }) => isActive);
          const choice = { ...NO_FACETS, ...chosen };
          const available = (changed: FacetChoice, ofBrand: string = brand) =>
            filterFacets(filterProducts(products, { search, brand: ofBrand, category: ALL_CATEGORIES }), changed)
              .length;
          const ofBrand =
            brand === ALL_BRANDS ? null : filterProducts(products, { search: '', brand, category: ALL_CATEGORIES });
          const counts = countFacets(products, { search, choice, ofBrand });
          for (const facet of FACETS) {
            for (const { value, count } of counts.options[facet]) {
              expect(count).toBe(available({ ...choice, [facet]: [value] }));
            }
            const offered = new Set(counts.options[facet].map(({ value }) => value.toLowerCase()));
            for (const product of filterFacets(products, { ...choice, [facet]: [] })) {
              const value = facetValuesOf(product)[facet]?.toLowerCase();
              if (value === undefined || offered.has(value)) continue;
              expect(available({ ...choice, [facet]: [value] })).toBe(0);
            }
          }
          expect(counts.inStock).toBe(available({ ...choice, inStock: true }));
          for (const { value, count } of counts.options.brand) expect(count).toBe(available(choice, value));
        },
      ),
    );
  });
});
