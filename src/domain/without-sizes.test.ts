import { expect, test } from 'vitest';
import { withoutSizes } from './without-sizes.ts';

test.each([
  ['3.5g flower', 'flower'],
  ['Blue Dream 3.5 g', 'blue dream'],
  ['eighth of gelato', 'of gelato'],
  ['half ounce gelato', 'gelato'],
  ['gelato 1/8', 'gelato'],
  ['gummies 100mg 5-pack', 'gummies'],
  ['gelato 41', null],
  ['pound cake', null],
  ['1 oz', null],
  ['', null],
])('"%s" without its sizes is %j', (search, rest) => {
  expect(withoutSizes(search)).toBe(rest);
});
