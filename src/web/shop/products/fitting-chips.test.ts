import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittingChips } from './fitting-chips.ts';

test.each([
  ['all, if they fit', ['3.5G', '7G'], 8, 0, [0, 1]],
  ['the first ones, if not all fit', ['3.5G', '7G', '14G', '28G'], 11, 0, [0, 1]],
  ['two sizes, on the narrowest phone', ['3.5G', '7G', '14G', '28G'], 7.75, 0, [0, 1]],
  ['the chosen one, and those that fit beside it', ['3.5G', '7G', '14G', '28G'], 11, 3, [0, 3]],
  ['one, if no two fit', ['Wild Strawberry', 'Blackberry Lemonade'], 11, 1, [1]],
  ['a single one, however long', ['Blackberry Lemonade'], 2, 0, [0]],
])('chips are %s', (_, names, room, chosen, shown) => {
  expect(fittingChips(names, room, chosen)).toEqual(shown);
});

test('a wider line never has fewer chips, and the chosen one is always among them', () => {
  const names = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 });
  const room = fc.double({ min: 0, max: 30, noNaN: true });
  fc.assert(
    fc.property(names, room, room, fc.nat(), (all, one, other, any) => {
      const chosen = any % all.length;
      const narrow = fittingChips(all, Math.min(one, other), chosen);
      expect(fittingChips(all, Math.max(one, other), chosen)).toEqual(expect.arrayContaining(narrow));
      expect(narrow).toContain(chosen);
    }),
  );
});
