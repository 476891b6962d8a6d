import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createResetLink } from '#contract/users.admin.ts';
import { deleteAccount, getResetLink, getUser } from '#contract/users.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { type EngineKind, TOPICS } from '../../db/types.ts';
import { knownAccountKey } from '../../lib/account-key.ts';
import { packageRoot } from '../../lib/program.ts';
import { ALL_TABLES, TABLE_NAMES, TABLES } from '../../tables.ts';
import { createTestDatabase } from '../../testing/both-databases.ts';
import { DERIVED } from '../../testing/derived-addresses.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, updateItems } from '../../testing/factories.ts';
import { startOnReleasedDatabase, VERSION_0_1_0 } from '../../testing/released-databases.ts';
import { insertRow } from '../../testing/rows.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { findLastChained } from '../audit/chain.queries.ts';
import { chainEntries } from '../audit/chain.service.ts';
import { chainAndCheck, readEntries, recordEntry } from '../audit/testing/entries.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { storeAddresses, storeKey } from '../order-addresses/order-addresses.queries.ts';
import { addPayment } from '../receipts/payments.service.ts';
import { backUp, countBackedUp } from './backup.service.ts';
import { restore } from './restore.service.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Row = Record<string, unknown>;
type Rows = Record<string, Row[]>;

const BACKED_UP = TABLE_NAMES.filter((table) => TABLES[table].inBackups);
const COUNTED = BACKED_UP.filter((table) => TABLES[table].countsIds);

/** All rows of all tables that are in backups, in the same order on both engines. */
const readAllRows = async ({ read }: ShopDatabase): Promise<Rows> => {
  const all: Rows = {};
  for (const table of BACKED_UP) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(read);
    const keyOf = (row: Row) => String(row[TABLES[table].primaryKey]);
    // Backups and restores are stored too, after the rows that these tests compare.
    const compared = rows.filter(
      ({ kind, key }) =>
        (table !== 'audit' || (kind !== 'backup' && kind !== 'restore')) &&
        (table !== 'shop_state' || !['backup_times', 'erased_bytes'].includes(String(key))),
    );
    all[table] = compared.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }
  return all;
};

/** The actor who makes and restores the backups of these tests. */
const ORDER = { actor: COMMAND_LINE, now: 1 };

/** The rows after a restore. The versions of all topics count up, because every listener has to load everything again. */
const restored = (rows: Rows): Rows => {
  const versionOf = (topic: string) => Number(rows.versions!.find((row) => row.topic === topic)?.version ?? 0);
  return { ...rows, versions: TOPICS.toSorted().map((topic) => ({ topic, version: versionOf(topic) + 1 })) };
};

/** Backups read a table in batches. This table gets more rows than fit into one. */
const addManyRows = async ({ database }: TestShop): Promise<void> => {
  const { id: _, ...event } = await database.read
    .selectFrom('user_events')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow();
  const events = Array.from({ length: 1001 }, (_, index) => ({ ...event, what: `Event ${index}` }));
  await database.write((tx) => tx.insertInto('user_events').values(events).execute());
};

/** Rows of the tables that version 0.1.0 did not have. */
const addRowsOfNewTables = async (shop: TestShop): Promise<void> => {
  await recordEntry(shop, { person: (await buildMember(shop)).id });
  const { id } = await shop.database.read.selectFrom('receipts').select('id').limit(1).executeTakeFirstOrThrow();
  const payment = {
    kind: 'received',
    coin: 'BTC',
    coinAmount: '0.1',
    cents: 500,
    txid: 'f4184fc5',
    note: null,
  } as const;
  await addPayment(shop, { id, ...payment, actor: COMMAND_LINE, key: null });
  await shop.database.write(async (tx) => {
    const { key, xpub, addresses } = DERIVED.BTC;
    const keyId = await storeKey(tx, { ...knownAccountKey('BTC', key), xpub, now: 1 });
    const [[address, script]] = addresses as [readonly [string, string]];
    await storeAddresses(tx, { keyId, coin: 'BTC', from: 0, addresses: [{ address, script }] });
    await tx.updateTable('order_addresses').set({ receipt_id: id, given_at: 1 }).execute();
  });
  await chainEntries(shop.database);
  for (const table of ALL_TABLES.filter(({ inBackups }) => inBackups)) {
    const row = await shop.database.read.selectFrom(table.name).select(sql`1`.as('any')).limit(1).executeTakeFirst();
    // Large rows are read in small batches: more than one.
    const count = table.backup && 'batch' in table.backup ? table.batch + 1 : 1;
    for (let added = row ? count : 0; added < count; added++) await insertRow(shop, table.name);
  }
};

/** A shop with at least one row in every table: the one that version 0.1.0 saved. */
const startFullShop = async (kind: EngineKind): Promise<{ shop: TestShop; rows: Rows }> => {
  const { shop, close } = await startOnReleasedDatabase('0.1.0', kind, VERSION_0_1_0[kind]);
  onTestFinished(close);
  await addManyRows(shop);
  await addRowsOfNewTables(shop);
  const rows = await readAllRows(shop.database);
  expect(BACKED_UP.filter((table) => rows[table]!.length === 0)).toEqual([]);
  return { shop, rows };
};

/** An empty shop at the time of a full one, so that sessions are still valid in it. */
const startEmptyShop = async (kind: EngineKind, now: number): Promise<TestShop> => {
  const server = kind === 'postgres' ? await createTestDatabase() : undefined;
  const shop = await startTestShop({ databaseUrl: server?.url, now });
  onTestFinished(async () => {
    await shop.close();
    await server?.drop();
  });
  return shop;
};

/** Inserts a row into every table that counts its ids, and expects ids after the existing ones. */
const expectIdsToContinue = async (shop: TestShop): Promise<void> => {
  const rows = await readAllRows(shop.database);
  for (const table of COUNTED) {
    const { id } = await insertRow(shop, table);
    expect(Number(id), table).toBeGreaterThan(Math.max(...rows[table]!.map((row) => Number(row.id))));
  }
};

test('a backup has every table except those of running processes, of what ends within hours, and of what must not come back', () => {
  const left = TABLE_NAMES.filter((table) => !BACKED_UP.includes(table));
  expect(left).toEqual([
    'leases',
    'waiting_settings',
    'sessions',
    'reset_links',
    'challenges',
    'throttles',
    'call_counts',
    'repeated_acts',
    'imports',
    'pending_syncs',
    'export_files',
  ]);
});

test('the tables that no backup has are named in behavior 1.12', () => {
  const rules = readFileSync(join(packageRoot, 'docs/behavior.md'), 'utf8');
  const [, listed = ''] = /^\*\*1\.12 [\s\S]*? Left out is [^:]*: ([^.]*)\./m.exec(rules) ?? [];
  const stated = [...listed.matchAll(/`(\w+)`/g)].map(([, table]) => table!);
  const leftOut = ALL_TABLES.flatMap(({ name, backup }) => (backup && 'leftOut' in backup ? [name] : []));
  expect(stated.toSorted()).toEqual(leftOut.toSorted());
});

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  const other = kind === 'sqlite' ? 'postgres' : 'sqlite';

  test('restoring a backup brings back every row of every table, and later rows are gone', async () => {
    const { shop, rows } = await startFullShop(kind);
    const { database } = shop;
    const file = join(folder, `${kind}.backup`);
    const expected = await countBackedUp(database);
    const { rows: count, problem } = await backUp(database, file, ORDER);
    expect([count, problem]).toEqual([expected, null]);

    await buildMember(shop);
    const later = await buildItem(shop);
    await updateItems(
      shop,
      rows.items!.map(({ id }) => Number(id)),
      { name: 'Spoiled' },
    );
    await database.write(async (tx) => {
      await tx.deleteFrom('notices').execute();
      await tx.updateTable('users').set({ points_balance: 99 }).execute();
    });

    expect(await restore(database, file, ORDER)).toBe(count);
    expect(await readAllRows(database)).toEqual(restored(rows));
    expect(await shop.call(getUser, { token: VERSION_0_1_0[kind].memberToken })).toMatchObject({ status: 401 });
    expect((await buildItem(shop)).id).toBeGreaterThanOrEqual(later.id);
    await expectIdsToContinue(shop);
  });

  test(`a shop moves to ${other} and back by backup and restore, with equal rows and continuing ids`, async () => {
    const { shop: source, rows } = await startFullShop(kind);
    const moved = await startEmptyShop(other, source.clock());
    const file = join(folder, `from-${kind}.backup`);
    await backUp(source.database, file, ORDER);
    await restore(moved.database, file, { ...ORDER, beforeReplacing: async () => ({ BTC: 1 }) });
    expect(await readAllRows(moved.database)).toEqual(restored(rows));
    expect(await checkData(moved.database)).toMatchObject({ well: true });
    const back = await startEmptyShop(kind, source.clock());
    const fileBack = join(folder, `back-to-${kind}.backup`);
    await backUp(moved.database, fileBack, ORDER);
    await restore(back.database, fileBack, { ...ORDER, beforeReplacing: async () => ({ BTC: 1 }) });
    expect(await readAllRows(back.database)).toEqual(restored(restored(rows)));
    await expectIdsToContinue(moved);
    await expectIdsToContinue(back);
  });

  test('a backup has no fast hash of a secret, and restoring one that has it leaves it out', async () => {
    const shop = await startEmptyShop(kind, Date.now());
    const keys = async () =>
      (await shop.database.read.selectFrom('shop_state').select('key').execute()).map(({ key }) => key);
    const add = () =>
      shop.database.write((tx) =>
        tx.insertInto('shop_state').values({ key: 'applied_admin_password', value: 'a fast hash' }).execute(),
      );
    const clean = join(folder, `${kind}-clean.backup`);
    await add();
    await backUp(shop.database, clean, ORDER);
    expect(gunzipSync(readFileSync(clean)).toString()).not.toContain('a fast hash');

    const old = join(folder, `${kind}-old.backup`);
    const lines = gunzipSync(readFileSync(clean)).toString().trim().split('\n');
    const { rows } = JSON.parse(lines.pop()!);
    lines.push(JSON.stringify(['shop_state', [{ key: 'applied_admin_password', value: 'a fast hash' }]]));
    writeFileSync(old, gzipSync([...lines, JSON.stringify({ rows: rows + 1 })].join('\n')));
    expect(await restore(shop.database, old, ORDER)).toBe(rows + 1);
    expect(await keys()).not.toContain('applied_admin_password');
    expect(await keys()).toContain('applied_admin_password_hash');
  });

  test('whatever was ended since a backup stays ended when it is restored', async () => {
    const shop = await startEmptyShop(kind, Date.now());
    const [owner, member, gone] = [await buildAdmin(shop), await buildMember(shop), await buildMember(shop)];
    const { url } = (await owner.call(createResetLink, { params: { id: member.id }, body: {} })).body;
    const older = join(folder, `${kind}-older.backup`);
    await backUp(shop.database, older, ORDER);
    await gone.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });

    await restore(shop.database, older, ORDER);
    for (const { token } of [owner, member, gone]) {
      expect((await shop.call(getUser, { token })).status).toBe(401);
    }
    expect((await shop.call(getResetLink, { params: { token: url.split('/').at(-1)! } })).status).toBe(404);
    const { username } = await shop.database.read
      .selectFrom('users')
      .select('username')
      .where('id', '=', gone.id)
      .executeTakeFirstOrThrow();
    expect(username).toMatch(/^deleted-/);
    expect(JSON.stringify(await readAllRows(shop.database))).not.toContain(gone.username);
    expect(await checkData(shop.database)).toMatchObject({ well: true });
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });

    // The restored evidence has the deletion too, so a second restore knows of it.
    await restore(shop.database, older, ORDER);
    expect(JSON.stringify(await readAllRows(shop.database))).not.toContain(gone.username);
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });
  });

  test('a larger shop replaces one with deleted accounts, whose entries come after the restored ones', async () => {
    const { shop: large } = await startFullShop(kind);
    for (let count = 0; count < 20; count++) await recordEntry(large);
    const file = join(folder, `${kind}-larger.backup`);
    await backUp(large.database, file, ORDER);
    const shop = await startEmptyShop(kind, Date.now());
    const gone = await buildMember(shop);
    expect((await gone.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    await restore(shop.database, file, ORDER);
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });
    const entries = await readEntries(shop);
    expect(entries.slice(-2)).toMatchObject([
      { kind: 'status', subject: gone.id },
      { kind: 'restore', subject: basename(file) },
    ]);
  });

  test('restoring an incomplete backup changes nothing', async () => {
    const { shop, rows } = await startFullShop(kind);
    const file = join(folder, `${kind}-incomplete.backup`);
    await backUp(shop.database, file, ORDER);
    truncateSync(file, 300);
    await expect(restore(shop.database, file, ORDER)).rejects.toThrow(/cannot be read as a backup|is incomplete/);
    expect(await readAllRows(shop.database)).toEqual(rows);
  });

  /** The lines of a backup, changed, as a backup again. */
  const rewrite = (file: string, change: (lines: string[]) => string[]) =>
    writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)).toString().split('\n')).join('\n')));

  test('the first line of a backup has the end of the evidence, and both acts are evidence', async () => {
    const { shop } = await startFullShop(kind);
    const file = join(folder, `${kind}-evidence.backup`);
    await backUp(shop.database, file, ORDER);
    const [first] = gunzipSync(readFileSync(file)).toString().split('\n');
    const entry = (await readEntries(shop)).findLast(({ hash }) => hash !== null)!;
    const evidence = { entries: entry.seq, lastHash: entry.hash };
    expect(JSON.parse(first!)).toMatchObject({ format: 'greenroom-backup-1', evidence });
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });
    const before = await findLastChained(shop.database.read);

    await restore(shop.database, file, ORDER);
    const restoreEntry = (await readEntries(shop)).at(-1)!;
    expect(restoreEntry).toMatchObject({ actor_id: 'command line', kind: 'restore', subject: basename(file) });
    expect(JSON.parse(restoreEntry.before!)).toEqual(before);
    expect(JSON.parse(restoreEntry.after!)).toEqual(evidence);
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });
  });

  test('a backup whose evidence was cut off or does not end as its first line says is refused', async () => {
    const { shop, rows } = await startFullShop(kind);
    const file = join(folder, `${kind}-edited.backup`);
    await backUp(shop.database, file, ORDER);
    rewrite(file, (lines) => lines.map((line) => line.replace(/"lastHash":"[0-9a-f]{4}/, '"lastHash":"0000')));
    await expect(restore(shop.database, file, ORDER)).rejects.toThrow('was changed: its evidence does not end as');
    expect(await readAllRows(shop.database)).toEqual(rows);
  });

  test('a backup of version 0.1.0 is restored: its administrators are owners, and its sessions and reset links are left out', async () => {
    const { shop } = await startFullShop(kind);
    const owned = { description: 'Ours', shop_owned: '["description"]', feed_values: '{"description":"Theirs"}' };
    await updateItems(shop, [1], owned);
    const rows = await readAllRows(shop.database);
    const file = join(folder, `${kind}-0.1.0.backup`);
    await backUp(shop.database, file, ORDER);
    const newTables = ['passkeys', 'invites', 'audit', 'audit_texts', 'idempotency_keys', 'pictures'];
    let left = 0;
    const asOf010 = (line: string): string[] => {
      if (line === '') return [];
      const value = JSON.parse(line);
      if (!Array.isArray(value))
        return [JSON.stringify(value.rows ? { rows: left } : { format: value.format, at: value.at })];
      const [table, batch] = value as [string, Row[]];
      if (newTables.includes(table)) return [];
      const older: Row[] = batch.map(({ role, verified_until: _, invite_id: __, reauthenticated_at: ___, ...row }) => {
        if (table === 'items') {
          const { feed_values, ...item } = row;
          const ofFeed = JSON.parse(String(feed_values));
          const { description = row.description, weightLabel = row.weight_label } = ofFeed;
          return { ...item, feed_description: description, feed_weight_label: weightLabel };
        }
        if (table === 'users') return { ...row, is_admin: role === 'owner' ? 1 : 0 };
        return row;
      });
      left += older.length;
      return [JSON.stringify([table, older])];
    };
    const stored = async (table: 'sessions' | 'reset_links') =>
      (await sql<Row>`select * from ${sql.table(table)}`.execute(shop.database.read)).rows;
    const sessions = (await stored('sessions')).map(({ reauthenticated_at: _, ...row }) => row);
    const links = (await stored('reset_links')).map((row) => ({ ...row, created_by: 'admin' }));
    expect([sessions.length, links.length].every((count) => count > 0)).toBe(true);
    const batches = [JSON.stringify(['sessions', sessions]), JSON.stringify(['reset_links', links])];
    left = sessions.length + links.length;
    rewrite(file, ([head, ...lines]) => [...asOf010(head!), ...batches, ...lines.flatMap(asOf010)]);
    await restore(shop.database, file, ORDER);
    const now = await readAllRows(shop.database);
    const rolesOf = (all: Rows) => all.users!.map(({ id, role }) => [id, role]);
    expect(rolesOf(now)).toEqual(rolesOf(rows));
    expect([await stored('sessions'), await stored('reset_links')]).toEqual([[], []]);
    expect(now.receipts).toEqual(rows.receipts);
    expect(now.items!.find(({ id }) => id === 1)).toMatchObject(owned);
    expect(now.items).toEqual(rows.items);
  });
});
