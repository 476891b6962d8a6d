import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatFigure, percentile } from './part.ts';
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

test('the figures of a part replace its old ones and nothing else', () => {
  expect(withFigures(text, 'cart', 'new')).toBe(text.replace('old', 'new'));
  expect(withFigures(withFigures(text, 'cart', 'a\nb'), 'cart', 'old')).toBe(text);
  expect(() => withFigures(text, 'upload', 'new')).toThrow('upload');
});

test('every part has a block in BENCHMARKS.md', () => {
  const file = readFileSync(new URL('../BENCHMARKS.md', import.meta.url), 'utf8');
  for (const { name } of PARTS) expect(withFigures(file, name, 'figures')).toContain('figures');
});

test.each([
  [[5], 95, 5],
  [[1, 2, 3, 4], 50, 2],
  [Array.from({ length: 100 }, (_, at) => 100 - at), 95, 95],
])('of %j, %d percent are at most %d', (values, percent, expected) => {
  expect(percentile(values, percent)).toBe(expected);
});

test('figures are formatted with their unit', () => {
  expect(formatFigure(1499.6, 'ms')).toBe('1,500 ms');
  expect(formatFigure(148.26, 'kB')).toBe('148.3 kB');
  expect(formatFigure(0, 'shift')).toBe('0');
});
