import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { bothDatabases } from '../testing/both-databases.ts';
import { formatSql } from '../testing/format-sql.ts';
import { sqlitePath } from './open.ts';
import { preparedStatements } from './prepared-query.ts';
import { SqliteDatabase } from './sqlite-driver.ts';

/*
 * The SQL of every prepared statement, as each engine runs it, is committed in hot-statements: a change shows as a diff.
 */

const SERVER = new URL('../', import.meta.url).pathname;
const FILES = new URL('hot-statements/', import.meta.url).pathname;
const HINT =
  'Its SQL is another one than the committed. If it should be: npx vitest run src/server/db/hot-statements -u';
/** Those of SQLite are no prepared ones. */
const ONLY_ON_POSTGRES = ['versions.count'];

/** The names of all statements that the server's sources prepare. */
const ALL = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) => [...readFileSync(join(SERVER, path), 'utf8').matchAll(/\bprepare(?:Query|Steps)\(\s*'([^']+)'/g)])
  .map(([, name]) => name!)
  .sort();

test('every prepared statement has a name of its own', () => {
  expect(ALL).toEqual([...new Set(ALL)]);
});

bothDatabases((shop, kind) => {
  const names = ALL.filter((name) => kind === 'postgres' || !ONLY_ON_POSTGRES.includes(name));
  const subjects = [...new Set(names.map((name) => name.split('.')[0]!))];
  const statementsOf = (name: string) => preparedStatements(shop().database.read).get(name)!;

  test('the statements of the shop are those that the sources name', () => {
    const prepared = [...preparedStatements(shop().database.read).keys()];
    expect(prepared.filter((name) => !name.startsWith('test.')).sort()).toEqual(ALL);
  });

  test('there is a file for each subject, and no other', () => {
    expect(readdirSync(join(FILES, kind)).sort(), HINT).toEqual(subjects.map((subject) => `${subject}.sql`));
  });

  test.each(subjects)('the SQL of %s is the committed one', async (subject) => {
    const texts = names
      .filter((name) => name.startsWith(`${subject}.`))
      .flatMap((name) =>
        statementsOf(name).map(([step, statement]) => {
          const title = step === name ? name : `${name}: ${step}`;
          return `-- ${title}\n${formatSql(withNames(statement))};\n`;
        }),
      );
    await expect(texts.join('\n'), HINT).toMatchFileSnapshot(join(FILES, kind, `${subject}.sql`));
  });

  test('the database knows the tables and columns of every statement', async () => {
    const prepare =
      kind === 'sqlite'
        ? onSqlite(sqlitePath(shop().dataDir))
        : await onPostgres(shop().database.location.databaseUrl!);
    for (const name of names) for (const [, { sql }] of statementsOf(name)) await prepare(sql);
  });
});

/** The SQL with the names of its parameters, so that a new one does not change the numbers of all others. */
const withNames = ({ sql, parameters }: CompiledQuery): string => {
  const names = parameters.map((value) => `:${(value as { name: string }).name}`);
  return sql.replaceAll(/'[^']*'|\$\d+|\?/g, (found) => (found.startsWith("'") ? found : names.shift()!));
};

/** Prepares a statement, and closes the connection at the end of the test. */
const onSqlite = (file: string) => {
  const sqlite = new SqliteDatabase(file, { readonly: true });
  onTestFinished(() => void sqlite.close());
  return async (sql: string) => void sqlite.prepare(sql);
};

const onPostgres = async (url: string) => {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return (sql: string) => client.query(`prepare one as ${sql}`).then(() => client.query('deallocate one'));
};
