/** Which versions of Node.js the shop runs on. This file is part of the release. */
import { readFileSync } from 'node:fs';

/**
 * Ends the process with one readable line if this Node.js is too old. It is imported before everything that an old
 * Node.js could not load, so this file uses no new features.
 */
export const refuseOldNode = () => {
  const wanted = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).engines.node;
  if (isAtLeast(process.versions.node, wanted.replace('>=', ''))) return;
  process.stderr.write(
    `Greenroom needs Node.js ${wanted.replace('>=', '')} or later, and this is ${process.versions.node}. ` +
      'Please install a newer one (https://nodejs.org) and try again.\n',
  );
  process.exit(1);
};

/**
 * @param {string} version such as `20.19.0`
 * @param {string} oldest such as `20.19`
 */
export const isAtLeast = (version, oldest) => {
  const parts = version.split('.').map(Number);
  for (const [i, part] of oldest.split('.').map(Number).entries()) {
    const difference = (parts[i] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
};

/** The day on which a line of Node.js gets its last security updates. */
const END_OF_SUPPORT = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/**
 * One sentence if a line of Node.js gets no security updates any more. Null if it does, or if this copy of Greenroom is
 * older than the line.
 *
 * @param {string} version such as `20.19.0`
 * @param {Date} now
 * @returns {string | null}
 */
export const supportProblem = (version, now) => {
  const [line] = version.split('.');
  const end = END_OF_SUPPORT[/** @type {keyof typeof END_OF_SUPPORT} */ (Number(line))];
  if (!end || now.toISOString().slice(0, 10) <= end) return null;
  return `Node.js ${line} has had no security updates since ${end}. Please install a newer one (https://nodejs.org).`;
};

/** Writes a line to standard error if this Node.js gets no security updates any more. */
export const warnOfUnsupportedNode = () => {
  const problem = supportProblem(process.versions.node, new Date());
  if (problem) process.stderr.write(`${problem}\n`);
};
