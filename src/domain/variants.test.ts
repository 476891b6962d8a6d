import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Product } from './product.ts';
import { traitsOf } from './product-traits.ts';
import { aProduct, catalogues } from './testing/products.ts';
import { toVariants } from './variants.ts';

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
      expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
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
