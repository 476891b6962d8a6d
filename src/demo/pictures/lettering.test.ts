import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BRANDS } from './brands.ts';
import { breakLines, drawText, type Lettering } from './lettering.ts';

const PLAIN: Lettering = { letters: 'title', weight: 0.12 };

/** The width of a drawn text without the width of the pen. */
const widthOf = (drawn: string): number => {
  const xs = [...drawn.matchAll(/[MLC ](-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x));
  return Math.max(...xs) - Math.min(...xs);
};

test('no two makers share mark, layout and lettering', () => {
  const looks = Object.values(BRANDS).map(({ mark, layout, lettering }) => JSON.stringify([mark, layout, lettering]));
  expect(new Set(looks).size).toBe(looks.length);
});

describe('a word', () => {
  test.each(['left', 'middle', 'right'] as const)('with the alignment %s is at its position', (align) => {
    const drawn = drawText('HIH', PLAIN, { x: 100, y: 100, size: 40, align }, '#fff');
    const xs = [...drawn.matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x));
    const [from, to] = [Math.min(...xs), Math.max(...xs)];
    if (align === 'left') expect(from).toBeGreaterThanOrEqual(100);
    else if (align === 'right') expect(to).toBeLessThanOrEqual(100);
    else expect((from + to) / 2).toBeCloseTo(100, 0);
  });

  test('that is too wide for its label gets smaller and stays within the edges', () => {
    const words = fc.stringMatching(/^[A-Za-z0-9&]{1,24}$/);
    const letterings = fc.constantFrom(...Object.values(BRANDS).map((brand): Lettering => brand.lettering));
    fc.assert(
      fc.property(words, letterings, fc.integer({ min: 20, max: 300 }), (word, lettering, fit) => {
        const upright: Lettering = { ...lettering, slant: 0 };
        expect(widthOf(drawText(word, upright, { x: 0, y: 0, size: 60, fit }, '#fff'))).toBeLessThanOrEqual(fit + 0.2);
      }),
    );
  });

  test('follows the body that it is bent around', () => {
    const drawn = drawText('I', PLAIN, { x: 10, y: 100, size: 40, warp: (x, y) => [x + 1000, y] }, '#fff');
    expect(Number(/M([\d.]+)/.exec(drawn)?.[1])).toBeGreaterThan(1000);
  });
});

describe('a title on several lines', () => {
  test.each([
    ['Harbor Fog', 2, ['Harbor', 'Fog']],
    ['Moss', 2, ['Moss']],
    ['Arnica & Pine', 2, ['Arnica &', 'Pine']],
    ['Windfall No. 9', 1, ['Windfall No. 9']],
  ])('"%s" on at most %i', (title, lines, broken) => {
    expect(breakLines(title, lines)).toEqual(broken);
  });

  test('keeps every word in order', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 4 }), (title, lines) => {
        const broken = breakLines(title.join(' '), lines);
        expect(broken.join(' ')).toBe(title.join(' '));
        expect(broken.length).toBeLessThanOrEqual(lines);
      }),
    );
  });
});
