import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** DATA_DIR cannot be used; the message says why and what to do. */
export class DataDirError extends Error {}

/**
 * Makes DATA_DIR ready and takes it for this server: one server a DATA_DIR (decisions §8). The lock is an exclusive
 * transaction on a file of its own, so the operating system lets it go when the process dies, however it dies.
 * @throws DataDirError when it cannot be written or another server holds it.
 */
export const takeDataDir = (dataDir: string): { release(): void } => {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new DataDirError(
      `The data folder ${dataDir} cannot be written (${reason}). Give this user the right to write there, or set DATA_DIR.`,
    );
  }
  try {
    const lock = new SqliteDatabase(join(dataDir, 'server.lock'), { timeout: 0 });
    lock.exec('begin exclusive');
    return { release: () => lock.close() };
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new DataDirError(`Another Greenroom server is running on ${dataDir}. Stop it, or set another DATA_DIR.`);
    }
    throw new DataDirError(`The data folder ${dataDir} cannot be used: ${(error as Error).message}.`);
  }
};
