import { expect, test } from 'vitest';
import { factsText, movedName } from './category-words.ts';

test.each([
  [{ products: 1, active: 1, kind: 'none' }, '1 product'],
  [{ products: 1200, active: 10, kind: null }, '1,200 products, 10 active'],
  [{ products: 2, active: 2, kind: 'vape' }, '2 products · Vape'],
] as const)('a category with %j reads "%s"', (category, text) => {
  expect(factsText(category)).toBe(text);
});

test('a name moves to a place, and the others keep their order', () => {
  const names = ['A', 'B', 'C', 'D'];
  expect(movedName(names, 0, 2)).toEqual(['B', 'C', 'A', 'D']);
  expect(movedName(names, 3, 0)).toEqual(['D', 'A', 'B', 'C']);
});
