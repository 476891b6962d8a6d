import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { expect, test } from 'vitest';
import { sqlitePackage } from '../../../scripts/lib/sqlite-package.mjs';

test('the server loads the better-sqlite3 that is installed, checked and released for this Node.js, and no other', async () => {
  await import('./sqlite-driver.ts');
  const loaded = Object.keys(createRequire(import.meta.url).cache)
    .map((path) => path.split(sep))
    .map((parts) => parts[parts.lastIndexOf('node_modules') + 1])
    .filter((name) => name?.startsWith('better-sqlite3'));
  expect([...new Set(loaded)]).toEqual([sqlitePackage()]);
});
