import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COLUMN_FACTS,
  COLUMN_WIDTHS,
  COLUMNS,
  columnWords,
  moveColumn,
  readColumns,
  type ShownColumn,
  shownColumns,
  USUAL_COLUMNS,
} from './columns.ts';

const anyColumns = fc
  .tuple(
    fc.shuffledSubarray([...COLUMNS].filter((column) => column !== 'name')),
    fc.array(fc.option(fc.integer({ min: COLUMN_WIDTHS.least, max: COLUMN_WIDTHS.most })), {
      minLength: COLUMNS.length,
      maxLength: COLUMNS.length,
    }),
  )
  .map(([others, widths]): ShownColumn[] =>
    (['name', ...others] as const).map((column, at) => ({ column, width: widths[at]! })),
  );

test('columns, their order and their widths are the same after a look at the address', () => {
  fc.assert(
    fc.property(anyColumns, (columns) => {
      expect(readColumns(columnWords(columns))).toEqual(columns);
    }),
  );
});

const USUAL = USUAL_COLUMNS.map(({ column }) => column).join();

test.each<[string, string]>([
  ['', ''],
  ['nothing,qty ,9', ''],
  ['qty', 'name,qty'],
  ['qty,name-300,qty-90', 'name-300,qty-90'],
  ['qty-1,tiers-9999', 'name,qty-72,tiers-640'],
  [USUAL, ''],
  [COLUMNS.join(), COLUMNS.join()],
])('the columns "%s" of an address are "%s"', (address, words) => {
  expect(columnWords(readColumns(address))).toBe(words);
});

test('a column moves by one place, and the name stays first', () => {
  const words = (column: 'name' | 'brand' | 'category' | 'status', by: -1 | 1) =>
    moveColumn(USUAL_COLUMNS, column, by).map((each) => each.column);
  expect(words('category', -1).slice(0, 3)).toEqual(['name', 'category', 'brand']);
  expect(words('brand', 1).slice(0, 3)).toEqual(['name', 'category', 'brand']);
  for (const [column, by] of [
    ['brand', -1],
    ['name', 1],
    ['status', 1],
  ] as const) {
    expect(words(column, by).join()).toBe(USUAL);
  }
});

const LAB = { lab: 'expired', label: null };
const LABELS = { lab: null, label: 'check' };

test('a list of lab results shows until when they hold, unless somebody has chosen columns', () => {
  const names = (words: string, about: typeof LAB | typeof LABELS) =>
    shownColumns(words, about).map(({ column }) => column);
  expect(names('', LAB)).toContain('lab');
  expect(names('', LAB)).not.toContain('description');
  expect(names('', LABELS)).not.toContain('lab');
  expect(names('name,qty', LAB)).toEqual(['name', 'qty']);
});

test('labels to check have more room than other labels', () => {
  const label = shownColumns('', LABELS).find(({ column }) => column === 'label');
  expect(label?.width).toBeGreaterThan(COLUMN_FACTS.label.width);
  expect(shownColumns('', { lab: null, label: 'set' })).toBe(USUAL_COLUMNS);
});

test.each([LAB, LABELS])('the columns of a list about %j fit a page of 1440 pixels', (about) => {
  // Beside the checkbox and the history.
  const width = shownColumns('', about).reduce(
    (sum, { column, width }) => sum + (width ?? COLUMN_FACTS[column].width),
    88,
  );
  expect(width).toBeLessThanOrEqual(1390);
});
