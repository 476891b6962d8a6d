import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggest } from './suggestions.ts';
import { aProduct, catalogues } from './testing/products.ts';

const products = [
  aProduct({ name: 'Amber Haze', brand: 'Amberline', category: 'Carts' }),
  aProduct({ name: 'Amber Kush', brand: 'Ambervane', category: 'Carts' }),
  aProduct({ name: 'Deep Amber', brand: 'Old Amber', category: 'Flower' }),
  aProduct({ name: 'Slow Amber', brand: 'Unknown', category: 'Flower' }),
  aProduct({ name: 'Night Stick', brand: 'in house', category: 'Disposables' }),
];
const categories = ['Amber Goods', 'Carts', 'Disposables', 'Flower'];

test.each([
  ['a', [], [], []],
  [' a ', [], [], []],
  ['amber', ['Amber Haze', 'Amber Kush', 'Deep Amber'], ['Amberline', 'Ambervane'], ['Amber Goods']],
  ['ambe', ['Amber Haze', 'Amber Kush', 'Deep Amber'], ['Amberline', 'Ambervane'], ['Amber Goods']],
  ['old', ['Deep Amber'], ['Old Amber'], []],
  ['night stick', ['Night Stick'], [], []],
  ['inhouse', ['Night Stick'], ['In-House'], []],
  ['unknown', ['Slow Amber'], [], []],
  ['vape', ['Amber Haze', 'Amber Kush', 'Night Stick'], [], ['Carts', 'Disposables']],
  ['buds', ['Deep Amber', 'Slow Amber'], [], ['Flower']],
  ['zzz', [], [], []],
])('"%s" suggests the products %j, the brands %j and the categories %j', (search, names, brands, found) => {
  const suggested = suggest(products, categories, search);
  expect({ ...suggested, products: suggested.products.map(({ name }) => name) }).toEqual({
    products: names,
    brands,
    categories: found,
  });
});

test('each product is of another group, as long as there are enough', () => {
  const named = (name: string, brand: string) => aProduct({ name, brand });
  const flavors = ['Mango', 'Pear', 'Plum', 'Yuzu'].map((flavor) => named(`River Gum - ${flavor}`, 'Moss'));
  const namesFor = (more: typeof products) =>
    suggest([...flavors, ...more], [], 'gum').products.map(({ name }) => name);
  expect(namesFor([named('Tar Gum', 'Hearth'), named('Sticky', 'Gum & Sons')])).toEqual([
    'River Gum - Mango',
    'Tar Gum',
    'Sticky',
  ]);
  expect(namesFor([named('Tar Gum', 'Hearth')])).toEqual(['River Gum - Mango', 'Tar Gum', 'River Gum - Pear']);
});

test('what is sold out comes last, and only where there is room', () => {
  const named = (name: string, quantity: number) => aProduct({ name, quantity });
  const namesOf = (...sold: typeof products) => suggest(sold, [], 'mint').products.map(({ name }) => name);
  const gone = named('Mint', 0);
  const left = ['Mint Rings', 'Mint Tea', 'Slow Mint'].map((name) => named(name, 1));
  expect(namesOf(gone, ...left)).toEqual(['Mint Rings', 'Mint Tea', 'Slow Mint']);
  expect(namesOf(gone, left[2]!)).toEqual(['Slow Mint', 'Mint']);
});

test('brands take all the room where no category matches', () => {
  const many = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => aProduct({ brand: `Moss ${letter}` }));
  expect(suggest(many, ['Flower'], 'moss').brands).toEqual(['Moss A', 'Moss B', 'Moss C']);
});

test('there are never more than six, whatever is typed', () => {
  fc.assert(
    fc.property(catalogues, fc.oneof(fc.string(), fc.constantFrom('blue', 'fern', 'ca')), (catalogue, search) => {
      const { products: first, brands, categories: named } = suggest(catalogue, ['Carts', 'Flower', 'Unknown'], search);
      expect(first.length).toBeLessThanOrEqual(3);
      expect(first.length + brands.length + named.length).toBeLessThanOrEqual(6);
      if (named.length > 0) expect(brands.length).toBeLessThanOrEqual(2);
    }),
  );
});
