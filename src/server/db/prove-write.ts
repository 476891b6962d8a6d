import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShopDatabase } from './shop-database.ts';

/** A row that is only there to be written. */
const ROW = 'write test';
/** More than SQLite writes without asking the disk for room, because its log is used again and again. */
const PROOF_BYTES = 64 * 1024;

/**
 * Writes a row, and for the embedded database a file next to it, which its disk must have room for.
 * @throws what the database or the disk says
 */
export const proveWrite = async (database: ShopDatabase): Promise<void> => {
  const { databaseUrl, dataDir } = database.location;
  const written = { holder: randomUUID(), expires_at: 0 };
  await database.write((tx) =>
    tx
      .insertInto('leases')
      .values({ name: ROW, ...written })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(written))
      .execute(),
  );
  if (databaseUrl) return;
  const file = join(dataDir, 'write-test');
  try {
    await writeFile(file, Buffer.alloc(PROOF_BYTES, 1), { flush: true });
  } finally {
    await rm(file, { force: true });
  }
};
