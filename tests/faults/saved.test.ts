import { describe, expect, test } from 'vitest';
import { compareOrders, type SavedOrders } from './saved.ts';

const told = (pieces: number, receipts: string[] = [], unsettled = { pieces: 0, receipts: 0 }) => [
  { username: 'mara', pieces, receipts: new Set(receipts), unsettled },
];
const saved = (pieces: number, receipts: string[] = []): Map<string, SavedOrders> =>
  new Map([['mara', { pieces, receipts: new Set(receipts) }]]);

describe('what members were told is compared with the database', () => {
  test('everything acknowledged is there, next to what was there before', () => {
    const differences = compareOrders(told(3, ['b']), saved(4, ['a']), saved(7, ['a', 'b']));
    expect(differences).toEqual({ lost: 0, extra: 0 });
  });

  test('acknowledged pieces and receipts that are missing are lost', () => {
    expect(compareOrders(told(3, ['a', 'b']), saved(0), saved(1, ['a']))).toEqual({ lost: 3, extra: 0 });
    expect(compareOrders(told(3, ['a']), saved(0), new Map())).toEqual({ lost: 4, extra: 0 });
  });

  test('pieces and receipts that nobody was told of are extra', () => {
    expect(compareOrders(told(3, ['a']), saved(0), saved(5, ['a', 'b']))).toEqual({ lost: 0, extra: 3 });
  });

  test('a call whose outcome is not known may have been saved', () => {
    const unknown = { pieces: 1, receipts: 1 };
    expect(compareOrders(told(3, [], unknown), saved(0), saved(4, ['a']))).toEqual({ lost: 0, extra: 0 });
    expect(compareOrders(told(3, [], unknown), saved(0), saved(3))).toEqual({ lost: 0, extra: 0 });
    expect(compareOrders(told(3, [], unknown), saved(0), saved(5, ['a', 'b']))).toEqual({ lost: 0, extra: 2 });
  });
});
