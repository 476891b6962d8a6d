import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baseName, sharedWords, siblingWords, variantName, withoutSharedWords } from './product-name.ts';

describe('the base name', () => {
  test.each([
    ['Blue Dream', 'Blue Dream'],
    ['Blue Dream - Vaporizer Cartridge', 'Blue Dream'],
    ['EdiPuffs (250mg)', 'EdiPuffs'],
    ['Granddaddy Purple (GDP) - Oil', 'Granddaddy Purple'],
    ['Pure Oil - Hybrid (1g)', 'Pure Oil'],
    ['Blue-Dream', 'Blue-Dream'],
    ['  Blue   Dream  ', 'Blue Dream'],
    ['(100mg) Gummies', '(100mg) Gummies'],
    [' - Wax', '- Wax'],
  ])('of "%s" is "%s"', (name, base) => {
    expect(baseName(name)).toBe(base);
  });
});

test.each([
  ['Blue Dream', 'blue dream'],
  ['Blue Dream Haze', 'blue dream'],
  ['HYBRID', 'hybrid'],
])('siblings of "%s" begin with "%s"', (base, words) => {
  expect(siblingWords(base)).toBe(words);
});

describe('a variant', () => {
  test.each([
    ['Blue Dream Cart', 'Blue Dream'],
    ['Blue Dream CARTRIDGE', 'Blue Dream'],
    ['Vape Blue Dream', 'Blue Dream'],
    ['Blue Dream Disposable Vape 1g', 'Blue Dream 1g'],
    ['Blue Dream - Cart', 'Blue Dream'],
    ['Blue Dream (Cart)', 'Blue Dream'],
    ['Blue Dream ( Vape )', 'Blue Dream'],
    ['Blue Dream [Cart]', 'Blue Dream'],
    ['Blue Dream [ Vape ]', 'Blue Dream'],
    ['Purple (GDP) Cart', 'Purple (GDP)'],
    ['Purple [GDP] Cart', 'Purple [GDP]'],
    ['Blue Dream - Vape - 1g', 'Blue Dream - 1g'],
    ['Blue Dream - Vape - Cart - 1g', 'Blue Dream - 1g'],
    ['Sour OG - Vaporizer Cartridge', 'Sour OG - Vaporizer'],
    ['Blue Dream', 'Blue Dream'],
    [' Blue Dream ', 'Blue Dream'],
    ['- Blue  Dream -', '- Blue  Dream -'],
    ['Cartel Kush', 'Cartel Kush'],
    ['Escartoles', 'Escartoles'],
    ['GOLDCart - Classic', 'GOLDCart - Classic'],
    ['Cart', 'Cart'],
    ['Vape Cartridge', 'Vape Cartridge'],
    ['X Cart', 'X Cart'],
    [' X Cart ', 'X Cart'],
    ['OG Cart', 'OG'],
  ])('of "%s" is called "%s"', (name, variant) => {
    expect(variantName(name)).toBe(variant);
  });

  test('always has words of the product name, and at least 2 characters if the product name does', () => {
    const word = fc.constantFrom('Cart', 'cartridge', 'Vape', 'DISPOSABLE', 'X', 'Kush', '-', '(', ')', '1g');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const name = words.join(' ');
        const variant = variantName(name);
        expect(variant.length).toBeGreaterThanOrEqual(Math.min(2, name.length));
        if (variant !== name) expect(variant).not.toMatch(/\b(cart|cartridge|vape|disposable)\b/i);
        for (const kept of variant.split(' ')) expect(words).toContain(kept);
      }),
    );
  });
});

test.each([
  ['Blue Dream Haze', ['Blue Dream Haze'], 'Blue Dream Haze'],
  ['Blue Dream Haze', ['blue DREAM', 'Blue Dream Wax'], 'Blue Dream'],
  ['Blue Dreams', ['Blue Dream'], 'Blue'],
  ['Blue Dream', ['Blue Dreams'], 'Blue'],
  ['Blue Haze', ['Blue Kush'], 'Blue'],
  ['Blue Haze', ['Blue Kush Two'], 'Blue'],
  ['Blue', ['Red'], ''],
  ['Blue', [], 'Blue'],
])('"%s" and %j share "%s"', (first, others, shared) => {
  expect(sharedWords(first, others)).toBe(shared);
});

test.each([
  [
    ['Blue Haze 1G', 'Kush blue 1g'],
    ['Haze', 'Kush'],
  ],
  [
    ['Blue, Haze', 'Blue Kush'],
    ['Haze', 'Kush'],
  ],
  [
    ['Mix: Haze', 'Mix:: Kush'],
    ['Haze', 'Kush'],
  ],
  [
    ['Drops 1:1', 'Drops 11'],
    ['1:1', '11'],
  ],
  [
    ['Sun & Moon', 'Salt & Pepper'],
    ['Sun & Moon', 'Salt & Pepper'],
  ],
  [
    ['  Blue   Haze ', '\tBlue\nKush'],
    ['Haze', 'Kush'],
  ],
  [
    ['Blue *', 'Blue Haze'],
    ['', 'Haze'],
  ],
  [
    ['Blue (Half)', 'Blue (Half) Ounce'],
    ['', 'Ounce'],
  ],
  [
    ['Blue (Half)', 'Blue (Whole) Ounce'],
    ['Half', '(Whole) Ounce'],
  ],
])('%j differ by %j', (names, different) => {
  expect(withoutSharedWords(names)).toEqual(different);
});
