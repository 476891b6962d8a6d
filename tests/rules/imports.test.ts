import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/** The imports of a folder that do not match, as `file: import`. Tests do not count. */
const importsBeyond = (folder: string, allowed: RegExp): string[] =>
  readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .flatMap((file) =>
      [...readFileSync(join(sources, folder, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g)]
        .map(([, specifier]) => specifier!)
        .filter((specifier) => !allowed.test(specifier))
        .map((specifier) => `${folder}/${file}: ${specifier}`),
    );

/** The files of a folder that have such a text. Tests do not count. */
const filesWith = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .filter((file) => pattern.test(readFileSync(join(sources, folder, file), 'utf8')));

test('the domain needs no library and nothing outside itself', () => {
  expect(importsBeyond('domain', /^\.\.?\//)).toEqual([]);
});

test('the contract needs zod and the domain, and nothing else', () => {
  expect(importsBeyond('contract', /^(\.\.?\/|#domain\/|zod(\/mini)?$)/)).toEqual([]);
});

test('the demo needs no library and nothing but the domain', () => {
  expect(importsBeyond('demo', /^(\.\.?\/|#domain\/)/)).toEqual([]);
});

test('only what is loaded with DEMO=on knows the demo, and the samples, which load it when somebody adds them', () => {
  expect(importsBeyond('server', /^(?!#demo\/)/).toSorted()).toEqual([
    'server/features/inventory/samples.service.ts: #demo/index.ts',
    'server/start/demo.ts: #demo/index.ts',
    'server/start/load-demo.ts: #demo/index.ts',
  ]);
});

test('everything that the shop fetches goes through one reader, which has bounds; webhooks only post', () => {
  expect(filesWith('server', /\bhttps?Request\b|\bfrom 'node:(https|http2|tls)'/)).toEqual(['lib/call-elsewhere.ts']);
  expect(filesWith('server', /\bcallElsewhere\b/)).toEqual([
    'lib/call-elsewhere.ts',
    'lib/post-message.ts',
    'lib/read-elsewhere.ts',
  ]);
  expect(filesWith('server', /(?<![.#\w])fetch\(/)).toEqual([]);
});

test('the shop and the admin panel do not import each other', () => {
  expect(importsBeyond('web/shop', /^(?!.*\/admin\/)/)).toEqual([]);
  expect(importsBeyond('web/admin', /^(?!.*\/shop\/)/)).toEqual([]);
});

test('pages change the address by layer-history, which keeps open layers in their place', () => {
  expect(importsBeyond('web', /^(?!wouter\/use-browser-location$)/)).toEqual([
    'web/app/app.tsx: wouter/use-browser-location',
  ]);
});

/** Everything that a file imports, directly or through other files of its kind: packages by name. */
const packagesOf = (file: string, seen = new Set<string>()): string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*?'([^']+)';/gms)];
  return imports.flatMap(([statement, specifier]) => {
    if (/^(?:import|export) type\b/.test(statement)) return [];
    return specifier!.startsWith('.') ? packagesOf(join(dirname(file), specifier!), seen) : [specifier!];
  });
};

test('the rules of the bench run without the packages that only the bench needs', () => {
  const bench = fileURLToPath(new URL('../../bench/', import.meta.url));
  const { dependencies } = JSON.parse(readFileSync(join(bench, 'package.json'), 'utf8'));
  const tests = readdirSync(bench).filter((file) => file.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(0);
  const needed = tests.flatMap((file) => packagesOf(join(bench, file)).map((name) => `${file}: ${name}`));
  expect(needed.filter((each) => each.split(': ')[1]! in dependencies)).toEqual([]);
});
