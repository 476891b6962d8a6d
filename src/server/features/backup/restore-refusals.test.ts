import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFile } from '../../lib/program.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildMember } from '../../testing/factories.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { backUp } from './backup.service.ts';
import { restore } from './restore.service.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-refusals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ORDER = { actor: COMMAND_LINE, now: 1 };

bothDatabases((shop, kind) => {
  let good: Buffer;
  let lines: string[];
  beforeAll(async () => {
    await buildMember(shop());
    const { file } = await backUp(shop().database, join(folder, `${kind}.gz`), ORDER);
    good = readFileSync(file);
    lines = gunzipSync(good).toString().trim().split('\n');
  });

  /** The lines of the good backup, with a change, as a file again. */
  const changed = (change: (all: string[]) => string[]) => gzipSync(change([...lines]).join('\n'));
  const withUsers = (change: (row: Record<string, unknown>) => unknown) =>
    changed((all) =>
      all.map((line) => {
        if (!line.startsWith('["users"')) return line;
        const [table, rows] = JSON.parse(line);
        return JSON.stringify([table, rows.map(change)]);
      }),
    );

  test.each<[what: string, bytes: () => Buffer, message: RegExp]>([
    ['is cut off', () => good.subarray(0, good.length - 20), /cannot be read as a backup: unexpected end of file/],
    ['has a changed byte', () => flipped(good, good.length - 6), /cannot be read as a backup: incorrect data check/],
    ['is no gzip', () => Buffer.from('Hello'), /cannot be read as a backup: incorrect header check/],
    ['is empty', () => Buffer.alloc(0), /cannot be read as a backup: unexpected end of file/],
    ['holds nothing', () => gzipSync(''), /is not a backup of Greenroom/],
    ['is a foreign gzip', () => gzipSync('id,name\n1,Fog\n'), /is not a backup of Greenroom/],
    ['is foreign JSON', () => gzipSync('{"format":"tar"}\n'), /is not a backup of Greenroom/],
    ['has lost its end', () => changed((all) => all.slice(0, -1)), /is incomplete/],
    ['has lost a line', () => changed((all) => all.filter((line) => !line.startsWith('["users"'))), /is incomplete/],
    ['has a line that is no JSON', () => changed((all) => [...all.slice(0, 2), '["users', ...all.slice(2)]), /damaged/],
    ['goes on after its end', () => changed((all) => [...all, '["users",[]]']), /damaged/],
    ['has a strange table', () => changed((all) => [all[0]!, '["gifts",[{"id":1}]]', ...all.slice(1)]), /gifts/],
    [
      'has a later format',
      () => changed(([head, ...all]) => [later(head!), ...all]),
      /A newer version of Greenroom made/,
    ],
    [
      'has a new column',
      () => withUsers((row) => ({ ...row, gifts: 1 })),
      /has users\.gifts, which this version does not/,
    ],
    ['has a row without a value', () => withUsers(({ username: _, ...row }) => row), /the table users refuses/],
  ])('a file that %s is refused with one sentence, and nothing changes', async (_what, bytes, message) => {
    const file = join(folder, `${kind}-refused.gz`);
    writeFileSync(file, bytes());
    const before = await dump();
    const refusal = await restore(shop().database, file, ORDER).catch((error: Error) => error);
    expect(refusal).toMatchObject({ message: expect.stringMatching(message) });
    expect((refusal as Error).message).toContain(file);
    expect((refusal as Error).message).toMatch(/nothing was (changed|restored)\.$/i);
    expect(await dump()).toEqual(before);
  });

  test('a file that is missing is named', async () => {
    const file = join(folder, 'missing.gz');
    await expect(restore(shop().database, file, ORDER)).rejects.toThrow(`There is no file ${file}.`);
  });

  const dump = async () => ({
    users: await shop().database.read.selectFrom('users').selectAll().orderBy('id').execute(),
    evidence: await shop().database.read.selectFrom('audit').selectAll().orderBy('id').execute(),
    versions: await shop().database.read.selectFrom('versions').selectAll().orderBy('topic').execute(),
  });
});

const later = (head: string): string => head.replace('greenroom-backup-1', 'greenroom-backup-2');

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
};

test('the command that restores a broken file ends with code 1 and one line', () => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const file = join(folder, 'broken.gz');
  writeFileSync(file, gzipSync('no backup'));
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'off', LOG_LEVEL: 'silent' };
  const { status, stderr } = runShop(['restore', file, '--yes'], env);
  expect([status, stderr]).toEqual([1, `${file} is not a backup of Greenroom: nothing was changed.\n`]);
});

const runShop = (args: string[], env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, [builtFile('cli/main'), ...args], { env, encoding: 'utf8' });
