import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenChips } from './fitting-chips.ts';

test.each([
  ['none, if all fit', ['3.5G', '7G'], 8, 0],
  ['the last ones, if not all fit', ['3.5G', '7G', '14G', '28G'], 11, 2],
  ['all but one, if no two fit', ['Wild Strawberry', 'Blackberry Lemonade'], 11, 1],
  ['none of a single one, however long', ['Blackberry Lemonade'], 2, 0],
])('of a line of chips, "+" counts %s', (_, names, room, hidden) => {
  expect(hiddenChips(names, room)).toBe(hidden);
});

test('a wider line never hides more chips, and one can always be seen', () => {
  const names = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 });
  const room = fc.double({ min: 0, max: 30, noNaN: true });
  fc.assert(
    fc.property(names, room, room, (all, one, other) => {
      const [narrow, wide] = [hiddenChips(all, Math.min(one, other)), hiddenChips(all, Math.max(one, other))];
      expect(wide).toBeLessThanOrEqual(narrow);
      expect(narrow).toBeLessThan(all.length);
    }),
  );
});
