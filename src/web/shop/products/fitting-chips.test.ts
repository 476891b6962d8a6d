import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittingChips } from './fitting-chips.ts';

test.each([
  ['all of them, if they fit', ['3.5G', '7G'], 0, 8, [0, 1]],
  ['the first ones, if not all fit', ['3.5G', '7G', '14G', '28G'], 0, 11, [0, 1]],
  ['the chosen one instead of the last that fits', ['3.5G', '7G', '14G', '28G'], 3, 11, [0, 3]],
  ['none, if no two fit', ['Wild Strawberry', 'Blackberry Lemonade'], 0, 11, null],
])('a line of chips shows %s', (_, names, chosen, room, shown) => {
  expect(fittingChips(names, chosen, room)).toEqual(shown);
});

test('the chosen variant is always among the chips, and the chips are in their order and each is there once', () => {
  const names = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(names, fc.nat(), fc.double({ min: 0, max: 30, noNaN: true }), (all, nth, room) => {
      const chosen = nth % all.length;
      const shown = fittingChips(all, chosen, room);
      if (shown === null) return;
      expect(shown).toContain(chosen);
      expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
    }),
  );
});
