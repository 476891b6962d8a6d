import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNames } from './natural-order.ts';
import type { Product } from './product.ts';
import { traitsOf } from './product-traits.ts';
import { aProduct, catalogues } from './testing/products.ts';
import { shortNames, toVariants } from './variants.ts';

const variantsOf = (...[first = aProduct(), ...others]: Product[]) =>
  toVariants([traitsOf(first), ...others.map(traitsOf)]);
const namesOf = (...products: Product[]) => variantsOf(...products).map((variant) => variant.name);

describe('variants with the same name', () => {
  test('are distinguished by weight label', () => {
    expect(
      namesOf(
        aProduct({ name: 'Blue Dream', weightLabel: 'Quarter' }),
        aProduct({ name: 'Blue Dream', weightLabel: 'Eighth' }),
        aProduct({ name: 'blue dream cart' }),
      ),
    ).toEqual(['blue dream', 'Blue Dream (Eighth)', 'Blue Dream (Quarter)']);
  });

  test('are distinguished by size if the labels are the same', () => {
    expect(
      namesOf(
        aProduct({ name: 'Haze', weightLabel: 'Gram', size: '1G' }),
        aProduct({ name: 'Haze', weightLabel: 'Gram', size: '.5G' }),
      ),
    ).toEqual(['Haze (.5G)', 'Haze (1G)']);
  });

  test('are distinguished by price if label and size are the same', () => {
    expect(namesOf(aProduct({ name: 'Haze', finalPrice: 40 }), aProduct({ name: 'Haze', finalPrice: 35 }))).toEqual([
      'Haze ($35)',
      'Haze ($40)',
    ]);
  });

  test('are numbered if nothing else differs, the oldest without a number', () => {
    const variants = variantsOf(
      aProduct({ id: 9, name: 'Haze' }),
      aProduct({ id: 7, name: 'HAZE' }),
      aProduct({ id: 8, name: 'Haze' }),
    );
    expect(variants.map(({ id, name }) => [id, name])).toEqual([
      [7, 'HAZE'],
      [8, 'Haze 2'],
      [9, 'Haze 3'],
    ]);
  });

  test('get no number that another product already has in its name', () => {
    const names = ['Haze', 'Haze', 'Haze', 'haze 2', 'HAZE 3'];
    expect(namesOf(...names.map((name, at) => aProduct({ id: at + 1, name })))).toEqual([
      'Haze',
      'haze 2',
      'HAZE 3',
      'Haze 4',
      'Haze 5',
    ]);
  });

  test('sometimes need all three distinctions', () => {
    expect(
      namesOf(
        aProduct({ name: 'Haze', weightLabel: 'Gram', size: '1G', finalPrice: 20 }),
        aProduct({ name: 'Haze', weightLabel: 'Gram', size: '1G', finalPrice: 30 }),
        aProduct({ name: 'Haze', weightLabel: 'Gram', size: '2G', finalPrice: 30 }),
        aProduct({ name: 'Haze', weightLabel: 'Eighth', size: '2G', finalPrice: 30 }),
      ),
    ).toEqual(['Haze (Eighth)', 'Haze (Gram) (1G) ($20)', 'Haze (Gram) (1G) ($30)', 'Haze (Gram) (2G)']);
  });

  test('are not distinguished by a doubtful label', () => {
    expect(
      namesOf(
        aProduct({ name: 'Haze', weightLabel: 'Quarter', labelDoubtful: true, finalPrice: 20 }),
        aProduct({ name: 'Haze', weightLabel: 'Eighth', labelDoubtful: true, finalPrice: 30 }),
      ),
    ).toEqual(['Haze ($20)', 'Haze ($30)']);
  });
});

test('variants are in natural order, so that the smallest size comes first', () => {
  const sizes = ['14G', '28G', '3.5G', '7G'].map((size) => aProduct({ name: `Harbour Fog - ${size}` }));
  expect(namesOf(...sizes)).toEqual([
    'Harbour Fog - 3.5G',
    'Harbour Fog - 7G',
    'Harbour Fog - 14G',
    'Harbour Fog - 28G',
  ]);
});

describe('the short name of a variant leaves out the words that all variants share', () => {
  const short = (...names: string[]) => shortNames(names.map((name) => ({ name })));

  test.each([
    ['a strain in several sizes', ['Harbour Fog - 3.5G', 'Harbour Fog - 14G'], ['3.5G', '14G']],
    [
      'a formulation in several strains',
      ['Live Resin - Blue Hour', 'Live Resin - Amber Tide'],
      ['Blue Hour', 'Amber Tide'],
    ],
    ['words at both ends', ['Gummies - Peach 100mg', 'Gummies - Pear 100mg'], ['Peach', 'Pear']],
    ['words in the middle', ['Peach Soft Gel (10)', 'Pear Soft Gel (20)'], ['Peach (10)', 'Pear (20)']],
    ['ignoring case and commas', ['Blue dream, Half', 'blue Dream, Ounce'], ['Half', 'Ounce']],
    ['words in another order', ['Kush Berry 1G', 'Berry Kush 2G'], ['1G', '2G']],
    ['what was added in brackets', ['Haze (Eighth)', 'Haze ($20)'], ['Eighth', '$20']],
    ['nothing shared', ['Blue Hour', 'Amber Tide'], ['Blue Hour', 'Amber Tide']],
  ])('%s', (_, names, shown) => {
    expect(short(...names)).toEqual(shown);
  });

  test.each([
    ['it would be empty', ['Haze', 'Haze 2'], ['Haze', '2']],
    ['it would only be a sign', ['Haze', 'Haze - &'], ['Haze', 'Haze - &']],
    ['there is one variant', ['Harbour Fog - 14G'], ['Harbour Fog - 14G']],
    ['it would not be unique', ['Red Haze Red', 'Haze Red', 'Blue Haze Red'], ['Red Haze Red', 'Haze Red', 'Blue']],
    ['two would read the same without brackets', ['Haze (1G)', 'Haze 1G'], ['Haze (1G)', 'Haze 1G']],
  ])('but is the specified name if %s', (_, names, shown) => {
    expect(short(...names)).toEqual(shown);
  });

  test('and is never empty, never the name of another variant, and stays the same in another order', () => {
    fc.assert(
      fc.property(catalogues, (products) => {
        if (products.length === 0) return;
        const variants = variantsOf(...products);
        const shown = shortNames(variants);
        expect(new Set(shown.map((name) => name.toLowerCase())).size).toBe(variants.length);
        for (const name of shown) expect(name.trim()).not.toBe('');
        expect(shortNames([...variants].reverse())).toEqual([...shown].reverse());
      }),
    );
  });
});

test('names that read the same are in the order of their ids', () => {
  const composed = aProduct({ id: 2, name: 'Crème' });
  const decomposed = aProduct({ id: 1, name: 'Cre\u0300me' });
  expect(variantsOf(composed, decomposed).map(({ id }) => id)).toEqual([1, 2]);
  expect(variantsOf(decomposed, composed).map(({ id }) => id)).toEqual([1, 2]);
});

test('a variant has the values of its product', () => {
  const product = aProduct({ name: 'Haze Cart', description: 'Calm', size: '1G', weightLabel: '1g Cart', quantity: 0 });
  expect(variantsOf(product)).toEqual([
    {
      id: product.id,
      originalId: product.externalId,
      name: 'Haze',
      description: 'Calm',
      finalPrice: 35,
      quantity: 0,
      isActive: true,
      tags: [],
      category: 'Flower',
      size: '1G',
      weightLabel: '1g Cart',
      product,
    },
  ]);
});

test('no product is ever dropped, and variants are sorted by names that are unique, ignoring case', () => {
  fc.assert(
    fc.property(catalogues, (products) => {
      if (products.length === 0) return;
      const variants = variantsOf(...products);
      expect(variants.map((variant) => variant.id).sort((a, b) => a - b)).toEqual(products.map(({ id }) => id));
      const names = variants.map((variant) => variant.name);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(products.length);
      expect(names).toEqual([...names].sort(compareNames));
    }),
  );
});

test('the order of the products does not matter', () => {
  fc.assert(
    fc.property(catalogues, (products) => {
      if (products.length === 0) return;
      expect(variantsOf(...[...products].reverse())).toEqual(variantsOf(...products));
    }),
  );
});
