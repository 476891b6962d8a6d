import type { ListedRows } from '#domain/left-out-rows.ts';
import { deleteState, findState, setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';

/** The rows of the feed that the last sync left out, and since when every sync has left out some. Needs you reads it too. */
interface StoredRows extends ListedRows {
  /** Epoch milliseconds. */
  since: number;
}

/** Returns the rows that the last sync left out; null if there were none (behavior 9.11). */
export const findLeftOut = async (db: Db | Tx): Promise<StoredRows | null> => {
  const stored = await findState(db, 'left_out_rows');
  return stored === null ? null : (JSON.parse(stored) as StoredRows);
};

/**
 * Stores which rows a sync left out, also if it waits for a decision. A sync without such rows ends the ones before it. A
 * sync that fails has read no rows, so it leaves them as they are.
 */
export const storeLeftOut = async (tx: Tx, { count, rows }: ListedRows, now: number): Promise<void> => {
  const before = await findLeftOut(tx);
  if (count > 0) {
    const stored: StoredRows = { count, rows, since: before?.since ?? now };
    await setState(tx, 'left_out_rows', JSON.stringify(stored));
  } else if (before !== null) await deleteState(tx, 'left_out_rows');
};
