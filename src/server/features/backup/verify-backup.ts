import type { ChainEnd } from '#domain/audit-chain.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Tx } from '../../db/types.ts';
import { findLastChained } from '../audit/chain.queries.ts';
import { countEach } from './backup.queries.ts';
import { BACKED_UP } from './backup-format.ts';
import { loadBackup } from './restore.service.ts';

/** The content that a backup must have. */
interface Expected extends ChainEnd {
  rows: number;
}

/**
 * Restores a backup into tables of its own, with all rules of the shop's tables, and compares the number of rows of each
 * table and the end of the evidence (behavior 1.12). Returns what is wrong, or null.
 */
export const verifyBackup = async (
  database: ShopDatabase,
  file: string,
  expected: Expected,
): Promise<string | null> => {
  const compare = async (tx: Tx): Promise<string | null> => {
    const read: Record<string, number> = {};
    const rows = await loadBackup(tx, { file }, (table, count) => {
      read[table] = (read[table] ?? 0) + count;
    });
    if (rows !== expected.rows) return `It has ${rows} rows instead of ${expected.rows}.`;
    const counts = await countEach(tx, BACKED_UP);
    const other = BACKED_UP.find((table) => counts[table] !== (read[table] ?? 0));
    if (other) return `Restored, ${other} has ${counts[other]} rows instead of ${read[other] ?? 0}.`;
    const end = await findLastChained(tx);
    if (end.entries !== expected.entries || end.lastHash !== expected.lastHash) {
      return 'Restored, its evidence ends otherwise.';
    }
    return null;
  };
  try {
    return await database.inScratch(BACKED_UP, `${file}.scratch.unfinished`, compare);
  } catch (error) {
    return (error as Error).message;
  }
};
