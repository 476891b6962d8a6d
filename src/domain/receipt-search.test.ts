import { expect, test } from 'vitest';
import { namedReceipt } from './receipt-search.ts';

const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

test.each([
  ['1004', { number: 1004, totalCents: 100_400, codes: null }],
  ['#1004', { number: 1004, totalCents: null, codes: null }],
  ['115.00', { number: null, totalCents: 11_500, codes: null }],
  ['115.5', { number: null, totalCents: 11_550, codes: null }],
  ['$1,115.00', { number: null, totalCents: 111_500, codes: null }],
  ['1,11', { number: null, totalCents: null, codes: null }],
  ['115.005', { number: null, totalCents: null, codes: null }],
  [address, { number: null, totalCents: null, codes: [address] }],
  [address.toUpperCase(), { number: null, totalCents: null, codes: [address.toUpperCase(), address] }],
  ['PAY-2026-11', { number: null, totalCents: null, codes: ['PAY-2026-11', 'pay-2026-11'] }],
  ['grandfather', { number: null, totalCents: null, codes: null }],
  ['blue dream 3.5g', { number: null, totalCents: null, codes: null }],
])('"%s" can name a receipt by %j', (text, named) => {
  expect(namedReceipt(text)).toEqual(named);
});
