import { throughIds } from '../../db/id-ranges.ts';
import { manyRows } from '../../db/json.ts';
import type { Db } from '../../db/types.ts';
import { idsOfPage, type LedgerFilter, type LedgerPage, listEntries, matching, sumEntries } from './points.queries.ts';

interface Searched extends LedgerPage {
  /** Aborts when nobody waits for the page any more. */
  left?: AbortSignal;
  /** The ids that one statement looks through, if a test is about that. */
  idsAtOnce?: number;
}

/** True if the whole ledger is read. No index has the kind together with the member. */
const readsAll = ({ q, kind, user }: LedgerFilter, { sort }: LedgerPage): boolean =>
  !!q?.trim() || (kind !== undefined && (!!user || sort?.startsWith('member') === true));

/**
 * One page of the ledger in an order, and the sums of all of it. A search goes through the whole ledger, so it gives way
 * to other calls (db/id-ranges.ts).
 * @throws AbandonedError once nobody waits any more
 */
export const findEntries = async (db: Db, filter: LedgerFilter, { left, idsAtOnce, ...page }: Searched) => {
  if (!readsAll(filter, page)) {
    const [rows, sums] = await Promise.all([listEntries(db, { ...filter, ...page }), sumEntries(db, filter)]);
    return { rows, ...sums };
  }
  const { kind, ...others } = filter;
  const sums = { total: 0, given: 0, taken: 0 };
  let ids: number[] = [];
  await throughIds(db, { table: 'points_entries', left, idsAtOnce }, async (range) => {
    const query = matching(db, { ...others, range }).select([
      'points_entries.id',
      'points_entries.points',
      'points_entries.kind',
    ]);
    // For each range SQLite would go through all entries of the kind.
    const found = (await manyRows(db, query)).filter((entry) => kind === undefined || entry.kind === kind);
    for (const { points } of found) {
      sums.total += 1;
      sums[points > 0 ? 'given' : 'taken'] += Math.abs(points);
    }
    const isFull = page.sort === 'newest' && ids.length === page.limit;
    if (found.length === 0 || isFull) return;
    const candidates = [...ids, ...found.map(({ id }) => id)];
    ids = (await idsOfPage(db, { ...page, ids: candidates }).execute()).map(({ id }) => id);
  });
  return { rows: await listEntries(db, { ...page, ids }), ...sums };
};
