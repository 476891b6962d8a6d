import { describe, expect, test } from 'vitest';
import { siblingsOf } from './siblings.ts';
import { aProduct } from './testing/products.ts';

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
