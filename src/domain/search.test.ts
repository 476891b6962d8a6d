import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryTiles } from './categories.ts';
import type { Product } from './product.ts';
import { brandOptions, filterProducts } from './search.ts';
import { aProduct, catalogues } from './testing/products.ts';

const everything = { search: '', brand: 'all', category: 'all' };
const found = (products: Product[], filter: Partial<typeof everything>) =>
  filterProducts(products, { ...everything, ...filter }).map((product) => product.name);

describe('searching', () => {
  const products = [
    aProduct({ name: 'Blue Dream', description: 'A calm evening', brand: 'Fernhill' }),
    aProduct({ name: 'Sour Haze', description: null, brand: 'Ostara Blues' }),
    aProduct({ name: 'Carob Bites', description: 'BLUE berries', brand: 'Unknown' }),
    aProduct({ name: 'Ash Tray', description: 'Of glass', category: 'Blue things' }),
  ];
  test.each([
    ['blue', ['Blue Dream', 'Sour Haze', 'Carob Bites']],
    ['  DREAM ', ['Blue Dream']],
    ['ostara', ['Sour Haze']],
    ['evening', ['Blue Dream']],
    ['lue dre', ['Blue Dream']],
    ['dream a calm', []],
    ['.*', []],
    ['', ['Blue Dream', 'Sour Haze', 'Carob Bites', 'Ash Tray']],
  ])('"%s" finds %j: name, description or brand, ignoring case', (search, names) => {
    expect(found(products, { search })).toEqual(names);
  });

  test('a longer text never finds more than its beginning', () => {
    fc.assert(
      fc.property(catalogues, fc.constantFrom('blue', 'live resin', 'fernhill farm', 'nova'), (products, text) => {
        for (let length = 1; length < text.length; length += 1) {
          const fewer = filterProducts(products, { ...everything, search: text.slice(0, length + 1) });
          const more = new Set(filterProducts(products, { ...everything, search: text.slice(0, length) }));
          expect(fewer.every((product) => more.has(product))).toBe(true);
        }
      }),
    );
  });
});

describe('a category', () => {
  const products = [
    aProduct({ name: 'Flower', category: 'Flower' }),
    aProduct({ name: 'Ours', category: 'Flower', brand: 'In-House' }),
    aProduct({ name: 'Cart', category: 'Carts' }),
    aProduct({ name: 'Hidden', category: 'Carts', isActive: false }),
  ];
  test.each([
    ['all', ['Flower', 'Ours', 'Cart']],
    ['Flower', ['Flower']],
    ['In-House Products', ['Ours']],
    ['Carts', ['Cart']],
    ['Munchies', []],
  ])('"%s" contains %j: in-house brands are separate and only active products show', (category, names) => {
    expect(found(products, { category })).toEqual(names);
  });

  test('contains as many products as its tile counts', () => {
    fc.assert(
      fc.property(catalogues, (list) => {
        for (const tile of categoryTiles(list)) {
          expect(filterProducts(list, { ...everything, category: tile.name })).toHaveLength(tile.count);
        }
      }),
    );
  });
});

describe('the brand filter', () => {
  const products = [
    aProduct({ name: 'Kind flower', brand: 'Kind' }),
    aProduct({ name: 'Kind oil', brand: 'Kind', description: 'Live resin of the first run' }),
    aProduct({ name: 'Medicine wax', brand: 'Kind Medicine', tags: ['Formulation = Live Resin'] }),
    aProduct({ name: 'Medicine pen', brand: 'Kind Medicine', category: 'Carts' }),
    aProduct({ name: 'Medicine tea', brand: 'Kind Medicine' }),
    aProduct({ name: 'House oil', brand: 'in house', description: 'Nova' }),
    aProduct({ name: 'House tea', brand: 'In-House' }),
    aProduct({ name: 'Farmhouse ale', brand: 'Farm Inhouse Brewers' }),
    aProduct({ name: 'Ice and fire', brand: 'Ostara', description: 'A fire & ice blend' }),
    aProduct({ name: 'No maker', brand: 'Unknown' }),
  ];
  test.each([
    ['all', products.map((product) => product.name), 'nothing is left out'],
    ['Kind', ['Kind flower', 'Kind oil'], 'exactly that brand, not the longer one'],
    ['KIND MEDICINE', ['Medicine wax', 'Medicine pen', 'Medicine tea'], 'ignoring case'],
    ['kin', ['Kind flower', 'Kind oil', 'Medicine wax', 'Medicine pen', 'Medicine tea'], 'a part of the brand'],
    ['medicine', ['Medicine wax', 'Medicine pen', 'Medicine tea'], 'any part of it'],
    ['nd Med', ['Medicine wax', 'Medicine pen', 'Medicine tea'], 'a part with a space'],
    ['Kind Live Resin', ['Kind oil'], 'the word in the description'],
    ['Kind Medicine Live Resin', ['Medicine wax'], 'the longest known brand, the word in the formulation'],
    ['Kind Medicine Cart', ['Medicine pen'], 'the word in the category'],
    ['Kind Medicine tea', ['Medicine tea'], 'the word in the name'],
    ['Kin live resin', ['Kind oil'], 'the first word in the brand, the rest in category or description'],
    ['Kin   live resin', ['Kind oil'], 'with any number of spaces'],
    ['  Kind  ', ['Kind flower', 'Kind oil'], 'without the spaces around it'],
    ['Kind  Live Resin', ['Kind oil'], 'with two spaces before the word'],
    ['Kinda Oil', [], 'no part of a word'],
    ['', products.map((product) => product.name), 'nothing is left out'],
    ['Ostara Fire & Ice', ['Ice and fire'], 'a word of several words'],
    ['In-House', ['House oil', 'House tea'], 'in-house, however the brand is spelled'],
    ['INHOUSE', ['House oil', 'House tea'], 'in-house, however the filter is spelled'],
    ['In-House Nova', ['House oil'], 'in-house with a word'],
    ['Unknown', ['No maker'], 'products without a brand'],
    ['Nobody', [], 'no such brand'],
    ['Kind nothing at all', [], 'no such word'],
  ])('"%s" leaves %j: %s', (brand, names) => {
    expect(found(products, { brand })).toEqual(names);
  });

  test('looks for the exact brand within the chosen category only', () => {
    const list = [
      aProduct({ name: 'Elsewhere', brand: 'Kind', category: 'Edibles' }),
      aProduct({ name: 'Here', brand: 'Kind Medicine', category: 'Carts' }),
    ];
    expect(found(list, { brand: 'Kind', category: 'Carts' })).toEqual(['Here']);
  });

  test('does not mistake other brands for in-house', () => {
    expect(found([aProduct({ brand: 'Farm In-House Brewers' })], { brand: 'In-House' })).toEqual([]);
  });
});

describe('the brand options', () => {
  test('are every brand by name, "Unknown" last, each once', () => {
    const brands = ['Ostara', 'Unknown', 'fernhill', 'Fernhill', 'Zinnia', 'Ostara'];
    const options = ['fernhill', 'Ostara', 'Zinnia', 'Unknown'];
    expect(brandOptions(brands.map((brand) => aProduct({ brand })))).toEqual(options);
    fc.assert(
      fc.property(fc.shuffledSubarray(options, { minLength: options.length }), (shuffled) => {
        expect(brandOptions(shuffled.map((brand) => aProduct({ brand })))).toEqual(options);
      }),
    );
  });

  test.each([
    ['category', { category: 'Carts' }, 'Fernhill Cart'],
    ['description', { description: 'with LIVE ROSIN inside' }, 'Fernhill Live Rosin'],
    ['name', { name: 'Nova Haze' }, 'Fernhill Nova'],
    ['formulation', { tags: ['Formulation = Cured Resin'] }, 'Fernhill Cured Resin'],
    ['name', { name: 'Fire & Ice Gummies' }, 'Fernhill Fire & Ice'],
    ['name', { name: '10mg THC Soft Gels' }, 'Fernhill Soft Gel'],
    ['tag', { tags: ['Formulation = Live Resin'] }, 'Fernhill Live Resin'],
  ])('include a brand with a word if some products have the word in the %s and some do not', (_, stated, option) => {
    const plain = aProduct({ name: 'Plain' });
    const worded = aProduct({ name: 'Worded', ...stated });
    expect(brandOptions([plain, worded])).toEqual(['Fernhill', option]);
    expect(brandOptions([worded, aProduct({ ...worded, id: 0 })])).toEqual(['Fernhill']);
    expect(filterProducts([plain, worded], { ...everything, brand: option })).toEqual([worded]);
  });

  test('include no words for products without a brand', () => {
    expect(brandOptions(['Nova', 'Haze'].map((name) => aProduct({ name, brand: 'Unknown' })))).toEqual(['Unknown']);
  });

  test.each([
    [['In House', 'in-house'], ['In-House']],
    [['inhouse', 'inhouse'], ['inhouse']],
  ])('of in-house products branded %j are %j', (brands, options) => {
    expect(brandOptions(brands.map((brand) => aProduct({ brand })))).toEqual(options);
  });

  test('each find some products, and the plain brands together find every product exactly once', () => {
    fc.assert(
      fc.property(catalogues, (list) => {
        const active = filterProducts(list, everything);
        const options = brandOptions(active);
        const left = new Map(options.map((brand) => [brand, filterProducts(active, { ...everything, brand })]));
        for (const products of left.values()) expect(products.length).toBeGreaterThan(0);
        const plain = options.filter((option) => !/ (Cart|Nova|Live Resin)$/.test(option));
        const ids = plain.flatMap((option) => left.get(option) ?? []).map((product) => product.id);
        expect(ids.sort((a, b) => a - b)).toEqual(active.map((product) => product.id));
      }),
    );
  });
});
