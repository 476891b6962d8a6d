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

/** The holder touches its lock this often; one untouched for four times as long was left behind. */
const TOUCH_MS = 2_000;

/**
 * Does work that no two processes may do at once, the others waiting. A lock left behind by a process that was
 * killed is taken over.
 *
 * @template T
 * @param {string} path the lock's file
 * @param {() => Promise<T>} work
 * @param {{onWait?: (holder: string) => void}} [options] told once if another process has it now
 * @returns {Promise<T>}
 */
export const withLock = async (path, work, { onWait } = {}) => {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${hostname()} ${process.pid}`;
  let told = false;
  while (!take(path, mine)) {
    const holder = readLock(path);
    if (leftBehind(path, holder)) putAside(path, holder);
    else {
      if (!told && holder) onWait?.(holder);
      told ||= holder !== '';
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const touching = setInterval(() => touch(path), TOUCH_MS);
  const release = () => {
    clearInterval(touching);
    if (readLock(path) === mine) unlinkSync(path);
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
 * @param {string} path
 * @param {string} mine
 */
const take = (path, mine) => succeeds(() => writeFileSync(path, mine, { flag: 'wx' }), 'EEXIST');

/**
 * Who holds the lock; empty if nobody does, or if it is just being written.
 *
 * @param {string} path
 */
const readLock = (path) => {
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
const leftBehind = (path, holder) => {
  const [host, pid] = holder.split(' ');
  if (host === hostname() && !isAlive(Number(pid))) return true;
  try {
    return Date.now() - statSync(path).mtimeMs > 4 * TOUCH_MS;
  } catch {
    return false;
  }
};

/**
 * Removes a lock that was left behind, unless another process has just taken it over.
 *
 * @param {string} path
 * @param {string} holder
 */
const putAside = (path, holder) => {
  const aside = `${path}.${process.pid}`;
  if (!succeeds(() => renameSync(path, aside), 'ENOENT')) return;
  if (readLock(aside) !== holder) succeeds(() => linkSync(aside, path), 'EEXIST');
  unlinkSync(aside);
};

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (problem) {
    // EPERM: it is there, and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (problem).code === 'EPERM';
  }
};

/** @param {string} path */
const touch = (path) => {
  const now = new Date();
  succeeds(() => utimesSync(path, now, now), 'ENOENT');
};

/**
 * @param {() => void} action
 * @param {string} refusal the error code that means no
 */
const succeeds = (action, refusal) => {
  try {
    action();
    return true;
  } catch (problem) {
    if (/** @type {NodeJS.ErrnoException} */ (problem).code === refusal) return false;
    throw problem;
  }
};
