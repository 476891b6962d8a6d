import { type Art, fill, p, stroke } from './art.ts';
import type { Pattern } from './brands.ts';

/** The fill of a maker's all-over print, or null for a plain pack. With `scale` 1 it repeats about every 60 units. */
export const patternFill = (art: Art, pattern: Pattern, paint: string, scale = 1): string | null => {
  const tile = TILES[pattern];
  if (tile === undefined) return null;
  return art.pattern(tile.width, tile.height, tile.draw(paint), `scale(${scale}) rotate(${tile.turn ?? 0})`);
};

const TILES: Partial<
  Record<Pattern, { width: number; height: number; turn?: number; draw: (paint: string) => string }>
> = {
  waves: {
    width: 64,
    height: 26,
    draw: (paint) => stroke('M-16 13Q0 -3 16 13T48 13T80 13', paint, 4),
  },
  dots: {
    width: 44,
    height: 44,
    draw: (paint) => fill('M6 11a5 5 0 1 0 10 0a5 5 0 1 0 -10 0ZM28 33a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z', paint),
  },
  chevrons: {
    width: 48,
    height: 30,
    draw: (paint) => stroke('M-4 22L24 4L52 22M-4 52L24 34L52 52', paint, 5),
  },
  rays: {
    width: 60,
    height: 60,
    draw: (paint) => stroke('M30 30L30 8M30 30L49 19M30 30L49 41M30 30L30 52M30 30L11 41M30 30L11 19', paint, 3),
  },
  terrazzo: {
    width: 90,
    height: 90,
    draw: (paint) =>
      fill(
        'M8 12L26 6L30 20L14 26ZM52 10L62 22L48 26ZM70 40L86 36L80 54ZM30 44L46 40L50 56L38 60ZM6 60L18 56L16 72ZM56 70L72 66L76 82L60 84Z',
        paint,
      ),
  },
  lines: {
    width: 14,
    height: 14,
    turn: 0,
    draw: (paint) => stroke('M7 -2V16', paint, 1.6),
  },
  scales: {
    width: 48,
    height: 48,
    draw: (paint) =>
      stroke(
        [
          'M0 24A24 24 0 0 1 48 24',
          'M-24 48A24 24 0 0 1 24 48',
          'M24 48A24 24 0 0 1 72 48',
          'M-24 0A24 24 0 0 1 24 0',
          'M24 0A24 24 0 0 1 72 0',
          p`M10 24A14 14 0 0 1 38 24`,
        ].join(''),
        paint,
        2,
      ),
  },
  checks: {
    width: 48,
    height: 48,
    draw: (paint) => fill('M0 0H24V24H0ZM24 24H48V48H24Z', paint),
  },
};
