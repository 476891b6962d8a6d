import { describe, expect, test } from 'vitest';
import { decide, type Operation } from './linearize.ts';

/** A counter: calls add to it, or read it. */
const add = (by: number, start: number, end: number): Operation<number> => ({
  name: `add ${by}`,
  start,
  end,
  isCertain: Number.isFinite(end),
  isRead: false,
  apply: (state) => state + by,
});
const read = (value: number, start: number, end: number): Operation<number> => ({
  name: `read ${value}`,
  start,
  end,
  isCertain: true,
  isRead: true,
  apply: (state) => (state === value ? state : null),
});
const set = (value: number, start: number, end: number): Operation<number> => ({
  ...add(0, start, end),
  name: `set ${value}`,
  apply: () => value,
});
const NEVER = Number.POSITIVE_INFINITY;

const outcomeOf = (operations: Operation<number>[]) => decide({ name: 'counter', initial: 0, operations }).outcome;

describe('an order of the calls explains', () => {
  test.each<[string, Operation<number>[]]>([
    ['no call at all', []],
    ['calls one after the other', [add(1, 0, 1), read(1, 2, 3), add(2, 4, 5), read(3, 6, 7)]],
    ['a read during a change that still sees the old value', [add(1, 0, 10), read(0, 1, 2)]],
    ['a read during a change that sees the new value', [add(1, 0, 10), read(1, 1, 2), read(1, 3, 4)]],
    ['two changes at once, seen in either order', [set(1, 0, 10), set(2, 0, 10), read(2, 2, 3), read(1, 4, 5)]],
    ['a call without an answer that took effect', [add(5, 0, NEVER), read(5, 1, 2)]],
    ['a call without an answer that took effect much later', [add(5, 0, NEVER), read(0, 1, 2), read(5, 3, 4)]],
    ['a call without an answer that never took effect', [add(5, 0, NEVER), read(0, 1, 2)]],
  ])('%s', (_, operations) => {
    expect(outcomeOf(operations)).toBe('explained');
  });
});

describe('no order of the calls explains', () => {
  test.each<[string, Operation<number>[]]>([
    ['a change that was acknowledged and is not seen afterwards', [add(1, 0, 1), read(0, 2, 3)]],
    ['a change that is seen before it was asked for', [read(1, 0, 1), add(1, 2, 3)]],
    ['a value that was seen and is gone again', [add(1, 0, 10), read(1, 1, 2), read(0, 3, 4)]],
    ['two changes at once of which one is lost', [add(1, 0, 10), add(1, 0, 10), read(1, 11, 12)]],
    ['a call without an answer that took effect twice', [add(5, 0, NEVER), read(10, 1, 2)]],
    ['a call without an answer that took effect before it was asked for', [read(5, 0, 1), add(5, 2, NEVER)]],
  ])('%s', (_, operations) => {
    expect(outcomeOf(operations)).toBe('impossible');
  });

  test('and the call is named at which every order ends', () => {
    const operations = [add(1, 0, 1), read(1, 2, 3), read(7, 4, 5), read(1, 6, 7)];
    const verdict = decide({ name: 'counter', initial: 0, operations });
    expect(verdict).toEqual({ outcome: 'impossible', stuckAt: 'read 7', state: '1' });
  });
});

test('a hundred calls in a row with eight at once are decided soon', () => {
  const operations = Array.from({ length: 100 }, (_, index) => add(1, index, index + 8));
  expect(decide({ name: 'counter', initial: 0, operations: [...operations, read(100, 200, 201)] }).outcome).toBe(
    'explained',
  );
  expect(decide({ name: 'counter', initial: 0, operations: [...operations, read(99, 200, 201)] }).outcome).toBe(
    'impossible',
  );
});

test('a search that would take too long ends without a verdict', () => {
  const operations = Array.from({ length: 12 }, (_, index) => set(index, 0, 100));
  expect(decide({ name: 'counter', initial: 0, operations: [...operations, read(77, 200, 201)] }, 100).outcome).toBe(
    'undecided',
  );
});
