import { expect, test } from 'vitest';
import { readValues, writeValues } from './use-address-values.ts';

test('a list reads its own filters from the address and ignores all others', () => {
  expect(readValues('?tab=receipts&q=blue%20hour&status=paid&x=1', ['q', 'status', 'user'])).toEqual({
    q: 'blue hour',
    status: 'paid',
    user: '',
  });
});

test('changing one filter leaves the tab and the other filters in the address', () => {
  expect(writeValues('?tab=receipts&q=mara', { status: 'paid' })).toBe('?tab=receipts&q=mara&status=paid');
  expect(writeValues('?tab=receipts&q=mara&status=paid', { q: '' })).toBe('?tab=receipts&status=paid');
  expect(writeValues('?tab=receipts&q=mara', { q: '  ', status: undefined })).toBe('?tab=receipts');
});

test('a written value reads the same', () => {
  const typed = 'a & b = 100% #7 ?';
  expect(readValues(writeValues('?tab=users', { q: typed }), ['q']).q).toBe(typed);
});

test('a text that is too long for the server is cut', () => {
  expect(readValues(writeValues('', { q: 'a'.repeat(500) }), ['q']).q).toHaveLength(200);
});
