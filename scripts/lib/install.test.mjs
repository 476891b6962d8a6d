import { expect, test } from 'vitest';
import { isCompleteInstall } from './install.mjs';

const sqlite = { version: '12.0.0', integrity: 'sha512-a' };
const elsewhere = { ...sqlite, optional: true, os: ['!'], cpu: [process.arch] };
const here = { ...sqlite, optional: true, os: [process.platform], cpu: [process.arch] };

/** @param {Record<string, object>} packages */
const note = (packages) => JSON.stringify({ packages });

/** @type {[string, Record<string, object>, Record<string, object>, boolean][]} */
const cases = [
  ['all that the lockfile asks for is there', { '': {}, a: sqlite }, { a: sqlite }, true],
  ['more than that is there', { '': {}, a: sqlite }, { a: sqlite, b: sqlite }, true],
  ['a package is missing', { a: sqlite, b: sqlite }, { a: sqlite }, false],
  ['a package has another version', { a: sqlite }, { a: { ...sqlite, version: '11.0.0' } }, false],
  ['a package has other contents', { a: sqlite }, { a: { ...sqlite, integrity: 'sha512-b' } }, false],
  ['a package for another kind of machine is missing', { a: sqlite, b: elsewhere }, { a: sqlite }, true],
  ['a package for this kind of machine is missing', { a: sqlite, b: here }, { a: sqlite }, false],
  ['a package for another C library is missing', { a: { ...here, libc: ['musl'] } }, {}, true],
];

test.each(cases)('where %s', (_what, wanted, installed, complete) => {
  expect(isCompleteInstall(note(wanted), note(installed))).toBe(complete);
});

test('where nothing was ever installed, the install is not complete', () => {
  expect(isCompleteInstall(note({}), null)).toBe(false);
});
