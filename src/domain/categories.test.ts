import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryHue, categoryTiles, displayCategory, IN_HOUSE } from './categories.ts';
import { aProduct, catalogues } from './testing/products.ts';

describe('the category picker', () => {
  test('shows In-House first, then the designated categories in their order, others by name and "Unknown" last', () => {
    const names = ['Unknown', 'Tincture', 'Accessories', 'Flower', 'Vape Cartridges', 'Disposables', 'Munchies'].concat(
      ['Carts', 'BYOB', 'Topical', 'Pre-rolls', 'Edibles', 'Concentrates'],
    );
    const products = [...names.map((category) => aProduct({ category })), aProduct({ brand: 'in house' })];
    expect(categoryTiles(products).map((tile) => tile.name)).toEqual([
      'In-House Products',
      'Carts',
      'Flower',
      'Concentrates',
      'Edibles',
      'Pre-rolls',
      'Topical',
      'BYOB',
      'Munchies',
      'Accessories',
      'Disposables',
      'Tincture',
      'Vape Cartridges',
      'Unknown',
    ]);
  });

  test('follows the order in which the shop names its categories, and what that does not name comes last', () => {
    const products = ['Tincture', 'Carts', 'Flower', 'Topical'].map((category) => aProduct({ category }));
    const order = [{ name: 'Topical' }, { name: 'Tincture' }, { name: 'Gone' }];
    expect(categoryTiles(products, order).map((tile) => tile.name)).toEqual(['Topical', 'Tincture', 'Carts', 'Flower']);
  });

  test('has no In-House tile without a product of that brand', () => {
    expect(categoryTiles([aProduct()]).map((tile) => tile.name)).toEqual(['Flower']);
    expect(categoryTiles([])).toEqual([]);
  });

  test('counts active products, including those that are sold out', () => {
    const products = [aProduct(), aProduct({ quantity: 0 }), aProduct({ isActive: false })];
    expect(categoryTiles(products)).toMatchObject([{ name: 'Flower', count: 2 }]);
  });

  test('has no tile for a category without active products', () => {
    expect(categoryTiles([aProduct({ isActive: false })])).toEqual([]);
  });

  test.each([
    [
      'the first picture',
      [
        [5, 'a'],
        [5, 'b'],
      ],
      'a',
    ],
    [
      'the picture of a product in stock rather than one that is sold out',
      [
        [0, 'a'],
        [5, 'b'],
        [5, 'c'],
      ],
      'b',
    ],
    [
      'the picture of a sold-out product if there is no other',
      [
        [5, null],
        [0, 'b'],
      ],
      'b',
    ],
    ['no picture if no product has one', [[5, null]], null],
  ] as const)('shows %s', (_, stock, picture) => {
    const products = stock.map(([quantity, image]) => aProduct({ quantity, images: image === null ? [] : [image] }));
    expect(categoryTiles(products)[0]?.image).toBe(picture);
  });

  test('prefers a picture made for tiles, and has one in 2:1 for a wide tile', () => {
    const usual = aProduct({ images: ['a/x950-usual.jpg'] });
    const made = aProduct({ images: ['a/x950-jar.jpg', 'a/x950-jar.tile.jpg', 'a/x950-jar.wide.jpg'] });
    const images = { image: 'a/x950-jar.tile.jpg', wideImage: 'a/x950-jar.wide.jpg' };
    expect(categoryTiles([usual, made])).toMatchObject([images]);
    expect(categoryTiles([usual])).toMatchObject([{ image: 'a/x950-usual.jpg', wideImage: null }]);
    expect(categoryTiles([usual, { ...made, quantity: 0 }])).toMatchObject([{ image: 'a/x950-usual.jpg' }]);
    expect(
      categoryTiles([
        { ...usual, quantity: 0 },
        { ...made, quantity: 0 },
      ]),
    ).toMatchObject([images]);
  });

  test('counts every active product once', () => {
    fc.assert(
      fc.property(catalogues, (products) => {
        const counted = categoryTiles(products).reduce((sum, tile) => sum + tile.count, 0);
        expect(counted).toBe(products.filter((product) => product.isActive).length);
      }),
    );
  });
});

test.each([
  [{ brand: 'In-House', category: 'Carts' }, IN_HOUSE],
  [{ brand: 'IN HOUSE', category: 'Carts' }, IN_HOUSE],
  [{ brand: 'inhouse', category: 'Flower' }, IN_HOUSE],
  [{ brand: 'Inhouse Labs', category: 'Carts' }, 'Carts'],
  [{ brand: 'Unknown', category: 'Unknown' }, 'Unknown'],
])('a product %j is found under %s', (stated, shelf) => {
  expect(displayCategory(aProduct(stated))).toBe(shelf);
});

test.each([
  [IN_HOUSE, 'in-house'],
  ['Pre-rolls', 'pre-rolls'],
  ['BYOB', 'byob'],
  ['Vape Cartridges', 'neutral Vape Cartridges'],
  ['Disposables', 'neutral Disposables'],
  ['Unknown', 'neutral Unknown'],
])('the category %s has the hue "%s"', (category, hue) => {
  expect(categoryHue(category)).toBe(hue);
});

test('a tile counts what is new and what is back in stock', () => {
  const tiles = categoryTiles([
    aProduct({ badge: 'new' }),
    aProduct({ badge: 'new', isActive: false }),
    aProduct({ badge: 'back' }),
    aProduct(),
    aProduct({ category: 'Carts' }),
  ]);
  expect(tiles.map(({ name, fresh }) => [name, fresh])).toEqual([
    ['Carts', { new: 0, back: 0 }],
    ['Flower', { new: 1, back: 1 }],
  ]);
});
