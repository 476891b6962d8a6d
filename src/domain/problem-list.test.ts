import { expect, test } from 'vitest';
import { ProblemList } from './problem-list.ts';

const listOf = (...kinds: string[]) => {
  const list = new ProblemList('rows');
  for (const [at, kind] of kinds.entries()) list.add(kind, { text: () => `Row ${at + 1}: ${kind}`, place: at + 1 });
  return list.lines();
};

test('few equal problems are listed one by one', () => {
  expect(listOf('a', 'b', 'a', 'a').lines).toEqual(['Row 1: a', 'Row 2: b', 'Row 3: a', 'Row 4: a']);
});

test('many equal problems are one line, and hide no other', () => {
  const { lines, more } = listOf(...Array.from({ length: 1300 }, () => 'a'), 'b');
  expect(lines).toEqual(['Row 1: a. The same in 1,299 more: rows 2, 3, 4, 5, 6, …', 'Row 1301: b']);
  expect(more).toBe(0);
});

test('all places of some equal problems are named', () => {
  expect(listOf('a', 'a', 'a', 'a').lines).toEqual(['Row 1: a. The same in 3 more: rows 2, 3, 4']);
});

test('at most 100 lines are listed, and the others are counted', () => {
  const { lines, more } = listOf(...Array.from({ length: 130 }, (_, at) => `a${at}`));
  expect(lines).toHaveLength(100);
  expect(more).toBe(30);
});
