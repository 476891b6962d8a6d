import { expect, test } from 'vitest';
import { isStorable } from './storable-text.ts';

test.each([
  ['', true],
  ['Süß 🍃', true],
  ['nothing \0 there', false],
  ['half \ud83c a leaf', false],
  ['\udf43 the other half', false],
])('%j can be stored: %s', (text, can) => {
  expect(isStorable(text)).toBe(can);
});
