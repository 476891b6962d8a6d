import { expect, test } from 'vitest';
import { RECEIPT_SORTS } from '#contract/receipts.admin.ts';
import { readValues } from '../lists/use-address-values.ts';
import { columnSort, RECEIPT_PARAMETERS, readFilter, readSort, SORT_LABELS } from './receipts-view.ts';

const read = (query: string) => readValues(query, RECEIPT_PARAMETERS);
const NONE = { q: '', user: '', batch: '' };

test('the list reads its filters from the address', () => {
  const query = '?tab=receipts&q=fog&user=mara&status=paid&from=2026-11-01&to=2026-11-30&minTotal=50&maxTotal=99.50';
  expect(readFilter(read(query))).toEqual({
    q: 'fog',
    user: 'mara',
    batch: '',
    status: 'paid',
    from: '2026-11-01',
    to: '2026-11-30',
    minTotal: '50',
    maxTotal: '99.50',
  });
});

test('the sales of some days and of an item are filters too', () => {
  expect(readFilter(read('?paidFrom=2026-11-01&paidTo=2026-11-30&item=12'))).toEqual({
    ...NONE,
    paidFrom: '2026-11-01',
    paidTo: '2026-11-30',
    item: '12',
  });
});

test.each([
  '?paidFrom=2026-02-30',
  '?paidTo=now',
  '?item=0',
  '?item=x',
  '?status=lost',
  '?from=2026-02-30',
  '?to=tomorrow',
  '?minTotal=much',
  '?maxTotal=1.234',
  '?paymentSent=1',
])('what the shop would refuse is ignored: %s', (query) => {
  expect(readFilter(read(query))).toEqual(NONE);
});

test('an unknown order is the usual one', () => {
  expect(readSort(read('?sort=total-low'))).toBe('total-low');
  expect(readSort(read('?sort=loudest'))).toBe('newest');
  expect(readSort(read(''))).toBe('newest');
});

test('every order of the list belongs to the head of a column, and a second press turns it around', () => {
  const columns = ['state', 'member', 'total', 'confirmed'] as const;
  const reached = columns.flatMap((column) => {
    const other = column === 'total' ? 'newest' : 'total-high';
    const first = columnSort(column, other).next;
    const { sorted, next: second } = columnSort(column, first);
    const turned = columnSort(column, second);
    expect(new Set([sorted, turned.sorted])).toEqual(new Set(['asc', 'desc']));
    expect(turned.next).toBe(first);
    expect(columnSort(column, other).sorted).toBe(false);
    return [first, second];
  });
  expect(reached.toSorted()).toEqual(RECEIPT_SORTS.toSorted());
  expect(Object.keys(SORT_LABELS)).toEqual(RECEIPT_SORTS);
});
