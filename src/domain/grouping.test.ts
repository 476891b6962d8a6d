import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupProducts, PRICE_SORTS, preselectedVariant, siblingsOf, sortGroups } from './grouping.ts';
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

  test('a price sort neither adds nor drops a group', () => {
    fc.assert(
      fc.property(catalogues, fc.constantFrom(...PRICE_SORTS), (products, sort) => {
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

test('a group without descriptions and pictures shows none', () => {
  const [group] = groupProducts([aProduct(), aProduct()]);
  expect(group).toMatchObject({ description: null, images: [] });
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
    ['low-high', 'Carob', 'the cheapest, in stock or not'],
    ['high-low', 'Elder', 'the most expensive, in stock rather than sold out'],
  ] as const)('under the sort %s is %s: %s', (sort, name, _reason) => {
    const [group] = groupProducts(products);
    expect(preselectedVariant(group!, sort).name).toBe(name);
  });

  test('is the first by name if all are sold out', () => {
    const [soldOut] = groupProducts(['Beta', 'Alpha'].map((name) => aProduct({ name, quantity: 0, tags })));
    expect(preselectedVariant(soldOut!, 'none').name).toBe('Alpha');
  });
});

describe('the detail dialog', () => {
  const product = aProduct({ name: 'Blue Dream - 1g', tags: ['Formulation = Wax'] });
  test.each([
    ['offers', 'a sibling with the same words and another formulation', { name: 'Blue Dream (2g)' }, true],
    ['offers', 'a sibling with a longer base name', { name: 'BLUE DREAM HAZE' }, true],
    ['offers', 'a product of its card with other words', { name: 'Blue Haze - 1g', tags: ['Formulation = Wax'] }, true],
    ['leaves out', 'another brand', { name: 'Blue Dream - 2g', brand: 'Ostara' }, false],
    ['leaves out', 'another category', { name: 'Blue Dream - 2g', category: 'Carts' }, false],
    ['leaves out', 'other words and another formulation', { name: 'Blue Haze', tags: ['Formulation = Rosin'] }, false],
    ['leaves out', 'a single shared word', { name: 'Blue' }, false],
    ['leaves out', 'a product that is not active', { name: 'Blue Dream (2g)', isActive: false }, false],
  ])('%s %s', (_, __, stated, offered) => {
    const other = aProduct(stated);
    const ids = siblingsOf([product, other], product).map((variant) => variant.id);
    expect(ids.sort((a, b) => a - b)).toEqual(offered ? [product.id, other.id] : [product.id]);
  });

  test('offers the product itself even if it is no longer in the list', () => {
    expect(siblingsOf([], product).map((variant) => variant.id)).toEqual([product.id]);
  });
});
