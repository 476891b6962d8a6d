import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { categoryHue, designatedDegrees } from '#domain/categories.ts';
import { contrast, type Oklch } from './testing/oklch-contrast.ts';

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The declarations of the first block that opens with `opening`, by name. */
const declarations = (opening: string): Map<string, string> => {
  const start = source.indexOf(`${opening} {`);
  if (start < 0) throw new Error(`tokens.css has no block ${opening}`);
  const block = source.slice(start, source.indexOf('\n}', start));
  return new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!.trim()]));
};

const dark = new Map([...declarations('@theme'), ...declarations('\n:root')]);
const light = new Map([...dark, ...declarations('\n:root[data-theme="light"]')]);

/** A color of a theme. `accent` is the hue that SHOP_ACCENT gives to the colors that follow it. */
const color = (theme: Map<string, string>, name: string, accent?: number): Oklch => {
  const value = theme.get(`--color-${name}`) ?? '';
  const numbers = /^oklch\(([\d.]+) ([\d.]+) (var\(--accent-hue, )?([\d.]+)\)+$/.exec(value);
  if (!numbers) throw new Error(`--color-${name} is not a plain oklch color`);
  const [, l, c, follows, h] = numbers;
  return { l: Number(l), c: Number(c), h: follows && accent !== undefined ? accent : Number(h) };
};

const categoryColor = (theme: Map<string, string>, role: string, hue: string): Oklch => {
  const chroma = hue === 'neutral' ? 0.2 : 1;
  return {
    l: Number(theme.get(`--category-${role}-l`)),
    c: Number(theme.get(`--category-${role}-c`)) * chroma,
    h: Number(theme.get(`--hue-${hue}`)),
  };
};

const grounds = ['ground', 'well', 'surface', 'raised'];
const tones = ['accent', 'danger', 'warning', 'good', 'notice'];
const hues = [...dark.keys()].filter((name) => name.startsWith('--hue-')).map((name) => name.slice(6));

const textPairs: [string, string][] = [
  ...['text', 'muted', ...tones.map((tone) => `${tone}-text`)].flatMap((ink) =>
    grounds.map((ground): [string, string] => [ink, ground]),
  ),
  ...tones.flatMap((tone): [string, string][] => [
    [`${tone}-text`, `${tone}-wash`],
    ['text', `${tone}-wash`],
    ['muted', `${tone}-wash`],
  ]),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['danger-ink', 'danger'],
  ['danger-ink', 'danger-strong'],
  ['warning-ink', 'warning'],
  ['good-ink', 'good'],
  ['tip-ink', 'tip'],
  ['tip-danger', 'tip'],
  ['shade-ink', 'shade'],
];

const edgePairs: [string, string][] = [
  ...['edge', 'accent', 'danger', 'good', 'notice'].flatMap((edge) =>
    grounds.map((ground): [string, string] => [edge, ground]),
  ),
  ['edge', 'accent-wash'],
];

describe.each([
  { theme: 'dark', tokens: dark },
  { theme: 'light', tokens: light },
])('in the $theme theme', ({ tokens }) => {
  test.each(textPairs)('%s can be read on %s', (ink, ground) => {
    expect(contrast(color(tokens, ink), color(tokens, ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(edgePairs)('%s can be distinguished from %s', (edge, ground) => {
    expect(contrast(color(tokens, edge), color(tokens, ground))).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [4.5, textPairs],
    [3, edgePairs],
  ])('a contrast of %s:1 holds at every hue that the accent can have', (least, pairs) => {
    const ofAccent = pairs.filter((pair) => pair.some((name) => name.startsWith('accent')));
    expect(ofAccent.length).toBeGreaterThan(4);
    const failing = Array.from({ length: 360 }, (_, hue) => hue).flatMap((hue) =>
      ofAccent
        .filter(([ink, ground]) => contrast(color(tokens, ink, hue), color(tokens, ground, hue)) < least)
        .map(([ink, ground]) => `${ink} on ${ground} at ${hue}`),
    );
    expect(failing).toEqual([]);
  });

  test('every color of the accent follows its hue', () => {
    const ofAccent = [...tokens].filter(
      ([name, value]) => /^--(color-accent|glow)/.test(name) && !/ 0 0\)/.test(value),
    );
    expect(ofAccent.map(([name]) => name)).toEqual(expect.arrayContaining(['--color-accent', '--glow']));
    for (const [name, value] of ofAccent) expect(value, name).toContain('var(--accent-hue, ');
  });

  test.each(hues)('the category color %s can be read on every ground and on its own wash', (hue) => {
    const ink = categoryColor(tokens, 'text', hue);
    for (const ground of grounds) {
      expect(contrast(ink, color(tokens, ground)), ground).toBeGreaterThanOrEqual(4.5);
    }
    for (const role of ['wash', 'deep']) {
      expect(contrast(ink, categoryColor(tokens, role, hue)), role).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color(tokens, 'text'), categoryColor(tokens, role, hue)), role).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('the light theme redefines every color of the dark one', () => {
  const redefined = declarations('\n:root[data-theme="light"]');
  const leaking = [...declarations('@theme').keys()].filter(
    (name) => name.startsWith('--color-') && name !== '--color-*' && !redefined.has(name),
  );
  expect(leaking).toEqual([]);
});

test('each of the ten designated categories and the default has a hue of its own name', () => {
  const designated = [
    ...['In-House Products', 'Carts', 'Flower', 'Concentrates', 'Edibles'],
    ...['Pre-rolls', 'Topical', 'BYOB', 'Munchies', 'Accessories'],
  ];
  const names = designated.map(categoryHue);
  expect(new Set(names).size).toBe(10);
  expect(hues.toSorted()).toEqual(['neutral', ...names].toSorted());
  for (const name of names) {
    expect(declarations(`[data-hue="${name}"]`).get('--category-hue')).toBe(`var(--hue-${name})`);
  }
  expect(categoryHue('any other')).toBe('neutral any other');
  expect(declarations('[data-hue^="neutral"]').get('--category-hue')).toBe('var(--hue-neutral)');
  // A renamed category keeps its color by these degrees.
  for (const name of designated) {
    expect(designatedDegrees(name)).toBe(Number(dark.get(`--hue-${categoryHue(name)}`)));
  }
});
