import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

/** The holder updates the time of its lock this often. A lock that is four times as old has no holder any more. */
const TOUCH_MS = 2_000;
const RETRY_MS = 100;

/**
 * Runs work that no two processes may do at the same time. The others wait. If the process that holds the lock is
 * killed, the next one takes the lock over: immediately on the same machine, otherwise when the lock has become old.
 *
 * A folder made with `mkdir` could not be taken over safely: two waiting processes could both find it old, and the
 * slower one would remove the new lock of the faster one.
 *
 * @template T
 * @param {string} path the lock's file
 * @param {() => Promise<T>} work
 * @param {{onWait?: (holder: string) => void}} [options] called once if another process holds the lock
 * @returns {Promise<T>}
 */
export const withLock = async (path, work, { onWait } = {}) => {
  mkdirSync(dirname(path), { recursive: true });
  const me = `${hostname()} ${process.pid}`;
  let notified = false;
  while (!succeeds(() => writeFileSync(path, me, { flag: 'wx' }), 'EEXIST')) {
    const holder = holderOf(path);
    if (isAbandoned(path, holder)) {
      removeAbandoned(path, holder);
      continue;
    }
    if (!notified && holder) {
      notified = true;
      onWait?.(holder);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  const touching = setInterval(() => succeeds(() => utimesSync(path, new Date(), new Date()), 'ENOENT'), TOUCH_MS);
  const release = () => {
    clearInterval(touching);
    if (holderOf(path) === me) unlinkSync(path);
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
};

/**
 * Host and process id of the lock's holder. Empty if nobody holds the lock or the holder is just writing it.
 *
 * @param {string} path
 */
const holderOf = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/**
 * @param {string} path
 * @param {string} holder
 */
const isAbandoned = (path, holder) => {
  const [host, pid] = holder.split(' ');
  if (host === hostname() && !isRunning(Number(pid))) return true;
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && Date.now() - file.mtimeMs > 4 * TOUCH_MS;
};

/** @param {number} pid */
const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
};

/**
 * Removes an abandoned lock. Renaming it first shows whether another process has taken it over in the meantime. Such a
 * lock is put back.
 *
 * @param {string} path
 * @param {string} holder
 */
const removeAbandoned = (path, holder) => {
  const aside = `${path}.${randomUUID()}`;
  if (!succeeds(() => renameSync(path, aside), 'ENOENT')) return;
  if (holderOf(aside) !== holder) succeeds(() => linkSync(aside, path), 'EEXIST');
  unlinkSync(aside);
};

/**
 * Runs an action. Returns false if it fails with the given error code.
 *
 * @param {() => void} action
 * @param {string} code
 */
const succeeds = (action, code) => {
  try {
    action();
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === code) return false;
    throw error;
  }
};
