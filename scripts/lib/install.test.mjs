import { expect, test } from 'vitest';
import { isCompleteInstall } from './install.mjs';
import { sqlitePackage } from './sqlite-package.mjs';

const sqlite = { version: '12.0.0', integrity: 'sha512-a' };
const optional = { ...sqlite, optional: true };
const elsewhere = { ...sqlite, optional: true, os: ['!'], cpu: [process.arch] };
const here = { ...sqlite, optional: true, os: [process.platform], cpu: [process.arch] };

/** @param {Record<string, object>} packages */
const lockText = (packages) => JSON.stringify({ packages });

/** @type {[string, Record<string, object>, Record<string, object>, boolean][]} */
const cases = [
  ['all packages of the lockfile are there: complete', { '': {}, a: sqlite }, { a: sqlite }, true],
  ['there are more packages than that: complete', { '': {}, a: sqlite }, { a: sqlite, b: sqlite }, true],
  ['a package is missing: not complete', { a: sqlite, b: sqlite }, { a: sqlite }, false],
  ['a package has another version: not complete', { a: sqlite }, { a: { ...sqlite, version: '11.0.0' } }, false],
  ['a package has other contents: not complete', { a: sqlite }, { a: { ...sqlite, integrity: 'sha512-b' } }, false],
  ['a package for another kind of machine is missing: complete', { a: sqlite, b: elsewhere }, { a: sqlite }, true],
  ['a package for this kind of machine is missing: not complete', { a: sqlite, b: here }, { a: sqlite }, false],
  ['a package for another C library is missing: complete', { a: { ...here, libc: ['musl'] } }, {}, true],
  ['an optional package is missing: complete', { a: optional }, {}, true],
  [
    'the better-sqlite3 for this Node.js is missing, though it is optional: not complete',
    { [`node_modules/${sqlitePackage()}`]: optional },
    {},
    false,
  ],
];

test.each(cases)('%s', (_what, wanted, installed, complete) => {
  expect(isCompleteInstall(lockText(wanted), lockText(installed), { tools: true })).toBe(complete);
});

test('nothing was ever installed: not complete', () => {
  expect(isCompleteInstall(lockText({}), null, { tools: true })).toBe(false);
});

test('a package for development is missing: complete for a machine that only runs the shop', () => {
  const wanted = lockText({ a: sqlite, b: { ...sqlite, dev: true } });
  expect(isCompleteInstall(wanted, lockText({ a: sqlite }), { tools: false })).toBe(true);
  expect(isCompleteInstall(wanted, lockText({ a: sqlite }), { tools: true })).toBe(false);
  expect(isCompleteInstall(wanted, lockText({}), { tools: false })).toBe(false);
});
