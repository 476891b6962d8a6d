import { expect, test } from 'vitest';
import { rank } from './rank.ts';

const entries = [
  { label: 'Go to Receipts', words: 'orders' },
  { label: 'Go to Inventory', words: 'items stock' },
  { label: 'Shop notices', words: 'closed holiday' },
  { label: 'Notifications', words: 'webhook' },
  { label: 'Export receipts', words: 'csv download' },
  { label: 'Purchase limits' },
];
const labels = (typed: string) => rank(entries, typed).map(({ label }) => label);

test.each([
  ['', entries.map(({ label }) => label)],
  ['notices', ['Shop notices']],
  ['NOT', ['Notifications', 'Shop notices']],
  ['stock', ['Go to Inventory']],
  ['receipts', ['Go to Receipts', 'Export receipts']],
  ['exp rec', ['Export receipts']],
  ['csv', ['Export receipts']],
  ['holiday shop', ['Shop notices']],
  ['prlm', ['Purchase limits']],
  ['receipts closed', []],
  ['zzz', []],
])('"%s" finds %j', (typed, found) => {
  expect(labels(typed)).toEqual(found);
});

test('one or two letters find only what has them side by side', () => {
  expect(rank([{ label: 'Purchase limits' }, { label: 'Rates' }], 're')).toEqual([]);
});
