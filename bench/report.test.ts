import { expect, test } from 'vitest';
import { formatFigure, p99Figures, percentile } from './part.ts';
import { growthTable, tables, withFigures } from './report.ts';

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

test.each([
  [[5], 95, 5],
  [[1, 2, 3, 4], 50, 2],
  [Array.from({ length: 100 }, (_, at) => 100 - at), 95, 95],
])('of %j, %d percent are at most %d', (values, percent, expected) => {
  expect(percentile(values, percent)).toBe(expected);
});

test('a comparison has one row for each rival, and a figure without a bar is only shown', () => {
  const shop = { rate: 2999.6, p99: 9 };
  const comparison = { name: 'Add', unit: 'requests a second', shop };
  expect(
    tables({
      comparisons: [
        { ...comparison, rival: 'plain server', other: { rate: 1000 }, ratio: 3, bar: 3 },
        { ...comparison, rival: 'one statement', other: { rate: 4000 }, ratio: 0.75, bar: 0.7 },
      ],
      figures: [
        { name: 'Add, p99', value: 9.2, unit: 'ms', bar: 15 },
        { name: 'Other, p99', value: 12, unit: 'ms' },
      ],
    }),
  ).toEqual([
    [
      '| what | compared with | shop | the other | ratio | bar |',
      '|---|---|--:|--:|--:|--:|',
      '| Add (requests a second) | plain server | 3,000 | 1,000 | **3.00** | 3 |',
      '| Add (requests a second) | one statement | 3,000 | 4,000 | **0.75** | 0.7 |',
    ].join('\n'),
    ['| what | measured | bar |', '|---|--:|--:|', '| Add, p99 | 9 ms | 15 ms |', '| Other, p99 | 12 ms |  |'].join(
      '\n',
    ),
  ]);
});

test('what was measured on both engines is one row with a column for each, if the bar is the same', () => {
  expect(
    tables({
      figures: [
        { name: 'Add, SQLite, p99', value: 9, unit: 'ms', bar: 10 },
        { name: 'List, SQLite', value: 5, unit: 'ms' },
        { name: 'Add, PostgreSQL, p99', value: 12, unit: 'ms', bar: 10 },
        { name: 'List, PostgreSQL', value: 6, unit: 'ms', bar: 7 },
        { name: 'First card', value: 3, unit: 'ms' },
      ],
    }),
  ).toEqual([
    [
      '| what | SQLite | PostgreSQL | bar |',
      '|---|--:|--:|--:|',
      '| Add, p99 | 9 ms | 12 ms | 10 ms |',
      '| List | 5 ms |  |  |',
      '| List |  | 6 ms | 7 ms |',
    ].join('\n'),
    ['| what | measured | bar |', '|---|--:|--:|', '| First card | 3 ms |  |'].join('\n'),
  ]);
});

const growing = {
  of: 'products',
  lines: [
    {
      path: 'Upload',
      engine: 'SQLite',
      points: [
        { at: 1000, milliseconds: 10 },
        { at: 10_000, milliseconds: 100 },
      ],
    },
    {
      path: 'Add to cart',
      engine: 'PostgreSQL',
      points: [
        { at: 1000, milliseconds: 2 },
        { at: 10_000, milliseconds: 2 },
      ],
    },
  ],
};

test('a growth has a row for each call with both engines, and a column for each size', () => {
  const [upload, cart] = growing.lines;
  const slow = [
    { at: 1000, milliseconds: 7 },
    { at: 10_000, milliseconds: 8 },
  ];
  const others = [
    { ...upload!, engine: 'PostgreSQL', points: slow },
    { ...cart!, engine: 'SQLite', points: slow },
  ];
  const lines = [...growing.lines, ...others];
  expect(growthTable({ ...growing, lines })).toBe(
    [
      '| ms by products, SQLite / PostgreSQL | 1,000 | 10,000 |',
      '|---|--:|--:|',
      '| Upload | 10 / 7 | 100 / 8 |',
      '| Add to cart | 7 / 2 | 8 / 2 |',
    ].join('\n'),
  );
});

test('the shop has a bar for its 99th percentile, and a rival that has one is shown next to it', () => {
  const comparison = { name: 'Add', unit: 'requests a second', shop: { rate: 1, p99: 9 }, ratio: 1, bar: 1 };
  const comparisons = [
    { ...comparison, rival: 'plain server', other: { rate: 1, p99: 20 } },
    { ...comparison, rival: 'bare commits', other: { rate: 1 } },
  ];
  expect(p99Figures(comparisons, 15)).toEqual([
    { name: 'Add, p99', value: 9, unit: 'ms', bar: 15 },
    { name: 'Add, p99 of the plain server', value: 20, unit: 'ms' },
  ]);
});

test('figures are formatted with their unit', () => {
  expect(formatFigure(1499.6, 'ms')).toBe('1,500 ms');
  expect(formatFigure(148.26, 'kB')).toBe('148.3 kB');
  expect(formatFigure(0, 'shift')).toBe('0');
});
