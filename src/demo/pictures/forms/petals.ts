import { type Art, fill, group, round, stroke } from '../art.ts';
import { type Color, hex, lighter } from '../color.ts';

/** Petals strewn on the floor. */
export const petals = (art: Art, places: readonly (readonly [number, number, number])[], base: Color): string =>
  places
    .map(([x, y, turn]) =>
      group(
        fill('M0 0C26 -22 66 -20 84 4C62 24 26 22 0 0Z', '#000', 'fill-opacity=".35" transform="translate(4 9)"') +
          fill(
            'M0 0C26 -22 66 -20 84 4C62 24 26 22 0 0Z',
            art.linear('right', [
              [0, hex(lighter(base, -0.12))],
              [0.6, hex(lighter(base, 0.08))],
              [1, hex(lighter(base, 0.16))],
            ]),
          ) +
          stroke('M6 0Q40 -6 74 3', hex(lighter(base, -0.1)), 1.6, 'stroke-opacity=".6"'),
        `transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})"`,
      ),
    )
    .join('');
