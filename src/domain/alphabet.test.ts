import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames } from './alphabet.ts';

const english = new Intl.Collator('en');

test.each([
  ['ignores the case of letters before anything else', 'apple', 'Banana'],
  ['has the shorter of two names first', 'Blue', 'Blue Dream'],
  ['has the small letter first where all else is the same', 'dream', 'Dream'],
  ['has signs before digits, and digits before letters', '(Half)', '3.5 g'],
  ['puts a letter with an accent beside the letter', 'crème', 'cross'],
])('the alphabet %s', (_, first, second) => {
  expect(compareNames(first, second)).toBeLessThan(0);
  expect(compareNames(second, first)).toBeGreaterThan(0);
  expect(compareNames(first, first)).toBe(0);
});

test.each([
  ['plain', fc.string({ unit: 'grapheme-ascii', maxLength: 6 })],
  ['near', fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', '-', '1'), maxLength: 5 })],
  ['mixed', fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', 'é', '\u0301', '\u0001'), maxLength: 4 })],
  ['any', fc.string({ unit: 'grapheme', maxLength: 4 })],
])('%s names stand in the order of English', (_, name) => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(compareNames(a, b))).toBe(Math.sign(english.compare(a, b)));
    }),
  );
});
