import { sql } from 'kysely';
import { TABLE_NAMES, TABLES } from '../tables.ts';
import type { TestShop } from './test-shop.ts';

/** The tables that may change when a call is refused. */
const EVIDENCE = ['audit', 'audit_texts', 'repeated_acts'];

/** The stored data without the evidence. */
export const withoutEvidence = (stored: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(stored).filter(([table]) => !EVIDENCE.includes(table)));

/** Reads everything that is stored, by table, as text. Two are equal if nothing has changed in between. */
export const readStoredData = async ({ database }: TestShop): Promise<Record<string, string>> => {
  const tables: Record<string, string> = {};
  for (const name of TABLE_NAMES) {
    const rows = await database.read
      .selectFrom(name)
      .selectAll()
      .orderBy(TABLES[name].primaryKey as never)
      .execute();
    tables[name] = JSON.stringify(rows);
  }
  return tables;
};

/**
 * Follows which tables of an SQLite shop change, besides the evidence. The returned function names those that did since
 * the last time it was asked. Reading everything before and after each of many calls would take much longer.
 */
export const followChangedTables = async ({ database }: TestShop): Promise<() => Promise<string[]>> => {
  await database.write(async (tx) => {
    await sql`create table changed_tables (name text)`.execute(tx);
    for (const name of TABLE_NAMES.filter((each) => !EVIDENCE.includes(each))) {
      for (const what of ['insert', 'update', 'delete']) {
        await sql`
          create trigger ${sql.id(`${name}_${what}`)} after ${sql.raw(what)} on ${sql.table(name)}
          begin insert into changed_tables values (${sql.lit(name)}); end`.execute(tx);
      }
    }
  });
  return () =>
    database.write(async (tx) => {
      const { rows } = await sql<{ name: string }>`select distinct name from changed_tables`.execute(tx);
      await sql`delete from changed_tables`.execute(tx);
      return rows.map(({ name }) => name);
    });
};
