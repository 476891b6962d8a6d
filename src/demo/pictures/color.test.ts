import fc from 'fast-check';
import { expect, test } from 'vitest';
import { color, hex, lch, lighter } from './color.ts';

test.each([
  ['white', 1, 0, 0, '#ffffff'],
  ['black', 0, 0, 0, '#000000'],
  ['red', 0.62796, 0.25768, 29.234, '#ff0000'],
  ['blue', 0.45201, 0.31321, 264.052, '#0000ff'],
  ['gray', 0.59987, 0, 0, '#808080'],
])('%s has the value that browsers compute', (_, l, c, h, expected) => {
  expect(lch(l, c, h)).toBe(expected);
});

test('any lightness, chroma and hue gives a valid color', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
      fc.integer(),
      (l, c, h) => {
        expect(lch(l, c, h % 720)).toMatch(/^#[0-9a-f]{6}$/);
      },
    ),
  );
});

test('no color gets lighter than white or darker than black', () => {
  expect(hex(lighter(color(0.9, 0, 0), 0.5))).toBe('#ffffff');
  expect(hex(lighter(color(0.1, 0, 0), -0.5))).toBe('#000000');
});
