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
