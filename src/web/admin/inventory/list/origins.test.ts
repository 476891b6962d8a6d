import { expect, test } from 'vitest';
import type { ItemExplanation, Origin } from '#contract/inventory.ts';
import { originText, sinceText } from './origins.ts';

const origin = (stated: Partial<Origin>): Origin => ({
  changeId: 1,
  kind: 'edit',
  added: false,
  at: '2026-11-20T09:30:00.000Z',
  by: 'boss',
  before: 15,
  after: 20,
  ...stated,
});
const text = (number: Parameters<typeof originText>[0], stated: Partial<Origin>) =>
  originText(number, origin(stated), () => 'Nov 20');

test.each([
  ['markup', {}, 'Set for this item by boss, Nov 20. Before: $15.00.'],
  ['markup', { kind: 'bulk' }, 'Set for several items together by boss, Nov 20. Before: $15.00.'],
  ['markup', { kind: 'markup' }, 'Set by boss with a rule for many items, Nov 20. Before: $15.00.'],
  ['markup', { kind: 'revert' }, 'Brought back by an undo of boss, Nov 20. Before: $15.00.'],
  [
    'markup',
    { kind: 'sync', added: true, by: 'system', before: null },
    'The default markup, set when the item was added by the automatic sync, Nov 20.',
  ],
  ['markup', { kind: 'upload' }, 'The default markup, set by the upload of boss, Nov 20. Before: $15.00.'],
  ['price', { kind: 'sync', by: 'system' }, 'From the feed, by the automatic sync, Nov 20. Before: $15.00.'],
  ['price', { kind: 'upload', before: null }, 'From the file, by the upload of boss, Nov 20.'],
  ['quantity', { kind: 'sync' }, 'From the feed, by the sync of boss, Nov 20. Before: 15.'],
] as const)('a %s that comes from %j says so', (number, stated, sentence) => {
  expect(text(number, stated)).toBe(sentence);
});

test('a number that is older than the history says that', () => {
  expect(originText('price', null, () => '')).toMatch(/^No change in the history/);
});

test.each([
  [20, 20, null],
  [20, 18, '2 pieces shipped since.'],
  [20, 19, '1 piece shipped since.'],
  [20, 22, '2 pieces came back since.'],
])('of a stock that was set to %i and is %i now, orders did: %s', (after, quantity, sentence) => {
  expect(sinceText({ quantity, quantityOrigin: origin({ after }) } as ItemExplanation)).toBe(sentence);
});
