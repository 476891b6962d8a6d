import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittingChips } from './fitting-chips.ts';

test.each([
  ['all, if they fit', ['3.5G', '7G'], 8, 0, [0, 1]],
  ['the first ones, if not all fit', ['3.5G', '7G', '14G', '28G'], 11, 0, [0, 1]],
  ['two sizes, on the narrowest phone', ['3.5G', '7G', '14G', '28G'], 7.75, 0, [0, 1]],
  ['the same ones beside the name of another one', ['3.5G', '7G', '14G', '28G'], 11, 3, [0, 1]],
  ['fewer beside a longer name', ['3.5G', '7G', '14G', 'Half Ounce'], 11, 3, [0]],
  ['the first ones of any number', Array.from({ length: 300 }, (_, at) => `No. ${at}`), 11, 0, [0, 1]],
  ['one, if no two fit', ['Wild Strawberry', 'Blackberry Lemonade'], 11, 1, [1]],
  ['a single one, however long', ['Blackberry Lemonade'], 2, 0, [0]],
])('chips are %s', (_, names, room, chosen, shown) => {
  expect(fittingChips(names, room, chosen)).toEqual(shown);
});

test('a wider line never has fewer chips, and they are the first ones or the chosen one', () => {
  const names = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 6 });
  const room = fc.double({ min: 0, max: 30, noNaN: true });
  fc.assert(
    fc.property(names, room, room, fc.nat(), (all, one, other, any) => {
      const chosen = any % all.length;
      const narrow = fittingChips(all, Math.min(one, other), chosen);
      expect(fittingChips(all, Math.max(one, other), chosen).length).toBeGreaterThanOrEqual(narrow.length);
      if (narrow.length > 1) expect(narrow).toEqual(narrow.map((_, at) => at));
      else expect([0, chosen]).toContain(narrow[0]);
    }),
  );
});
