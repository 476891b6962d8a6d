import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupProducts } from './grouping.ts';
import { aProduct, catalogues } from './testing/products.ts';

const shapeOf = (...products: Parameters<typeof groupProducts>[0]) =>
  groupProducts(products).map((group) => [group.name, group.variants.map((variant) => variant.name)]);

describe('products are one group', () => {
  test('if they share brand and formulation within a category', () => {
    expect(
      shapeOf(
        aProduct({ name: 'Sour Haze', tags: ['Formulation = Live Resin'] }),
        aProduct({ name: 'Blue Dream', tags: ['formulation=live resin'], brand: 'FERNHILL' }),
      ),
    ).toEqual([['Fernhill Live Resin', ['Blue Dream', 'Sour Haze']]]);
  });

  test.each([
    ['brand', { brand: 'Ostara' }],
    ['category', { category: 'Carts' }],
    ['formulation', { tags: ['Formulation = Wax'] }],
    ['having a formulation at all', { tags: [] }],
  ])('but not if they differ in %s', (_, difference) => {
    const tags = ['Formulation = Live Resin'];
    const groups = groupProducts([aProduct({ name: 'Haze', tags }), aProduct({ name: 'Haze', tags, ...difference })]);
    expect(groups).toHaveLength(2);
  });

  test('without a formulation, if their base names share the first two words', () => {
    expect(
      shapeOf(
        aProduct({ name: 'Blue Dream - 1g' }),
        aProduct({ name: 'blue dream (2g)' }),
        aProduct({ name: 'Blue Haze - 1g' }),
        aProduct({ name: 'Blue' }),
      ),
    ).toEqual([
      ['Blue Dream', ['Blue Dream - 1g', 'blue dream (2g)']],
      ['Blue Haze - 1g', ['Blue Haze - 1g']],
      ['Blue', ['Blue']],
    ]);
  });

  test('named by all words that their base names share', () => {
    const [group] = groupProducts([
      aProduct({ name: 'Peanut Butter Cup (50mg)' }),
      aProduct({ name: 'Peanut Butter Cup (100mg)' }),
    ]);
    expect(group?.name).toBe('Peanut Butter Cup');
  });

  test.each([
    ['River Gummies', ['River Gummies - Mango', 'River Gummies - Pear (10)'], 'Edibles', 'Candy'],
    ['Rise & Shine Joint', ['Rise & Shine Joint - Ash', 'Rise & Shine Joint - Oak'], 'Pre-rolls', 'Single'],
    ['Gummies', ['Pear & Plum Gummies', 'Peach & Mango Gummies'], 'Edibles', 'Candy'],
    ['Gummies', ['3 Pack Lemon Gummies', 'Triple Orange gummies'], 'Edibles', 'Candy'],
    ['Ridge Cart', ['Ridge Cart - Blue (1G)', 'Ridge Cart - Tide (1G)'], 'Carts', 'Live Resin'],
    ['', ['Live Resin Cart - Blue', 'Live Resin Cart - Tide'], 'Carts', 'Live Resin'],
    ['', ['Blue Hour Cart', 'Amber Tide Cart'], 'Carts', 'Live Resin'],
    ['', ['Blue Dream - Wax', 'OG Kush - Wax'], 'Concentrates', 'Wax'],
  ])('named by brand and formulation, they also say what their own names share: %s', (said, names, category, form) => {
    const [group] = groupProducts(names.map((name) => aProduct({ name, category, tags: [`Formulation = ${form}`] })));
    expect(group).toMatchObject({ name: `Fernhill ${form}`, ownName: said });
  });

  test('and say nothing more if their name is their own', () => {
    const groups = groupProducts([
      aProduct({ name: 'Peanut Butter Cup (50mg)' }),
      aProduct({ name: 'Peanut Butter Cup (100mg)' }),
      aProduct({ name: 'Gummies', tags: ['Formulation = Candy'] }),
    ]);
    expect(groups.map(({ ownName }) => ownName)).toEqual(['', '']);
  });

  test('of an unknown brand only by their words, never by the formulation alone', () => {
    const tags = ['Formulation = Shatter'];
    expect(
      shapeOf(
        aProduct({ name: 'OG Kush - Shatter', brand: 'Unknown', tags }),
        aProduct({ name: 'OG Kush - Wax', brand: 'Unknown' }),
        aProduct({ name: 'Pineapple - Shatter', brand: 'Unknown', tags }),
      ),
    ).toEqual([
      ['OG Kush', ['OG Kush - Shatter', 'OG Kush - Wax']],
      ['Pineapple - Shatter', ['Pineapple - Shatter']],
    ]);
  });

  test('if they are in-house, however the brand is spelled', () => {
    const groups = groupProducts(
      ['In-House', 'in house', 'INHOUSE'].map((brand) => aProduct({ name: 'House Haze', brand })),
    );
    expect(groups).toHaveLength(1);
  });
});

test('a group of one product has the full name of the product', () => {
  expect(shapeOf(aProduct({ name: 'Haze Cart', tags: ['Formulation = Wax'] }))).toEqual([['Haze Cart', ['Haze']]]);
});

test('a group shows the first description and the first pictures that any of its products has', () => {
  const tags = ['Formulation = Wax'];
  const [group] = groupProducts([
    aProduct({ tags }),
    aProduct({ tags, description: 'Calm', images: ['/a.jpg', '/b.jpg'] }),
    aProduct({ tags, description: 'Bright', images: ['/c.jpg'] }),
  ]);
  expect(group).toMatchObject({
    description: 'Calm',
    images: ['/a.jpg', '/b.jpg'],
    brand: 'Fernhill',
    category: 'Flower',
  });
});

describe('for any catalogue', () => {
  test('every product is in exactly one group, and no two groups have the same id', () => {
    fc.assert(
      fc.property(catalogues, (products) => {
        const groups = groupProducts(products);
        const ids = groups.flatMap((group) => group.variants.map((variant) => variant.id));
        expect(ids.sort((a, b) => a - b)).toEqual(products.map((product) => product.id));
        expect(new Set(groups.map((group) => group.id)).size).toBe(groups.length);
      }),
    );
  });

  test('a group keeps its id when other products come, go or move', () => {
    fc.assert(
      fc.property(catalogues, (products) => {
        const half = products.filter((_, at) => at % 2 === 0).reverse();
        const whole = new Map(
          groupProducts(products).flatMap((group) => group.variants.map((variant) => [variant.id, group.id])),
        );
        for (const group of groupProducts(half)) {
          for (const variant of group.variants) expect(whole.get(variant.id)).toBe(group.id);
        }
      }),
    );
  });
});

test('a group without descriptions and pictures shows none', () => {
  const [group] = groupProducts([aProduct(), aProduct()]);
  expect(group).toMatchObject({ description: null, images: [] });
});
