import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps these files in memory. */
const IN_MEMORY = '/dev/shm';

/** A whole run keeps less than 2 GB at a time. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Puts the temporary files of this process, and of those it starts, into memory. The shops of the tests commit tens of
 * thousands of times, and none of them has to survive a power failure. Nothing changes where memory has no such folder,
 * where it has too little room (a container has 64 MB), or where TMPDIR says that somebody chose another place.
 *
 * @param {{parent?: string, enoughBytes?: number, env?: NodeJS.ProcessEnv}} [options]
 */
export const keepTemporaryFilesInMemory = ({
  parent = IN_MEMORY,
  enoughBytes = ENOUGH_BYTES,
  env = process.env,
} = {}) => {
  if (env.TMPDIR || freeBytes(parent) < enoughBytes) return;
  const folder = mkdtempSync(join(parent, 'greenroom-'));
  // PostgreSQL runs as another user if this one is root.
  chmodSync(folder, 0o711);
  env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
};

/**
 * @param {string} folder
 * @returns {number} 0 if there is no such folder
 */
const freeBytes = (folder) => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
};
