import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../features/audit/audit.queries.ts';
import { BACKUPS } from '../features/backup/backup-format.ts';
import { restore } from '../features/backup/restore.service.ts';
import { startServing } from '../features/backup/serving.ts';
import { bothDatabases, createTestDatabase } from '../testing/both-databases.ts';
import { buildAdmin, buildMember } from '../testing/factories.ts';
import { startTestShop } from '../testing/test-shop.ts';
import { runBackup, runRestore } from './backup-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

bothDatabases((shop, kind) => {
  const backupsIn = (dataDir: string) =>
    existsSync(join(dataDir, BACKUPS)) ? readdirSync(join(dataDir, BACKUPS)) : [];
  let made = 0;
  const newBackup = async (): Promise<string> => {
    const file = join(folder, `${kind}-${made++}.gz`);
    await runBackup(shop(), file);
    return file;
  };
  const options = (file: string) => ({ file, yes: true, backup: true });
  const userNames = async () =>
    (await shop().database.read.selectFrom('users').select('username').execute()).map(({ username }) => username);

  test('what a restore replaces is backed up first, and both are summed up', async () => {
    const owner = await buildAdmin(shop());
    const file = await newBackup();
    const later = await buildMember(shop());
    const before = backupsIn(shop().dataDir);
    const text = await runRestore(shop(), options(file));
    expect(await userNames()).not.toContain(later.username);
    const [kept, ...more] = backupsIn(shop().dataDir).filter((name) => !before.includes(name));
    expect(kept).toMatch(/^before-restore-.*\.gz$/);
    expect(more).toEqual([]);
    expect(text).toContain(`What they replace is in ${join(shop().dataDir, BACKUPS, kept!)}`);
    const [, replaced, restored] = /Replaced:\n((?: {2}.*\n)+)Restored:\n((?: {2}.*\n?)+)/.exec(text)!;
    for (const summary of [replaced!, restored!]) {
      expect(summary).toMatch(/Bitcoin +none\n +Litecoin +none\n +Seller +greenroom_seller\n/);
      expect(summary).toMatch(new RegExp(`Owners .*${owner.username}`));
      expect(summary).toMatch(/Passkeys +0\n/);
    }
    const accounts = (summary: string) => Number(/Accounts +(\d+)/.exec(summary)![1]);
    expect(accounts(replaced!)).toBe(accounts(restored!) + 1);

    await restore(shop().database, join(shop().dataDir, BACKUPS, kept!), { actor: COMMAND_LINE, now: shop().clock() });
    expect(await userNames()).toContain(later.username);
  });

  test('without a terminal nothing is replaced unless --yes says so', async () => {
    const file = await newBackup();
    const later = await buildMember(shop());
    await expect(runRestore(shop(), { ...options(file), yes: false })).rejects.toThrow(
      'There is no terminal to ask at. Add --yes.',
    );
    expect(await userNames()).toContain(later.username);
  });

  test('nothing is replaced if it cannot be backed up first, unless --no-backup says so', async () => {
    const file = await newBackup();
    const later = await buildMember(shop());
    const place = join(shop().dataDir, BACKUPS);
    rmSync(place, { recursive: true, force: true });
    writeFileSync(place, 'no folder');
    await expect(runRestore(shop(), options(file))).rejects.toThrow(
      /^What the shop holds now cannot be backed up first: .* Nothing was changed\. .*--no-backup$/,
    );
    expect(await userNames()).toContain(later.username);
    await runRestore(shop(), { ...options(file), backup: false });
    expect(await userNames()).not.toContain(later.username);
    rmSync(place);
    mkdirSync(place);
  });

  test('a broken file costs no backup', async () => {
    const file = join(folder, `${kind}-broken.gz`);
    writeFileSync(file, 'no backup');
    const before = backupsIn(shop().dataDir);
    await expect(runRestore(shop(), options(file))).rejects.toThrow(/cannot be read as a backup/);
    expect(backupsIn(shop().dataDir)).toEqual(before);
  });

  test('an empty database needs no backup', async () => {
    const file = await newBackup();
    const server = kind === 'postgres' ? await createTestDatabase() : undefined;
    const empty = await startTestShop({ databaseUrl: server?.url, now: shop().clock() });
    await empty.database.write((tx) => tx.deleteFrom('users').execute());
    expect(await runRestore(empty, options(file))).toContain('Replaced: an empty database');
    expect(backupsIn(empty.dataDir)).toEqual([]);
    await empty.close();
    await server?.drop();
  });

  if (kind === 'postgres') {
    test('a shop that runs is not replaced, from whichever folder', async () => {
      const file = await newBackup();
      const serving = startServing(shop());
      await expect.poll(() => shop().database.read.selectFrom('leases').select('name').execute()).toHaveLength(1);
      await expect(runRestore(shop(), options(file))).rejects.toThrow('The shop on this database is running.');
      await serving.stop();
      await runRestore(shop(), options(file));
    });

    test('a process that was killed counts for 30 seconds', async () => {
      const file = await newBackup();
      const seconds = (left: number) =>
        shop().database.write((tx) =>
          tx
            .insertInto('leases')
            .values({ name: 'serving killed', holder: 'killed', expires_at: Date.now() + left * 1000 })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ expires_at: Date.now() + left * 1000 }))
            .execute(),
        );
      await seconds(20);
      await expect(runRestore(shop(), options(file))).rejects.toThrow('The shop on this database is running.');
      await seconds(-1);
      await runRestore(shop(), options(file));
    });
  }
});
