import { type CompiledQuery, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { healthz, readyz } from '#contract/health.ts';
import { TABLE_NAMES } from '../tables.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildItem } from '../testing/factories.ts';
import { NewerDatabaseError } from './migrate.ts';
import { openDatabase } from './open.ts';
import { type ParamOf, prepareQuery } from './prepared-query.ts';
import type { Db, Tx } from './types.ts';

bothDatabases((shop, kind) => {
  test('a started shop reports that it runs and that its database responds', async () => {
    expect(await shop().call(healthz)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await shop().call(readyz)).toMatchObject({ status: 200 });
  });

  test('64-bit integers and sums are read as numbers', async () => {
    await buildItem(shop(), { priceCents: 5_000_000_000 });
    const row = await shop()
      .database.read.selectFrom('items')
      .select([sql<number>`sum(price_cents)`.as('sum'), sql<number>`count(*)`.as('count'), 'id'])
      .groupBy('id')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ sum: 5_000_000_000, count: 1, id: expect.any(Number) });
  });

  test('a prepared query uses the values of each call, inside a transaction and outside', async () => {
    const findState = prepareQuery('test.state', (db, param: ParamOf<{ key: string }>) =>
      db.selectFrom('shop_state').select('value').where('key', '=', param('key')),
    );
    const { database } = shop();
    const inside = await database.write(async (tx) => {
      for (const key of ['One', 'Two']) await tx.insertInto('shop_state').values({ key, value: key }).execute();
      return [await findState(tx, { key: 'Two' }), await findState(tx, { key: 'One' })];
    });
    expect(inside).toEqual([[{ value: 'Two' }], [{ value: 'One' }]]);
    expect(await findState(database.read, { key: 'One' })).toEqual([{ value: 'One' }]);
    expect(await findState(database.read, { key: 'Three' })).toEqual([]);
  });

  test('a prepared query has its constants in its text, so that both engines can use them for its plan', async () => {
    const findItem = prepareQuery('test.item', (db, param: ParamOf<{ id: number }>) =>
      db
        .selectFrom('items')
        .select(['id', sql<string>`${"it's"}`.as('text')])
        .where('listed', '=', 1)
        .where('id', '=', param('id'))
        .limit(3),
    );
    const { read } = shop().database;
    const compiled: CompiledQuery[] = [];
    vi.spyOn(read, 'executeQuery').mockImplementation(async (query) => {
      compiled.push(query as CompiledQuery);
      return { rows: [] };
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await findItem(read, { id: 7 });
    expect(compiled.map(({ parameters }) => parameters)).toEqual([[7]]);
    expect(compiled[0]!.sql).toContain("'it''s'");
    expect(compiled[0]!.sql).toContain('"listed" = 1');
  });

  test('listeners are notified of touched topics after the commit, and not if the transaction fails', async () => {
    const { database } = shop();
    const changes: unknown[] = [];
    const stopListening = database.onChange((change) => changes.push(change));
    await database.write(async (_tx, touch) => touch('catalogue', [7]));
    await expect(
      database.write(async (_tx, touch) => {
        touch('receipts');
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    stopListening();
    expect(changes).toEqual([{ topic: 'catalogue', ids: [7] }]);
  });

  test('if one of several writes that arrive together fails, only that one is rolled back', async () => {
    const { database } = shop();
    const names = ['Written 1', 'Refused', 'Written 2'];
    const writes = names.map((name) =>
      database.write(async (tx, touch) => {
        await tx.insertInto('shop_state').values({ key: name, value: name }).execute();
        touch('sync');
        if (name === 'Refused') throw new Error('refused');
        return name;
      }),
    );
    const changes: unknown[] = [];
    const stopListening = database.onChange((change) => changes.push(change.topic));
    const outcomes = await Promise.allSettled(writes);
    stopListening();
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const kept = await database.read.selectFrom('shop_state').select('key').where('key', 'in', names).execute();
    expect(kept.map(({ key }) => key).sort()).toEqual(['Written 1', 'Written 2']);
    expect(changes.length).toBeGreaterThan(0);
  });

  test('a database of a newer version is refused and not changed', async () => {
    const { database } = shop();
    const row = sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`;
    await database.write((tx) => row.execute(tx));
    await expect(database.migrate(TABLE_NAMES)).rejects.toThrow(NewerDatabaseError);
    await database.write((tx) => sql`delete from kysely_migration where name = '9999-later'`.execute(tx));
    await database.migrate(TABLE_NAMES);
  });

  if (kind === 'sqlite') {
    test('a transaction waits for that of another thread, while queries of the process go on', async () => {
      const { database } = shop();
      const other = openDatabase({ dataDir: shop().dataDir });
      const order: string[] = [];
      other.sqlite?.exec('begin immediate');
      const written = database.write(async () => order.push('written'));
      for (let turn = 0; turn < 5; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await database.read.selectFrom('items').select('id').limit(1).execute();
        order.push('read');
      }
      other.sqlite?.exec('commit');
      await written;
      await other.close();
      expect(order).toEqual([...Array(5).fill('read'), 'written']);
    });

    test('queries outside a transaction cannot change anything', async () => {
      const { read } = shop().database;
      await expect(read.deleteFrom('items').execute()).rejects.toThrow('readonly');
    });

    test('every SQLite connection has the settings that keep acknowledged orders through a power cut', async () => {
      const { database } = shop();
      const pragma = async (db: Db | Tx, name: string) =>
        Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0]!)[0];
      const settingsOf = async (db: Db | Tx) => ({
        synchronous: await pragma(db, 'synchronous'),
        journal: await pragma(db, 'journal_mode'),
        foreignKeys: await pragma(db, 'foreign_keys'),
      });
      const durable = { synchronous: 2, journal: 'wal', foreignKeys: 1 };
      expect(await database.write((tx) => settingsOf(tx))).toEqual(durable);
      expect(await settingsOf(database.read)).toEqual(durable);
      expect(await database.atOneMoment(settingsOf)).toEqual(durable);
      // Transactions wait in the process, not in SQLite.
      expect(await database.write((tx) => pragma(tx, 'busy_timeout'))).toBe(0);
    });
  }
});
