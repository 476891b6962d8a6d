import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { RECEIPT_SORTS } from '#contract/receipts.admin.ts';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import type { Position } from '../../db/list-order.ts';
import { AbandonedError } from '../../lib/concurrency.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { cases } from '../../testing/cases.ts';
import { buildItem, buildMember } from '../../testing/factories.ts';
import { otherWorkDuring } from '../../testing/other-work.ts';
import { insertRow } from '../../testing/rows.ts';
import { countReceipts, listReceipts, type ReceiptFilter } from './receipt-reads.queries.ts';
import { findReceipts } from './receipt-search.queries.ts';
import { positionOf } from './receipt-sorts.queries.ts';

vi.setConfig({ hookTimeout: 60_000 });

const RECEIPTS = 120;
/** The first one is in no receipt. */
const CODES = ['TXID-of-tansy-1', 'TXID-entered-2', 'bc1qjuniper0001'] as const;
const WORDS = [
  'nothing at all',
  '%',
  'juniper',
  'SORREL',
  'haze',
  'Tansy',
  '#1042',
  '1043',
  '25.00',
  '$25',
  ...CODES,
  'e',
];

bothDatabases((shop) => {
  const db = () => shop().database.read;

  beforeAll(async () => {
    const { id: item_id } = await buildItem(shop());
    const people = ['Juniper', 'sorrel', 'Sorrel2', 'wren'];
    const members = await Promise.all(people.map((username) => buildMember(shop(), { username })));
    for (let n = 0; n < RECEIPTS; n++) {
      const { id } = await insertRow(shop(), 'receipts', {
        user_id: members[(n * 7) % members.length]!.id,
        // Numbers have gaps.
        number: 1000 + n + (n > 50 ? 40 : 0),
        status: RECEIPT_STATUSES[(n * 5) % RECEIPT_STATUSES.length]!,
        total_cents: 2000 + (n % 4) * 500,
        shipping_cents: 500,
        created_at: n,
        paid_at: n % 3 === 0 ? null : n,
        txid: n % 40 === 0 ? CODES[0] : null,
      });
      if (n % 40 === 7) {
        const { id: payment_id } = await insertRow(shop(), 'payments', { receipt_id: id });
        await insertRow(shop(), 'payment_texts', { payment_id, txid: CODES[1] });
      }
      if (n === 77) await insertRow(shop(), 'order_addresses', { address: CODES[2], receipt_id: id });
      for (let position = 0; position < n % 3; position++) {
        const product_name = ['Blue Haze', 'Tansy tea', '100% hemp'][(n + position) % 3]!;
        await insertRow(shop(), 'receipt_lines', { receipt_id: id, position, item_id, product_name });
      }
    }
  });

  test('a search in ranges finds what one statement finds, in every order and page by page', async () => {
    const searches = fc.record<ReceiptFilter & { q: string }>({
      q: fc.constantFrom(...WORDS),
      status: fc.option(fc.constantFrom(...RECEIPT_STATUSES), { nil: undefined, freq: 1 }),
      user: fc.constantFrom(undefined, undefined, undefined, 'juniper'),
      paidSince: fc.option(fc.nat({ max: RECEIPTS }), { nil: undefined, freq: 1 }),
    });
    const pages = fc.record({
      sort: fc.constantFrom(...RECEIPT_SORTS),
      limit: fc.integer({ min: 1, max: 40 }),
      idsAtOnce: fc.integer({ min: 3, max: 200 }),
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(searches, pages, async (filter, { sort, limit, idsAtOnce }) => {
        const counted = await countReceipts(db(), filter);
        let after: Position | null = null;
        for (let page = 0; page < 3; page++) {
          const searched = await findReceipts(db(), filter, { sort, after, limit, idsAtOnce });
          const rows = await listReceipts(db(), { ...filter, sort, after, limit });
          expect(searched).toEqual({ rows, ...counted });
          found += rows.length;
          if (rows.length < limit) break;
          after = positionOf(sort, rows.at(-1)!);
        }
      }),
      { numRuns: cases(20, 60) },
    );
    expect(found).toBeGreaterThan(300);
    for (const q of WORDS) expect((await countReceipts(db(), { q })).total > 0, q).toBe(q !== WORDS[0]);
  });

  test('other calls run while receipts are searched', async () => {
    const page = { sort: 'total-high', after: null, limit: 5, idsAtOnce: 4 } as const;
    expect(await otherWorkDuring(() => findReceipts(db(), { q: 'sorrel' }, page))).toBeGreaterThan(RECEIPTS / 4);
  });

  test('a search of somebody who has left ends', async () => {
    const page = { sort: 'newest', after: null, limit: 5, left: AbortSignal.abort() } as const;
    await expect(findReceipts(db(), { q: 'sorrel' }, page)).rejects.toThrow(AbandonedError);
  });
});
