import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { builtFile } from '../lib/program.ts';
import { readSettings } from '../settings.ts';
import { refuseMoved } from '../start/engine.ts';
import { createTestDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { buildMember } from '../testing/factories.ts';
import { startTestShop } from '../testing/test-shop.ts';

/** A shop that is embedded in its folder, its backup, and a server that it can move to. */
let dataDir: string;
let file: string;
let server: TestDatabase;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greenroom-moved-'));
  file = join(dataDir, 'shop.gz');
  server = await createTestDatabase();
  const shop = await startTestShop({ dataDir });
  await buildMember(shop);
  await shop.close();
  expect(command(['backup', file])).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await server.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (program: string, args: readonly string[], settings: Record<string, string>) => {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: 'off', PORT: '0', ...settings };
  return spawnSync(process.execPath, [builtFile(program), ...args], { env, encoding: 'utf8' });
};
const command = (args: readonly string[], settings: Record<string, string> = {}) => run('cli/main', args, settings);
const start = () => refuseMoved(readSettings({ DATA_DIR: dataDir }));
const REFUSED =
  /^The database in \S+ was moved to PostgreSQL on \d{4}-\d{2}-\d{2}\. Set DATABASE_URL\. .+ moved --back$/m;

test('a restore into PostgreSQL marks the embedded database, and no start uses it without a word', async () => {
  await start();
  const restored = command(['restore', file, '--yes'], { DATABASE_URL: server.url });
  expect(restored.stdout).toContain('is marked as moved: a start without DATABASE_URL refuses it.');
  const refused = run('main', [], {});
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^Greenroom cannot start\. The database in/),
  ]);
  expect(refused.stderr.slice('Greenroom cannot start. '.length)).toMatch(REFUSED);
  expect(command(['access-code', 'set', 'of last month'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(REFUSED),
  });
});

test('backup and check of a marked database work, and its backup is not marked', async () => {
  const later = join(dataDir, 'later.gz');
  expect(command(['backup', later])).toMatchObject({ status: 0 });
  expect(command(['check'])).toMatchObject({ status: 0 });
  const other = mkdtempSync(join(tmpdir(), 'greenroom-moved-'));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  expect(command(['restore', later, '--yes'], { DATA_DIR: other })).toMatchObject({ status: 0 });
  await refuseMoved(readSettings({ DATA_DIR: other }));
});

test('the mark can be taken away and set again, which needs a word', async () => {
  expect(command(['moved', '--back'])).toMatchObject({ status: 0 });
  await start();
  expect(command(['moved', '--back'])).toMatchObject({ status: 1, stderr: expect.stringContaining('is not marked') });
  expect(command(['moved'])).toMatchObject({ status: 1, stderr: 'There is no terminal to ask at. Add --yes.\n' });
  await start();
  expect(command(['moved', '--yes'], { DATABASE_URL: server.url })).toMatchObject({ status: 0 });
  await expect(start()).rejects.toThrow(REFUSED);
  const empty = { DATA_DIR: join(dataDir, 'empty') };
  expect(command(['moved', '--yes'], empty)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no embedded'),
  });
});

test('a start says that its engine is not that of the last start in the folder', async () => {
  const notesOf = async (databaseUrl: string | undefined) => {
    const shop = await startTestShop({ dataDir, databaseUrl });
    await shop.close();
    return shop.prepared.notes;
  };
  command(['moved', '--back']);
  expect(await notesOf(undefined)).toEqual([]);
  expect(await notesOf(server.url)).toEqual(['The last start in this folder used SQLite. This one uses PostgreSQL.']);
  expect(await notesOf(server.url)).toEqual([]);
  expect(await notesOf(undefined)).toEqual(['The last start in this folder used PostgreSQL. This one uses SQLite.']);
});

test('the first start of a shop that makes backups says so', async () => {
  const settings = { NODE_ENV: 'production' };
  const shop = await startTestShop({ settings });
  await shop.close();
  expect(shop.prepared.notes).toEqual([
    `A backup is made every day in ${shop.dataDir}/backups. Copy them to another machine. BACKUP_EVERY=off ends that.`,
  ]);
  for (const other of [{}, { ...settings, BACKUP_EVERY: 'off' }]) {
    const quiet = await startTestShop({ settings: other });
    await quiet.close();
    expect(quiet.prepared.notes).toEqual([]);
  }
});
