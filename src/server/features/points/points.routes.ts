import * as z from 'zod/mini';
import { ShopError } from '#contract/errors.ts';
import { grantPoints, listAllTransactions, transactionsCsv } from '#contract/points.admin.ts';
import { getPoints, issueTestPoints, listPointsTransactions } from '#contract/points.ts';
import { type CsvRow, sendCsv } from '../../csv.ts';
import type { Db } from '../../db/shop-database.ts';
import { cutPage, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { presentAdminTransaction, presentTransaction } from './points.present.ts';
import { entryBefore, findBalance, type LedgerFilter, listEntries, sumEntries } from './points.queries.ts';
import { givePoints } from './points.service.ts';

/** A member's balance and ledger, and what admins see and do of all of them (decisions §6, §8 "points"). */
export const registerPoints: Feature = (serve, deps) => {
  const { read } = deps.database;

  serve(getPoints, async ({ user: { userId } }) => ({ balance: await findBalance(read, { userId }) }));

  serve(listPointsTransactions, async ({ user: { userId }, query: { limit, cursor } }) => {
    const rows = await listEntries(read, { userId, before: entryBefore(cursor), limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
    return { transactions: page.map(presentTransaction), nextCursor };
  });

  if (deps.settings.TEST_POINTS) {
    serve(issueTestPoints, async ({ input }) => {
      const { username } = await givePoints(deps, { ...input, kind: 'test', reason: 'Test points', actor: null });
      return { message: `Added ${input.points} points to ${username}` };
    });
  } else {
    // It needs no token, so it must not be there by accident: a 404 whatever is sent (decisions §1, §8).
    serve({ ...issueTestPoints, input: undefined }, () => {
      throw new ShopError('not_found');
    });
  }

  serve(grantPoints, async ({ user, input }) => {
    const kind = input.points > 0 ? 'granted' : 'deducted';
    const { username, balance } = await givePoints(deps, { ...input, kind, actor: user.username });
    const message =
      input.points > 0
        ? `Added ${input.points} points to ${username}`
        : `Deducted ${-input.points} points from ${username}`;
    return { message, balance };
  });

  serve(listAllTransactions, async ({ query: { limit, cursor, ...filter } }) => {
    const rows = await listEntries(read, { ...filter, before: entryBefore(cursor), limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
    const { total, given, taken } = await sumEntries(read, filter);
    return { transactions: page.map(presentAdminTransaction), total, nextCursor, totals: { given, taken } };
  });

  serve(transactionsCsv, ({ query, reply }) => {
    const parsed = z.safeParse(listAllTransactions.query!, query);
    if (!parsed.success) throw new ShopError('invalid_input');
    return sendCsv(reply, 'transactions', CSV_HEADER, csvPages(read, parsed.data));
  });
};

const CSV_HEADER = ['id', 'createdAt', 'username', 'points', 'kind', 'reason', 'by', 'receiptNumber'];
const CSV_PAGE = 500;

const csvPages = async function* (db: Db, filter: LedgerFilter): AsyncGenerator<CsvRow[]> {
  let before: number | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listEntries>> = await listEntries(db, { ...filter, before, limit: CSV_PAGE });
    yield rows
      .map(presentAdminTransaction)
      .map((entry) => [
        entry.id,
        entry.createdAt,
        entry.username,
        entry.points,
        entry.kind,
        entry.reason,
        entry.by,
        entry.receiptNumber,
      ]);
    if (rows.length < CSV_PAGE) return;
    before = rows.at(-1)!.id;
  }
};
