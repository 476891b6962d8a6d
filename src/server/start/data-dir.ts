import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** DATA_DIR cannot be used. The message says why, and what to do. */
export class DataDirError extends Error {}

/**
 * Creates DATA_DIR and locks it for this server: one server runs per folder (behavior 1.3). The lock is an exclusive
 * transaction on a file of its own, so the operating system releases it however the process ends.
 * @throws DataDirError if the folder cannot be written or another server has locked it
 */
export const lockDataDir = (dataDir: string): { release(): void } => {
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
