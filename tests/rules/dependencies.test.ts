import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  version: string;
  integrity?: string;
  /** It is in the file of the package around it, which has the checksum. */
  inBundle?: true;
  resolved?: string;
  license?: string;
  dev?: boolean;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
/** All but the project itself. */
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

test('every package has a checksum, its own or that of the package it is packed into, and none says where it comes from', () => {
  expect(packages.length).toBeGreaterThan(400);
  const around = (path: string) => lock.packages[path.slice(0, path.lastIndexOf('/node_modules/'))];
  const without = packages.filter(([path, { integrity, inBundle }]) => {
    const checksum = inBundle ? around(path)?.integrity : integrity;
    return !checksum?.startsWith('sha512-');
  });
  expect(without.map(([path]) => path)).toEqual([]);
  // The registry of whoever wrote the lockfile is nobody else's business.
  expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('every license of a package that is no mere tool is named beside the license of the shop', () => {
  const named = readFileSync('THIRD-PARTY.md', 'utf8');
  const licenses = packages
    .filter(([, { dev }]) => !dev)
    .flatMap(([, { license = 'none' }]) => license.match(/[\w.-]+/g)!);
  const unnamed = new Set(licenses.filter((license) => !/^(AND|OR|and)$/.test(license) && !named.includes(license)));
  expect([...unnamed]).toEqual([]);
});
