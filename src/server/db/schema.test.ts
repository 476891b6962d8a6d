import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL_TABLES } from '../tables.ts';
import { bothDatabases } from '../testing/both-databases.ts';

const DECLARED = ALL_TABLES.flatMap(({ name: table, columns }) =>
  Object.entries(columns).map(([name, column]) => ({ ...column, name: `${table}.${name}` })),
);

/** int8 and int2 of PostgreSQL, bigint, smallint and integer of SQLite are whole numbers. */
const kindOf = (dataType: string): string => (/int/i.test(dataType) ? 'whole' : dataType.toLowerCase());

bothDatabases((shop) => {
  /** The columns as the database has them. */
  const readColumns = async () =>
    (await shop().database.read.introspection.getTables()).flatMap(({ name: table, columns }) =>
      columns.map((column, position) => ({
        name: `${table}.${column.name}`,
        kind: kindOf(column.dataType),
        // The first column is the primary key. SQLite does not report that it is never null.
        nullable: column.isNullable && position > 0,
        hasDefault: column.hasDefaultValue || column.isAutoIncrementing,
      })),
    );

  test('the migrations create exactly the columns that the tables declare', async () => {
    const created = (await readColumns()).map(({ name, kind, nullable }) => ({ name, kind, nullable }));
    const declared = DECLARED.map(({ name, kind, nullable }) => ({ name, kind, nullable }));
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(created.sort(byName)).toEqual(declared.sort(byName));
  });

  test('the database has a value for every column that an insert may leave out', async () => {
    const filled = (await readColumns()).filter(({ hasDefault }) => hasDefault).map(({ name }) => name);
    const left = DECLARED.filter(({ hasDefault }) => hasDefault).map(({ name }) => name);
    expect(left).toContain('users.role');
    expect(left.filter((name) => !filled.includes(name))).toEqual([]);
  });

  test('every file in the folder of migrations is applied', async () => {
    const files = readdirSync(join(import.meta.dirname, 'migrations')).map((file) => file.replace(/\.ts$/, ''));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(shop().database.read);
    expect(rows.map(({ name }) => name).sort()).toEqual(files.sort());
  });
});
