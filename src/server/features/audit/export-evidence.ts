import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Json } from '#domain/audit.ts';
import { canonicalJson } from '#domain/audit-chain.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { NEW_FILE, withUnfinished } from '../../lib/whole-file.ts';
import { type ChainRow, entryOf, readWholeChain } from './chain.queries.ts';

/**
 * Writes the chain as JSON lines: each is the entry as it was chained, with its `hash`. So anybody can check it with
 * SHA-256 (behavior 3.14). With `names` a line also has the names and addresses that are still stored, under `personal`,
 * which the hash does not cover. The file is written whole or not at all. Returns the number of entries.
 */
export const exportEvidence = async (
  database: ShopDatabase,
  file: string,
  { names }: { names: boolean },
): Promise<number> => {
  let count = 0;
  const reader = database.openLongReader();
  await withUnfinished(file, async (unfinished) => {
    await reader.atOneMoment(async (db) => {
      const lines = async function* () {
        for await (const rows of readWholeChain(db)) {
          count += rows.length;
          yield rows.map((row) => `${canonicalJson(lineOf(row, names))}\n`).join('');
        }
      };
      await pipeline(Readable.from(lines()), createWriteStream(unfinished, NEW_FILE));
    });
    await rename(unfinished, file);
  }).finally(reader.close);
  return count;
};

const lineOf = (row: ChainRow, names: boolean): Json => ({
  ...entryOf(row, row.seq!),
  hash: row.hash,
  ...(names && {
    personal: { actorName: row.actor_text, subject: row.subject_text, address: row.address_text },
  }),
});
