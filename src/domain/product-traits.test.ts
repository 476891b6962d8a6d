import { expect, test } from 'vitest';
import { brandKeyOf, prepareTraits, traitsOf } from './product-traits.ts';
import { aProduct } from './testing/products.ts';

test.each([
  ['Fernhill', 'fernhill'],
  [' FERNHILL ', 'fernhill'],
  ['In House', 'in-house'],
  ['INHOUSE', 'in-house'],
  ['Inhouse Labs', 'inhouse labs'],
])('the brand "%s" has the key "%s"', (brand, key) => {
  expect(brandKeyOf(brand)).toBe(key);
});

test('search reads name, description and brand in lower case, each on its own line', () => {
  const product = aProduct({ name: 'Blue Dream', description: 'A calm EVENING', brand: 'Fernhill' });
  expect(traitsOf(product).haystack).toBe('blue dream\na calm evening\nfernhill');
  expect(traitsOf(aProduct({ name: 'Haze', description: null })).haystack).toBe('haze\n\nfernhill');
});

test('the words of brand options are read in category, description, name and formulation', () => {
  const stated = { category: 'Carts', description: 'Calm', name: 'Haze', tags: ['Formulation = Live Resin'] };
  expect(traitsOf(aProduct(stated)).subcategoryText).toBe('carts\ncalm\nhaze\nlive resin');
  expect(traitsOf(aProduct({ name: 'Haze' })).subcategoryText).toBe('flower\n\nhaze\n');
});

test('the traits of a product are computed once, even in advance', () => {
  let reads = 0;
  const product = new Proxy(aProduct(), {
    get: (target, field) => {
      reads += 1;
      return Reflect.get(target, field);
    },
  });
  prepareTraits([product]);
  const readsInAdvance = reads;
  const traits = traitsOf(product);
  expect(readsInAdvance).toBeGreaterThan(0);
  expect(traitsOf(product)).toBe(traits);
  expect(reads).toBe(readsInAdvance);
});
