import { expect, test } from 'vitest';
import { readValues } from '../lists/use-address-values.ts';
import { RECEIPT_PARAMETERS, readFilter } from './receipts-view.ts';

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
