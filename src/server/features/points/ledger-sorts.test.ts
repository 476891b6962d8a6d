import { beforeAll, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import {
  type adminTransaction,
  grantPoints,
  LEDGER_SORTS,
  type LedgerSort,
  listAllTransactions,
  transactionsCsv,
} from '#contract/points.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { readPages } from '../../testing/calls.ts';
import { buildAdmin, buildMember, type TestUser } from '../../testing/factories.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Entry = z.infer<typeof adminTransaction>;

const nameOf = ({ username }: Entry) => username.toLowerCase();

/** How two entries follow each other in each order. */
const FOLLOWS: Readonly<Record<LedgerSort, (a: Entry, b: Entry) => boolean>> = {
  newest: (a, b) => a.id > b.id,
  oldest: (a, b) => a.id < b.id,
  'points-high': (a, b) => a.points > b.points || (a.points === b.points && a.id > b.id),
  'points-low': (a, b) => a.points < b.points || (a.points === b.points && a.id < b.id),
  member: (a, b) => nameOf(a) < nameOf(b) || (nameOf(a) === nameOf(b) && a.id > b.id),
  'member-last': (a, b) => nameOf(a) > nameOf(b) || (nameOf(a) === nameOf(b) && a.id > b.id),
};

bothDatabases((shop) => {
  let admin: TestUser;
  beforeAll(async () => {
    admin = await buildAdmin(shop());
    const names = ['cora', 'Anna', 'bea1', 'bea2'];
    for (const username of names) await buildMember(shop(), { username });
    for (let entry = 0; entry < 30; entry++) {
      const username = names[(entry * 7) % names.length]!;
      // Each has 40 points before anything is taken.
      const points = entry < names.length ? 40 : [5, -3, 20, 5, -1][entry % 5]!;
      const body = { username, points, reason: entry % 3 === 0 ? 'Market' : 'Because' };
      expect((await admin.call(grantPoints, { body })).status).toBe(200);
    }
  });

  const readQuery = (query: object) =>
    admin.call(listAllTransactions, { query: query as GivenQueryOf<typeof listAllTransactions> });
  const list = async (query: object) => (await readQuery(query)).body;

  test('in every order and with every filter, the pages together are the whole list once', async () => {
    for (const sort of LEDGER_SORTS) {
      for (const filter of [{}, { kind: 'deducted' }, { user: 'anna' }, { q: 'market' }]) {
        const whole = await list({ ...filter, sort, limit: 200 });
        expect(whole.total).toBe(whole.transactions.length);
        expect(whole.transactions.length).toBeGreaterThan(4);
        for (const [index, entry] of whole.transactions.slice(1).entries()) {
          expect(FOLLOWS[sort](whole.transactions[index]!, entry)).toBe(true);
        }
        for (const limit of [1, 4]) {
          const pages = await readPages((cursor) => list({ ...filter, sort, limit, cursor }));
          expect(pages.flatMap((page) => page.transactions)).toEqual(whole.transactions);
        }
      }
    }
  });

  test('an entry that is added between two pages moves no other one to the next page', async () => {
    const first = await list({ sort: 'points-high', limit: 5 });
    const body = { username: 'anna', points: 1000, reason: 'Because' };
    await admin.call(grantPoints, { body });
    const second = await list({ sort: 'points-high', limit: 200, cursor: first.nextCursor });
    const whole = await list({ sort: 'points-high', limit: 200 });
    expect([...first.transactions, ...second.transactions]).toEqual(whole.transactions.slice(1));
  });

  test('the position in another order shows the first page', async () => {
    const { nextCursor } = await list({ sort: 'points-high', limit: 3 });
    for (const sort of LEDGER_SORTS.filter((other) => other !== 'points-high')) {
      const [first, moved] = [await list({ sort, limit: 3 }), await list({ sort, limit: 3, cursor: nextCursor! })];
      expect(moved.transactions).toEqual(first.transactions);
    }
    expect(await readQuery({ sort: 'loudest' })).toMatchObject({ status: 400 });
  });

  test('the CSV has the same rows in the same order', async () => {
    for (const sort of LEDGER_SORTS) {
      const { text } = await admin.call(transactionsCsv, { query: { sort, q: 'market' } });
      const ids = text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => Number(line.split(',')[0]));
      expect(ids).toEqual((await list({ sort, q: 'market', limit: 200 })).transactions.map(({ id }) => id));
    }
  });
});
