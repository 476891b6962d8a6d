import { sql } from 'kysely';
import { throughIds } from '../../db/id-ranges.ts';
import { manyRows } from '../../db/json.ts';
import type { Db } from '../../db/types.ts';
import {
  countReceipts,
  listReceipts,
  matching,
  numbersOfPage,
  type ReceiptFilter,
  type ReceiptPage,
} from './receipt-reads.queries.ts';

interface Searched extends ReceiptPage {
  /** Aborts when nobody waits for the page any more. */
  left?: AbortSignal;
  /** The numbers that one statement looks through, if a test is about that. */
  idsAtOnce?: number;
}

/**
 * One page of receipts in an order, and how many there are in all. A search goes through all receipts, so it gives way to
 * other calls (db/id-ranges.ts).
 * @throws AbandonedError once nobody waits any more
 */
export const findReceipts = async (db: Db, filter: ReceiptFilter, { left, idsAtOnce, ...page }: Searched) => {
  if (!filter.q?.trim()) {
    const [rows, counted] = await Promise.all([listReceipts(db, { ...filter, ...page }), countReceipts(db, filter)]);
    return { rows, ...counted };
  }
  const sums = { count: 0, cents: 0 };
  let numbers: number[] = [];
  await throughIds(db, { table: 'receipts', column: 'number', left, idsAtOnce }, async (range) => {
    const found = await manyRows(db, withCents(db, { ...filter, range }));
    sums.count += found.length;
    sums.cents += found.reduce((sum, { cents }) => sum + cents, 0);
    const isFull = page.sort === 'newest' && numbers.length === page.limit;
    if (found.length === 0 || isFull) return;
    const candidates = [...numbers, ...found.map(({ number }) => number)];
    const first = await numbersOfPage(db, { ...page, numbers: candidates }).execute();
    numbers = first.map(({ number }) => number);
  });
  const [rows, counted] = await Promise.all([listReceipts(db, { ...page, numbers }), countReceipts(db, filter, sums)]);
  return { rows, ...counted };
};

const withCents = (db: Db, filter: ReceiptFilter) =>
  matching(db, filter).select([
    'receipts.number',
    sql<number>`receipts.total_cents - receipts.shipping_cents`.as('cents'),
  ]);
