import { closeSync, openSync, rmSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import type { OpenDatabase } from './open.ts';
import type { Schema, TableName } from './schema.ts';
import { ShopSqliteDialect } from './sqlite-dialect.ts';
import { SqliteDatabase } from './sqlite-driver.ts';
import { SqliteStatements } from './sqlite-statements.ts';
import type { Tx } from './types.ts';

type Work<Result> = (tx: Tx) => Promise<Result>;

/**
 * Runs work on empty tables with every constraint of the shop's own. Afterwards nothing is left of them, also if the
 * process is killed. The shop's tables are out of its reach.
 *
 * @param file SQLite keeps them in it, because memory would grow with the shop
 */
export const inScratch = <Result>(
  open: OpenDatabase,
  tables: readonly TableName[],
  file: string,
  work: Work<Result>,
): Promise<Result> => (open.kind === 'sqlite' ? inScratchFile(open, file, work) : inScratchSchema(open, tables, work));

const inScratchFile = async <Result>({ sqlite }: OpenDatabase, file: string, work: Work<Result>): Promise<Result> => {
  closeSync(openSync(file, 'wx', 0o600));
  try {
    const scratch = new SqliteDatabase(file);
    scratch.pragma('journal_mode = MEMORY');
    scratch.pragma('synchronous = OFF');
    scratch.pragma('foreign_keys = ON');
    const kysely = new Kysely<Schema>({ dialect: new ShopSqliteDialect(new SqliteStatements(scratch)) });
    try {
      const tables = sqlite!
        .prepare<[], string>("select sql from sqlite_master where name not like 'sqlite_%' and sql is not null")
        .pluck()
        .all();
      scratch.exec(tables.join(';'));
      return await kysely.transaction().execute(work);
    } finally {
      await kysely.destroy();
    }
  } finally {
    rmSync(file, { force: true });
  }
};

/** Undoes the transaction of a scratch schema, and carries what the work returned. */
class Undone extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('The scratch schema is dropped.');
    this.result = result;
  }
}

/**
 * The scratch schema is the temporary one of a connection: it is in no log and on no standby, and every user of a
 * database may have one.
 */
const inScratchSchema = async <Result>(
  { long }: OpenDatabase,
  tables: readonly TableName[],
  work: Work<Result>,
): Promise<Result> => {
  try {
    return await long.transaction().execute(async (tx) => {
      // Read before the copies exist, because afterwards the names in them would be those of another schema.
      const { rows: references } = await sql<{ table: string; definition: string }>`
        select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'f' and conrelid in (select to_regclass(name) from unnest(${tables}::text[]) as name)`.execute(
        tx,
      );
      for (const table of tables) {
        await sql`create temp table ${sql.table(table)} (like ${sql.table(table)} including all) on commit drop`.execute(
          tx,
        );
      }
      // From here on a name without a schema can only be a copy.
      await sql`set local search_path to pg_temp`.execute(tx);
      const result = await work(tx);
      for (const { table, definition } of references) {
        await sql`alter table ${sql.table(table)} add ${sql.raw(definition)}`.execute(tx);
      }
      throw new Undone(result);
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as Result;
    throw error;
  }
};
