import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { SqliteDatabase, SqliteError } from '../db/sqlite-driver.ts';

/** DATA_DIR cannot be used. The message says why, and what to do. */
export class DataDirError extends Error {}

/**
 * Makes the shop's files readable by its own user only (behavior 1.3). Threads and processes that it starts inherit
 * this.
 */
export const keepFilesPrivate = (): void => {
  process.umask(0o077);
};

/** The files of the database and of the lock, which an older version made for everybody to read. */
const OWN_FILES = /^(shop\.db|server\.lock)/;

/**
 * Takes an existing DATA_DIR and the shop's files in it away from other users of the machine. Returns whether others
 * are kept out now: a folder of another user, or one that belongs to everybody such as /tmp, stays as it is.
 */
export const tightenDataDir = (dataDir: string): boolean => {
  const { mode } = statSync(dataDir);
  const belongsToAll = (mode & 0o1000) !== 0 || parse(dataDir).root === dataDir;
  if (!belongsToAll) tighten(dataDir, 0o700);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile() && OWN_FILES.test(entry.name)) tighten(join(dataDir, entry.name), 0o600);
  }
  return (statSync(dataDir).mode & 0o077) === 0;
};

const tighten = (path: string, mode: number): void => {
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  } catch {
    // It belongs to somebody else, or is gone: SQLite removes files of its own.
  }
};

/** Makes a folder and those above it. Node.js never comes back from making a folder with all above it in /proc. */
const makeFolder = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  mkdirSync(path, { mode: 0o700 });
};

/** Why the folder cannot be used, and what to do. */
const folderProblem = (dataDir: string, { code = 'unknown', path }: NodeJS.ErrnoException): string => {
  if (code === 'EEXIST' && path === dataDir) return `DATA_DIR=${dataDir} is a file. Set DATA_DIR to a folder.`;
  // Node.js 24 finds the file itself, where Node.js 20 cannot look below it.
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `DATA_DIR=${dataDir} lies below a file. Set DATA_DIR to a folder.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return `The data folder ${dataDir} cannot be written (${code}). Give this user the right to write there, or set DATA_DIR.`;
  }
  return `DATA_DIR=${dataDir} cannot be used (${code}). Set DATA_DIR to another folder.`;
};

/**
 * Creates DATA_DIR and locks it for this server: one server runs per folder (behavior 1.3). The lock is an exclusive
 * transaction on a file of its own, so the operating system releases it however the process ends. `isPrivate`: no other
 * user of the machine can read the folder.
 * @throws DataDirError if the folder cannot be written or another server has locked it
 */
export const lockDataDir = (dataDir: string): { release(): void; isPrivate: boolean } => {
  let isPrivate: boolean;
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    isPrivate = tightenDataDir(dataDir);
  } catch (error) {
    throw new DataDirError(folderProblem(dataDir, error as NodeJS.ErrnoException));
  }
  try {
    const lock = new SqliteDatabase(join(dataDir, 'server.lock'), { timeout: 0 });
    lock.exec('begin exclusive');
    return { release: () => lock.close(), isPrivate };
  } catch (error) {
    if (error instanceof SqliteError && error.code === 'SQLITE_BUSY') {
      throw new DataDirError(`Another Greenroom server is running on ${dataDir}. Stop it, or set another DATA_DIR.`);
    }
    throw new DataDirError(
      `DATA_DIR=${dataDir} cannot be used: ${(error as Error).message}. Set DATA_DIR to another folder.`,
    );
  }
};
