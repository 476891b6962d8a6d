import { type ColumnType, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import type { PersonalTable, Schema, TableName } from './schema.ts';
import type { Db, Tx } from './types.ts';

/*
 * A table is declared once, in a file of its subject that ends in `.table.ts`. Queries, backups, the export and deletion
 * of accounts, `shop check`, pruning and tests follow from it. server/tables.ts lists all tables.
 */

const BATCH = 500;

/** A column: its type in each kind of statement, and how the database stores it. */
export interface Column<Select = unknown, Insert = unknown, Update = unknown> {
  /** For the compiler only. */
  type?: ColumnType<Select, Insert, Update>;
  kind: 'text' | 'whole';
  nullable: boolean;
  /** An insert may leave it out. */
  hasDefault: boolean;
}

export const TEN_MINUTES_MS = 600_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A limit above the rows of any table. */
export const EVERYTHING = 1_000_000_000;

export type Flag = 0 | 1;

export const text: Column<string, string, string> = { kind: 'text', nullable: false, hasDefault: false };
export const whole: Column<number, number, number> = { kind: 'whole', nullable: false, hasDefault: false };
export const flag = whole as Column<Flag, Flag, Flag>;
/** A text that is one of some values. */
export const textOf = <Value extends string>() => text as Column<Value, Value, Value>;

export const orNull = <Value>(column: Column<Value, Value, Value>) =>
  ({ ...column, nullable: true }) as Column<Value | null, Value | null, Value | null>;

/** The database has a value for inserts that leave it out. */
export const withDefault = <Value>(column: Column<Value, Value, Value>) =>
  ({ ...column, hasDefault: true }) as Column<Value, Value | undefined, Value>;

/** Set at insert and never updated. */
export const fixed = <Select, Insert>(column: Column<Select, Insert, Select>) =>
  column as Column<Select, Insert, never>;

/** The primary key of rows that the database counts. */
export const counted = withDefault(whole);

/** The columns as Schema has them. */
export type ColumnsOf<Columns extends Record<string, Column>> = {
  [Name in keyof Columns]: NonNullable<Columns[Name]['type']>;
};

/** Rules of `shop check`. Each query selects one line per row that breaks its rule. */
type Checks = Readonly<Record<string, RawBuilder<{ what: string }>>>;

export interface Account {
  userId: string;
  role: Role;
  now: number;
}

/** How the export and the deletion of an account treat a user's rows (behavior 3.9). */
interface Personal {
  /** The part of the export that shows them; null if they show nothing. */
  export: ((db: Db, user: { userId: string; now: number }) => Promise<Record<string, unknown>>) | null;
  /** Functions run before rows are deleted. */
  onDeletion: 'delete' | 'keep' | ((tx: Tx, account: Account) => Promise<unknown>);
}

interface Facts {
  /**
   * `batch` is for large rows. `leftOut` is for rows that belong to running processes, end within hours, or must not
   * come back. It says why no backup has them, and so does behavior 1.12.
   */
  backup?: { leftOut: string } | { batch: number };
  personal?: Personal;
  /** Which rows end by themselves, and how often they are deleted, in milliseconds. */
  prune?: {
    every: number;
    ended: (now: number) => RawBuilder<SqlBool>;
    /** Keeps what others need of the rows that have ended. It runs first, in the transaction that deletes them. */
    before?: (tx: Tx, ended: RawBuilder<SqlBool>) => Promise<unknown>;
  };
  /** At least one. */
  checks: Checks;
}

/** A table with `user_id` must say what is personal in it. */
type FactsOf<Name> = Facts & (Name extends PersonalTable ? { personal: Personal } : unknown);

/** A table with all its facts. */
export interface Table<Name extends TableName = TableName> extends Facts {
  name: Name;
  columns: Readonly<Record<string, Column>>;
  primaryKey: string;
  /** The database counts the ids of new rows itself. */
  countsIds: boolean;
  inBackups: boolean;
  /** How many rows a backup reads at once. */
  batch: number;
}

/**
 * Declares a table. Its first column is the primary key. Its rows are in backups and stay for good, unless the facts say
 * otherwise.
 */
export const table = <Name extends TableName>(
  name: Name,
  columns: Record<keyof Schema[Name], Column>,
  facts: FactsOf<Name>,
): Table<Name> => {
  const [[primaryKey, first]] = Object.entries(columns) as [[string, Column]];
  const { backup } = facts;
  const forBackups = {
    inBackups: !(backup && 'leftOut' in backup),
    batch: backup && 'batch' in backup ? backup.batch : BATCH,
  };
  return { ...facts, name, columns, primaryKey, countsIds: first === counted, ...forBackups };
};

/** The rule that no row of a table belongs to a deleted user. */
export const withoutDeletedUsers = (table: PersonalTable, thing: string): Checks => ({
  [`No ${thing} belongs to a deleted account`]: sql`
    select username as what from users
    where deleted_at is not null and id in (select user_id from ${sql.table(table)})`,
});

/** The rule that no member has more rows in a table than allowed. */
export const atMostPerMember = (table: PersonalTable, most: number, rule: string): Checks => ({
  [rule]: sql`
    select users.username || ': ' || count(*) as what
    from ${sql.table(table)} as marks join users on users.id = marks.user_id
    group by users.id, users.username having count(*) > ${sql.lit(most)}`,
});

/** Deletes the rows of a user. */
export const deleteRowsOf = async (tx: Tx, { name }: Table, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom(name).where(sql<SqlBool>`user_id = ${userId}`).execute();
};

/** Deletes at most `limit` rows that have ended. Returns how many. */
export const deleteEnded = async (
  tx: Tx,
  { name, primaryKey, prune }: Table,
  { now, limit }: { now: number; limit: number },
): Promise<number> => {
  if (!prune) return 0;
  const ended = prune.ended(now);
  await prune.before?.(tx, ended);
  const key = sql.ref(primaryKey);
  const some = sql<SqlBool>`${key} in (select ${key} from ${sql.table(name)} where ${ended} limit ${limit})`;
  const { numDeletedRows } = await tx.deleteFrom(name).where(some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
