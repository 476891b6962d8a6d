import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inWords, percentile } from './part.ts';
import { PARTS } from './parts.ts';
import { withFigures } from './report.ts';

const text = [
  'Words before.',
  '<!-- measured: npm run bench -- cart -->',
  'old',
  '<!-- /measured -->',
  'Words between.',
  '<!-- measured: npm run bench -- login -->',
  'kept',
  '<!-- /measured -->',
].join('\n');

test('the figures of one part take the place of its old ones, and of nothing else', () => {
  expect(withFigures(text, 'cart', 'new')).toBe(text.replace('old', 'new'));
  expect(withFigures(withFigures(text, 'cart', 'a\nb'), 'cart', 'old')).toBe(text);
  expect(() => withFigures(text, 'upload', 'new')).toThrow('upload');
});

test('every part has a place in BENCHMARKS.md', () => {
  const file = readFileSync(new URL('../BENCHMARKS.md', import.meta.url), 'utf8');
  for (const { name } of PARTS) expect(withFigures(file, name, 'figures')).toContain('figures');
});

test.each([
  [[5], 95, 5],
  [[1, 2, 3, 4], 50, 2],
  [Array.from({ length: 100 }, (_, at) => 100 - at), 95, 95],
])('of %j the %d in a hundred are at most %d', (values, percent, expected) => {
  expect(percentile(values, percent)).toBe(expected);
});

test('figures are written with their unit', () => {
  expect(inWords(1499.6, 'ms')).toBe('1,500 ms');
  expect(inWords(148.26, 'kB')).toBe('148.3 kB');
  expect(inWords(0, 'shift')).toBe('0');
});
