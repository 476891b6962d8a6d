import { entryHash } from '#domain/audit-chain.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { entryOf, hasWaiting, lockChain, readWaiting, sha256, storeChained } from './chain.queries.ts';

/** Entries are chained within a second (behavior 3.14). */
const INTERVAL_MS = 500;
/** Small transactions, so that nobody waits for long. */
const ENTRIES_PER_TRANSACTION = 500;

/** Chains new entries. Any number of processes may do so: each batch is a transaction that locks the end of the chain. */
export const startChaining = ({ database, log }: Shop): BackgroundJob =>
  repeat({ name: 'evidence', every: INTERVAL_MS, log }, () => chainEntries(database));

/** Chains all entries that wait, in an order of their own. Returns how many it chained. */
export const chainEntries = async (database: ShopDatabase): Promise<number> => {
  let total = 0;
  if (!(await hasWaiting(database.read))) return total;
  for (;;) {
    const count = await chainSome(database);
    total += count;
    if (count < ENTRIES_PER_TRANSACTION) return total;
  }
};

const chainSome = (database: ShopDatabase): Promise<number> =>
  database.write(async (tx) => {
    let end = await lockChain(tx);
    const waiting = await readWaiting(tx, ENTRIES_PER_TRANSACTION);
    if (waiting.length === 0) return 0;
    const chained = waiting.map((row) => {
      const seq = end.entries + 1;
      const hash = entryHash(sha256, end, entryOf(row, seq));
      end = { entries: seq, lastHash: hash };
      return { id: row.id, seq, hash };
    });
    await storeChained(tx, { chained, end });
    return chained.length;
  });
