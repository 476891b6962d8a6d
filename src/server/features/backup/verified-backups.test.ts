import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createBackup } from '#contract/tasks.ts';
import { runBackup, runRestore } from '../../cli/backup-commands.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, buildMember } from '../../testing/factories.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { exportEvidence } from '../audit/export-evidence.ts';
import { readEntries } from '../audit/testing/entries.ts';
import { backUp } from './backup.service.ts';
import { findBackupTimes } from './backup-times.ts';
import { restore } from './restore.service.ts';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);

const folder = mkdtempSync(join(tmpdir(), 'greenroom-verified-'));
const keyFile = join(folder, 'key.txt');
writeFileSync(keyFile, `# created: 2026-07-01\n# public key: ${recipient}\n${identity}\n`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A rule that the rows do not keep, as after damage. A restore applies the rules. */
const BREAK = {
  sqlite: ['pragma ignore_check_constraints = on', 'update items set quantity = -1'],
  postgres: ['alter table items add constraint damaged check (quantity < 0) not valid'],
} as const;
const MEND = {
  sqlite: ['update items set quantity = 1', 'pragma ignore_check_constraints = off'],
  postgres: ['alter table items drop constraint damaged'],
} as const;

bothDatabases((shop, kind) => {
  const order = () => ({ actor: COMMAND_LINE, now: shop().clock() });
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(shop().database.read);
  };
  const names = () => readdirSync(folder).filter((name) => name !== basename(keyFile));
  afterEach(() => {
    for (const name of names()) rmSync(join(folder, name));
  });

  test('a backup that cannot be restored keeps its rows under a name that says so, and its evidence says so', async () => {
    await buildItem(shop());
    const owner = await buildAdmin(shop());
    const file = join(folder, 'shop.gz');
    const before = (await owner.call(createBackup)).body;
    await breakItems();
    try {
      const made = await backUp(shop().database, file, order());
      expect(made).toMatchObject({ file: join(folder, 'shop.unverified.gz') });
      expect(made.problem).toMatch(/has a row that the table items refuses/);
      expect(names()).toEqual(['shop.unverified.gz']);
      const entry = (await readEntries(shop())).findLast(({ kind: of }) => of === 'backup')!;
      expect([entry.subject, JSON.parse(entry.after!)]).toEqual([
        'shop.unverified.gz',
        expect.objectContaining({ verified: false }),
      ]);
      await expect(runBackup(shop(), file)).rejects.toThrow(
        /could not be restored: .* It is in .*shop\.unverified\.gz/,
      );
      const { status, body } = await owner.call(createBackup);
      expect([status, body.verified]).toEqual([201, false]);
      expect(body.message).toBe(`The backup ${body.name} could not be restored for a check. Please keep older ones.`);
      expect(await findBackupTimes(shop().database.read)).toHaveProperty('unverified');
    } finally {
      await mendItems();
    }
    expect(before.verified).toBe(true);
    expect((await owner.call(createBackup)).body.verified).toBe(true);
    expect(await findBackupTimes(shop().database.read)).not.toHaveProperty('unverified');
  });

  const breakItems = () => changeItems(BREAK[kind]);
  const mendItems = () => changeItems(MEND[kind]);
  const changeItems = async (statements: readonly string[]) => {
    if (kind === 'postgres') {
      await run(statements);
      return;
    }
    const { SqliteDatabase } = await import('../../db/sqlite-driver.ts');
    const connection = new SqliteDatabase(join(shop().dataDir, 'shop.db'));
    for (const statement of statements) {
      if (statement.startsWith('pragma')) connection.pragma(statement.slice('pragma '.length));
      else connection.exec(statement);
    }
    connection.close();
  };

  test('the backups that the shop names itself never replace each other, also made at once in one second', async () => {
    await buildItem(shop());
    const nameAt = (time: string) => join(folder, `shop-${time}.gz`);
    const [first, second, third, later] = [0, 1, 2, 3].map((seconds) => {
      const [day, clock] = new Date(order().now + seconds * 1000).toISOString().split('T') as [string, string];
      return `shop-${day}-${clock.slice(0, 8).replaceAll(':', '')}`;
    });
    writeFileSync(join(folder, `${first}.gz`), 'earlier');
    const made = await Promise.all([1, 2].map(() => backUp(shop().database, nameAt, order())));
    expect(made.map(({ file }) => basename(file)).sort()).toEqual([`${second}.gz`, `${third}.gz`]);
    expect(readFileSync(join(folder, `${first}.gz`), 'utf8')).toBe('earlier');
    const encrypted = await Promise.all([1, 2].map(() => backUp(shop().database, nameAt, order(), { recipient })));
    expect(encrypted.map(({ file }) => basename(file)).sort()).toEqual([`${first}.gz.age`, `${second}.gz.age`]);
    for (const { file, bytes, problem } of [...made, ...encrypted]) {
      expect([statSync(file).size, problem]).toEqual([bytes, null]);
    }
    await breakItems();
    try {
      const bad = await Promise.all([1, 2].map(() => backUp(shop().database, nameAt, order())));
      expect(bad.map(({ file }) => basename(file)).sort()).toEqual([
        `${first}.unverified.gz`,
        `${second}.unverified.gz`,
      ]);
    } finally {
      await mendItems();
    }
    expect((await backUp(shop().database, nameAt, order())).file).toBe(join(folder, `${later}.gz`));
    expect(names().filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  test('two that write a backup or the evidence to the same file at once write it whole, and it is replaced', async () => {
    await buildItem(shop());
    const [file, evidence] = [join(folder, 'shop.gz'), join(folder, 'evidence.jsonl')];
    for (const name of [file, evidence]) writeFileSync(name, 'older');
    const texts = await Promise.all([1, 2, 3].map(() => runBackup(shop(), file)));
    for (const text of texts)
      expect(text).toMatch(/ rows written to .* and verified, in place of the file that was there$/);
    await Promise.all([1, 2, 3].map(() => exportEvidence(shop().database, evidence, { names: false })));
    expect(names().sort()).toEqual(['evidence.jsonl', 'shop.gz']);
    for (const line of readFileSync(evidence, 'utf8').trim().split('\n')) JSON.parse(line);
    expect(await runRestore(shop(), { file, yes: true, backup: false })).toMatch(/ rows restored from /);
  });

  test('the tables in which a backup is verified are gone afterwards, and the shop was not touched', async () => {
    const versions = () => shop().database.read.selectFrom('versions').selectAll().orderBy('topic').execute();
    const before = await versions();
    await backUp(shop().database, join(folder, 'shop.gz'), order());
    expect(names()).toEqual(['shop.gz']);
    expect(await versions()).toEqual(before);
    const tables = await shop().database.read.introspection.getTables();
    expect(tables.filter(({ name }) => name === 'receipts')).toHaveLength(1);
  });

  test('a backup to an age public key opens only with its identity, also by age itself, and no clear byte stays', async () => {
    const member = await buildMember(shop());
    const made = await backUp(shop().database, join(folder, 'shop.gz'), order(), { recipient });
    expect(made).toMatchObject({ file: join(folder, 'shop.gz.age'), problem: null });
    expect(names()).toEqual(['shop.gz.age']);
    expect(statSync(made.file)).toMatchObject({ size: made.bytes });
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(made.file);
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    expect((await decrypter.decrypt(bytes)).subarray(0, 2)).toEqual(new Uint8Array([0x1f, 0x8b]));

    await shop().database.write((tx) =>
      tx.updateTable('users').set({ points_balance: 99 }).where('id', '=', member.id).execute(),
    );
    await expect(restore(shop().database, made.file, order())).rejects.toThrow(
      `${made.file} is encrypted. Name the file of its key with --identity: nothing was changed.`,
    );
    expect(await balanceOf(member.id)).toBe(99);
    const restored = await runRestore(shop(), { file: made.file, identity: keyFile, yes: true, backup: false });
    expect(restored.split('\n')[0]).toBe(`${made.rows} rows restored from ${made.file}`);
    expect(await balanceOf(member.id)).toBe(0);
  });

  const balanceOf = async (id: string) =>
    (await shop().database.read.selectFrom('users').select('points_balance').where('id', '=', id).executeTakeFirst())
      ?.points_balance;

  test('another key, a file without a key, and a changed file are refused without a word of any key', async () => {
    const { file } = await backUp(shop().database, join(folder, 'shop.gz'), order(), { recipient });
    const write = (name: string, text: string | Buffer) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const other = await generateX25519Identity();
    const refusal = async (of: string, identityFile: string) =>
      (await restore(shop().database, of, { ...order(), identityFile }).catch((error: Error) => error)) as Error;
    const otherFile = write('other.txt', other);
    expect((await refusal(file, otherFile)).message).toBe(
      `${file} is encrypted to another key than that in ${otherFile}: nothing was changed.`,
    );
    const mistyped = await refusal(file, write('mistyped.txt', identity.slice(0, -1)));
    expect(mistyped.message).toMatch(/mistyped\.txt has no identity of age/);
    expect((await refusal(file, join(folder, 'missing.txt'))).message).toMatch(/The key file .* cannot be read/);
    const bytes = readFileSync(file);
    bytes[bytes.length - 100]! ^= 1;
    expect((await refusal(write('changed.gz.age', bytes), keyFile)).message).toMatch(/cannot be read as a backup/);
    for (const secret of [identity, other])
      expect(mistyped.message + mistyped.stack).not.toContain(secret.slice(20, 40));
  });
});

test('with BACKUP_RECIPIENT every backup is encrypted, also those of the command line', async () => {
  const shop = await startTestShop({ settings: { BACKUP_RECIPIENT: recipient } });
  try {
    const owner = await buildAdmin(shop);
    const { name, verified } = (await owner.call(createBackup)).body;
    expect([name.endsWith('.gz.age'), verified]).toEqual([true, true]);
    expect(readdirSync(join(shop.dataDir, 'backups'))).toEqual([name]);
    const file = join(folder, 'named.gz');
    expect(await runBackup(shop, file)).toMatch(/rows written to .*named\.gz\.age and verified$/);
    expect([existsSync(file), existsSync(`${file}.age`)]).toEqual([false, true]);
  } finally {
    await shop.close();
  }
});
