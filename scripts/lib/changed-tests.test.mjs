import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiFoldersFor, JOURNEY_SUBJECTS, journeysFor } from './changed-tests.mjs';
import { inProject } from './project.mjs';

test('every file of journeys has subjects, and each subject is a folder or file of the sources', () => {
  const files = readdirSync(inProject('tests', 'e2e'))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => name.replace('.spec.ts', ''));
  expect(Object.keys(JOURNEY_SUBJECTS).sort()).toEqual(files.sort());
  const names = new Set(
    readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => path.split('/').at(-1)?.replace(/\..*$/, '')),
  );
  const unknown = Object.values(JOURNEY_SUBJECTS).flatMap((subjects) => subjects.filter((each) => !names.has(each)));
  expect(unknown).toEqual([]);
});

/** @type {[string, string, string[]][]} */
const cases = [
  ['a rule of a subject', 'src/domain/price-guard.ts', ['panel-safe-prices']],
  ['a call of a subject', 'src/server/features/exports/exports.routes.ts', ['panel-exports']],
  ['a screen of a subject', 'src/web/admin/palette/palette.tsx', ['command-palette']],
  ['a file of journeys', 'tests/e2e/why.spec.ts', ['why']],
  [
    'a part that every page uses',
    'src/web/ui/button.tsx',
    ['cart', 'confirm-order', 'gate-and-login', 'panel-inventory', 'panel-orders', 'product-list'],
  ],
  ['a test', 'src/server/features/exports/exports.test.ts', []],
  ['a document', 'docs/behavior.md', []],
];

test.each(cases)('%s leads to its journeys', (_what, path, journeys) => {
  expect(journeysFor([path])).toEqual(journeys);
});

test('a change leads to the API tests of its folder, or of the subject of its rule', () => {
  expect(apiFoldersFor(['src/server/features/exports/exports.routes.ts', 'src/server/http/csv.ts'])).toEqual([
    'src/server/features/exports/',
    'src/server/http/',
  ]);
  expect(apiFoldersFor(['src/contract/receipts.admin.ts'])).toEqual(['src/server/features/receipts/']);
  expect(apiFoldersFor(['src/domain/money.ts'])).toEqual([
    'src/server/features/cart/',
    'src/server/features/receipts/',
  ]);
  expect(apiFoldersFor(['src/web/ui/button.tsx', 'docs/behavior.md'])).toEqual([]);
});
