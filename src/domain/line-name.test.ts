import { describe, expect, test } from 'vitest';
import { lineName } from './line-name.ts';

describe('a line of an order', () => {
  test.each([
    ['Alpine Haze', '3.5g', 'Alpine Haze (3.5g)'],
    ['Alpine Haze', '14g', 'Alpine Haze (14g)'],
    ['Alpine Haze 4', '14g', 'Alpine Haze 4 (14g)'],
    ['Skinny Shirt', 'S', 'Skinny Shirt (S)'],
    ['Black Ice - Vaporizer Cartridge', '0.5g Cart', 'Black Ice - Vaporizer Cartridge (0.5g Cart)'],
    ['Gummies 100mg', '10-Pack', 'Gummies 100mg (10-Pack)'],
    ['Gummies 10-pack', '10 pack, 100mg', 'Gummies 10-pack (10 pack, 100mg)'],
    ['Alpine Haze 3.5', '3.5g', 'Alpine Haze 3.5 (3.5g)'],
  ])('of "%s" in the size "%s" is called "%s"', (productName, size, name) => {
    expect(lineName({ productName, size })).toBe(name);
  });

  test.each([
    ['Blue Dream - 3.5G', '3.5g'],
    ['Blue Dream 3.5 grams', '3.5G'],
    ['Blue Dream - Eighth', '3.5g'],
    ['Blue Dream - 3.5G', 'Eighth'],
    ['Blue Dream (1/8 oz)', 'Eighth'],
    ['Gummies (100 mg, 10-pack)', '10 pack 100mg'],
    ['Cherry Pie - Pre-roll', 'Pre-Roll'],
    ['Shop Shirt, XL', 'xl'],
    ['Shop Shirt', ''],
    ['Shop Shirt', null],
    ['A line of an older version', undefined],
  ])('"%s" does not repeat its size "%s"', (productName, size) => {
    expect(lineName({ productName, size })).toBe(productName);
  });
});
