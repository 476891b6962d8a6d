import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../catalogue.ts';
import { BRANDS } from './brands.ts';
import { CAPITALS, FIGURES, SMALL_LETTERS } from './glyphs.ts';
import { brokenInto, type Lettering, letter } from './lettering.ts';

const PLAIN: Lettering = { letters: 'title', weight: 0.12 };

/** Where the pen goes, left to right. */
const reachOf = (drawn: string): number => {
  const xs = [...drawn.matchAll(/[MLC ](-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x));
  return Math.max(...xs) - Math.min(...xs);
};

test('our alphabet has every letter that stands on a label', () => {
  const written = CATALOGUE.flatMap(({ brand, picture }) => [brand ?? '', picture.title, picture.note]);
  const drawable = new Set(Object.keys({ ...CAPITALS, ...SMALL_LETTERS, ...FIGURES, ' ': null }));
  const letters = new Set(written.flatMap((text) => [...text, ...text.toUpperCase(), ...text.toLowerCase()]));
  const unknown = [...letters].filter((character) => !drawable.has(character));
  expect(unknown).toEqual([]);
});

test('every maker has a mark and a hand of its own', () => {
  const looks = Object.values(BRANDS).map(({ mark, layout, lettering }) => JSON.stringify([mark, layout, lettering]));
  expect(new Set(looks).size).toBe(looks.length);
});

describe('a word', () => {
  test.each(['left', 'middle', 'right'] as const)('set %s keeps to its place', (align) => {
    const drawn = letter('HIH', PLAIN, { x: 100, y: 100, size: 40, align }, '#fff');
    const xs = [...drawn.matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x));
    const [from, to] = [Math.min(...xs), Math.max(...xs)];
    if (align === 'left') expect(from).toBeGreaterThanOrEqual(100);
    else if (align === 'right') expect(to).toBeLessThanOrEqual(100);
    else expect((from + to) / 2).toBeCloseTo(100, 0);
  });

  test('too wide for its label is set smaller, never over the edge', () => {
    const words = fc.stringMatching(/^[A-Za-z0-9&]{1,24}$/);
    const hands = fc.constantFrom(...Object.values(BRANDS).map((brand): Lettering => brand.lettering));
    fc.assert(
      fc.property(words, hands, fc.integer({ min: 20, max: 300 }), (word, hand, fit) => {
        const upright: Lettering = { ...hand, slant: 0 };
        expect(reachOf(letter(word, upright, { x: 0, y: 0, size: 60, fit }, '#fff'))).toBeLessThanOrEqual(fit + 0.2);
      }),
    );
  });

  test('follows the body it is bent around', () => {
    const drawn = letter('I', PLAIN, { x: 10, y: 100, size: 40, warp: (x, y) => [x + 1000, y] }, '#fff');
    expect(Number(/M([\d.]+)/.exec(drawn)?.[1])).toBeGreaterThan(1000);
  });
});

describe('a title over several lines', () => {
  test.each([
    ['Harbor Fog', 2, ['Harbor', 'Fog']],
    ['Moss', 2, ['Moss']],
    ['Arnica & Pine', 2, ['Arnica &', 'Pine']],
    ['Windfall No. 9', 1, ['Windfall No. 9']],
  ])('%s over %i', (title, lines, broken) => {
    expect(brokenInto(title, lines)).toEqual(broken);
  });

  test('keeps every word in order', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 4 }), (title, lines) => {
        const broken = brokenInto(title.join(' '), lines);
        expect(broken.join(' ')).toBe(title.join(' '));
        expect(broken.length).toBeLessThanOrEqual(lines);
      }),
    );
  });
});
