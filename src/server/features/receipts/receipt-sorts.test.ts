import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import {
  type AdminReceipt,
  listAllReceipts,
  moveReceipt,
  RECEIPT_SORTS,
  type ReceiptSort,
  receiptsCsv,
} from '#contract/receipts.admin.ts';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { readPages } from '../../testing/calls.ts';
import { cases } from '../../testing/cases.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 86_400_000;

const stateOf = ({ status }: AdminReceipt) => RECEIPT_STATUSES.indexOf(status);
const nameOf = ({ username }: AdminReceipt) => username.toLowerCase();

/** How two receipts follow each other in each order. */
const FOLLOWS: Readonly<Record<ReceiptSort, (a: AdminReceipt, b: AdminReceipt) => boolean>> = {
  newest: (a, b) => a.number > b.number,
  oldest: (a, b) => a.number < b.number,
  'total-high': (a, b) => Number(a.total) > Number(b.total) || (a.total === b.total && a.number > b.number),
  'total-low': (a, b) => Number(a.total) < Number(b.total) || (a.total === b.total && a.number < b.number),
  state: (a, b) => stateOf(a) < stateOf(b) || (a.status === b.status && a.number > b.number),
  'state-last': (a, b) => stateOf(a) > stateOf(b) || (a.status === b.status && a.number > b.number),
  member: (a, b) => nameOf(a) < nameOf(b) || (nameOf(a) === nameOf(b) && a.number > b.number),
  'member-last': (a, b) => nameOf(a) > nameOf(b) || (nameOf(a) === nameOf(b) && a.number > b.number),
};

bothDatabases(
  (shop) => {
    let admin: TestUser;
    beforeAll(async () => {
      const { id } = await buildItem(shop(), { quantity: 500, priceCents: 1000, markupCents: 0 });
      const buyers = [];
      const receipts: string[] = [];
      for (const username of ['cora', 'Anna', 'bea1', 'bea2']) buyers.push(await buildBuyer(shop(), { username }));
      for (let order = 0; order < 24; order++) {
        const { add, confirm } = buyers[(order * 7) % buyers.length]!;
        await add(id, 1 + ((order * 5) % 4));
        const { status, body } = await confirm();
        expect(status).toBe(201);
        receipts.push(body.receipt.id);
        if (order % 6 === 5) shop().advance(DAY_MS / 4);
      }
      admin = await buildAdmin(shop());
      const move = (id: string, to: 'paid' | 'shipped' | 'completed' | 'cancelled') =>
        admin.call(moveReceipt, { params: { id }, body: { status: to } });
      for (const [index, id] of receipts.entries()) {
        if (index % 5 === 1) await move(id, 'cancelled');
        for (const step of (['paid', 'shipped', 'completed'] as const).slice(0, index % 5 === 1 ? 0 : index % 4)) {
          expect((await move(id, step)).status).toBe(200);
        }
      }
    });

    const readQuery = (query: object) =>
      admin.call(listAllReceipts, { query: query as GivenQueryOf<typeof listAllReceipts> });
    const list = async (query: object) => (await readQuery(query)).body;

    test('in every order and with every filter, the pages together are the whole list once', async () => {
      const filters = [{}, { minTotal: '35' }, { user: 'anna' }, { from: '2026-03-02' }, { q: 'bea' }] as const;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...RECEIPT_SORTS),
          fc.integer({ min: 1, max: 9 }),
          fc.constantFrom(...filters),
          async (sort, limit, filter) => {
            const whole = await list({ ...filter, sort, limit: 200 });
            const pages = await readPages((cursor) => list({ ...filter, sort, limit, cursor }));
            const receipts = pages.flatMap((page) => page.receipts);
            expect(receipts).toEqual(whole.receipts);
            expect(whole.total).toBe(receipts.length);
            for (const [index, receipt] of receipts.slice(1).entries()) {
              expect(FOLLOWS[sort](receipts[index]!, receipt)).toBe(true);
            }
          },
        ),
        { numRuns: cases(15, 40) },
      );
    });

    test('the position in another order shows the first page', async () => {
      const { nextCursor } = await list({ sort: 'total-high', limit: 3 });
      for (const sort of RECEIPT_SORTS.filter((other) => other !== 'total-high')) {
        const [first, moved] = [await list({ sort, limit: 3 }), await list({ sort, limit: 3, cursor: nextCursor! })];
        expect(moved.receipts).toEqual(first.receipts);
      }
      expect(await readQuery({ sort: 'loudest' })).toMatchObject({ status: 400 });
    });

    test('days are those of the shop, and both ends belong to the range', async () => {
      // From 6 AM in Denver on, six orders every six hours. The last six came at midnight.
      const { receipts } = await list({ limit: 200 });
      const onDay = async (from: string | undefined, to: string | undefined) => (await list({ from, to })).total;
      expect(receipts[0]!.createdAt).toBe('2026-03-02T07:00:00.000Z');
      expect(await onDay('2026-03-01', '2026-03-01')).toBe(18);
      expect(await onDay('2026-03-02', '2026-03-02')).toBe(6);
      expect(await onDay(undefined, '2026-02-28')).toBe(0);
      expect(await onDay('2026-03-03', undefined)).toBe(0);
      expect(await onDay('2026-03-02', '2026-03-01')).toBe(0);
      expect(await onDay('0001-01-01', '9999-12-31')).toBe(24);
      expect(await readQuery({ from: '2026-02-30' })).toMatchObject({ status: 400 });
    });

    test('a range of totals has both its ends, and an empty end is none', async () => {
      const totals = async (query: object) => [
        ...new Set((await list({ limit: 200, sort: 'total-low', ...query })).receipts.map(({ total }) => total)),
      ];
      expect(await totals({})).toEqual(['25.00', '35.00', '45.00', '55.00']);
      expect(await totals({ minTotal: '35', maxTotal: '45.00' })).toEqual(['35.00', '45.00']);
      expect(await totals({ minTotal: '35.01', maxTotal: '' })).toEqual(['45.00', '55.00']);
      expect(await readQuery({ minTotal: 'much' })).toMatchObject({ status: 400 });
    });

    test('the CSV has the same rows in the same order', async () => {
      for (const sort of RECEIPT_SORTS) {
        const query = { sort, minTotal: '35' };
        const { text } = await admin.call(receiptsCsv, { query });
        const numbers = text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => Number(line.split(',')[0]));
        expect(numbers).toEqual((await list({ ...query, limit: 200 })).receipts.map(({ number }) => number));
      }
    });
  },
  { now: Date.UTC(2026, 2, 1, 13), settings: { TIME_ZONE: 'America/Denver', RESERVATION_HOURS: '900' } },
);
