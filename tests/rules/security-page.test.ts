import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('SECURITY.md', 'utf8');

/** The text of a chapter. */
const chapter = (title: string): string => page.split(/^## /m).find((text) => text.startsWith(`${title}\n`))!;

test('what is stored in every table has a class, a time, and a fate if the account is deleted', () => {
  const folder = 'src/server';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.table.ts'));
  const tables = files.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(/\btable\(\s*'(\w+)'/g)].map(([, name]) => name!),
  );
  expect(tables.length).toBeGreaterThan(40);
  const stored = chapter('What is stored');
  expect(tables.filter((name) => !stored.includes(`\`${name}\``))).toEqual([]);
});

test('every address that the shop connects to is in the table of its connections', () => {
  const settings = readFileSync('src/server/setting-schema.ts', 'utf8');
  const names = [...settings.matchAll(/^ {2}([A-Z_]+_(?:URL|ORIGIN)):/gm)].map(([, name]) => name!);
  /** An address of the shop itself, and a link that people press. */
  const notCalled = ['PUBLIC_URL', 'TELEGRAM_GROUP_URL'];
  const connections = chapter('Connections');
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !notCalled.includes(name) && !connections.includes(`\`${name}\``))).toEqual([]);
});
