import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayCategory } from './categories.ts';
import { relatedProducts, siblingsOf } from './related-products.ts';
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
