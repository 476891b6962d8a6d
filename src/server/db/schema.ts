/**
 * The tables, the same on SQLite and PostgreSQL: whole cents, epoch milliseconds, JSON as text, flags as 0 and 1. Each
 * table adds its columns in its own file (table.ts). The migrations create them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of the tables fill it.
export interface Schema {}

export type TableName = keyof Schema;

/** The tables whose rows belong to a user. */
export type PersonalTable = {
  [Name in TableName]: 'user_id' extends keyof Schema[Name] ? Name : never;
}[TableName];
