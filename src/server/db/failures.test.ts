import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bothDatabases } from '../testing/both-databases.ts';
import { afterSaving, ConnectionLostError, EXPECTED_VIOLATIONS, OutcomeUnknownError } from './failures.ts';

/** The names of the indexes and check constraints of a database. */
const NAMES = {
  sqlite: sql<{ name: string; definition: string | null }>`select name, sql as definition from sqlite_master`,
  postgres: sql<{ name: string; definition: string | null }>`
    select conname as name, null as definition from pg_constraint
    union select indexname, null from pg_indexes where schemaname = current_schema()`,
};

bothDatabases((shop, kind) => {
  test('every constraint that has an error code is in the migrated database', async () => {
    const { rows } = await NAMES[kind].execute(shop().database.read);
    // SQLite has no list of its checks. Their names are in the definitions of the tables.
    const checks = rows.flatMap(({ definition }) => [...(definition ?? '').matchAll(/constraint "(\w+)" check/g)]);
    const names = new Set([...rows.map(({ name }) => name), ...checks.map(([, name]) => name)]);
    expect(Object.keys(EXPECTED_VIOLATIONS).filter((name) => !names.has(name))).toEqual([]);
  });
});

test('a call that has saved something and then loses the database has an unknown outcome', async () => {
  const failing = (error: Error) => afterSaving(() => Promise.reject(error));
  await expect(failing(new ConnectionLostError('The connection was lost.'))).rejects.toThrow(OutcomeUnknownError);
  await expect(failing(new RangeError('Something else.'))).rejects.toThrow(RangeError);
  expect(await afterSaving(async () => 'saved')).toBe('saved');
});
