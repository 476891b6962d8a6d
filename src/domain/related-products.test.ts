import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayCategory } from './categories.ts';
import { relatedProducts } from './related-products.ts';
import { siblingsOf } from './siblings.ts';
import { aProduct, catalogues } from './testing/products.ts';

const namesOf = (products: readonly { name: string }[]) => products.map(({ name }) => name);

test('similar products have the same strain first, then the same form, then size, brand and a near price', () => {
  const shown = aProduct({
    name: 'Fog Jar',
    tags: ['Strain = Fog', 'Formulation = Smalls'],
    size: '7G',
    finalPrice: 40,
  });
  const others = [
    aProduct({ name: 'Plain', brand: 'Ostara', finalPrice: 90 }),
    aProduct({ name: 'Near', brand: 'Ostara', finalPrice: 45 }),
    aProduct({ name: 'Form', brand: 'Ostara', tags: ['Formulation = smalls'], finalPrice: 42 }),
    aProduct({ name: 'Strain', brand: 'Ostara', tags: ['Strain = FOG'], finalPrice: 90 }),
    aProduct({ name: 'Sold out', tags: ['Strain = Fog'], quantity: 0 }),
    aProduct({ name: 'Hidden', tags: ['Strain = Fog'], isActive: false }),
    aProduct({ name: 'Elsewhere', tags: ['Strain = Fog'], category: 'Carts' }),
  ];
  expect(namesOf(relatedProducts([shown, ...others], shown, 8))).toEqual(['Strain', 'Form', 'Near', 'Plain']);
  expect(namesOf(relatedProducts([shown, ...others], shown, 2))).toEqual(['Strain', 'Form']);
});

test('of several sizes of one product, one is among the similar products', () => {
  const shown = aProduct({ name: 'Fog Jar' });
  const tags = ['Formulation = Smalls'];
  const sizes = ['3.5G', '7G'].map((size) => aProduct({ name: `Harbor Fog - ${size}`, brand: 'Ostara', size, tags }));
  expect(namesOf(relatedProducts([shown, ...sizes], shown, 8))).toEqual(['Harbor Fog - 3.5G']);
});

test('similar products are others of the category, in stock, each once, and never a choice of the same details', () => {
  fc.assert(
    fc.property(catalogues, fc.nat(), (products, nth) => {
      if (products.length === 0) return;
      const shown = products[nth % products.length]!;
      const related = relatedProducts(products, shown, 6);
      const choices = new Set(siblingsOf(products, shown).map(({ id }) => id));
      expect(related.length).toBeLessThanOrEqual(6);
      expect(new Set(related).size).toBe(related.length);
      for (const product of related) {
        expect(displayCategory(product)).toBe(displayCategory(shown));
        expect(product.quantity).toBeGreaterThan(0);
        expect(choices).not.toContain(product.id);
      }
    }),
  );
});
