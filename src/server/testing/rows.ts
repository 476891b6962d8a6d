import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TableName } from '../db/schema.ts';
import type { Column } from '../db/table.ts';
import { TABLES } from '../tables.ts';
import { buildMember } from './factories.ts';
import type { TestShop } from './test-shop.ts';

type Row = Record<string, unknown>;

/** The tables that columns refer to by their name. */
const REFERENCES: Record<string, TableName> = {
  item_id: 'items',
  change_id: 'change_sets',
  receipt_id: 'receipts',
  entry_id: 'audit',
  task_id: 'tasks',
  payment_id: 'payments',
  key_id: 'account_keys',
};

/** The id of a row to refer to. A new member has no rows yet, so that no two rows of a member clash. */
const referTo = async (shop: TestShop, column: string): Promise<unknown> => {
  if (column === 'user_id') return (await buildMember(shop)).id;
  const table = REFERENCES[column];
  if (!table) return undefined;
  // The first receipt, because an account that is deleted may have a later one.
  const first = table === 'receipts' ? sql`order by number` : sql``;
  const { rows } = await sql<Row>`select id from ${sql.table(table)} ${first} limit 1`.execute(shop.database.read);
  return (rows[0] ?? (await insertRow(shop, table))).id;
};

const newValue = ({ kind }: Column): unknown => (kind === 'whole' ? 1 : `text ${randomUUID()}`);

/** Inserts a row with as few values as the table takes, and returns it. */
export const insertRow = async (shop: TestShop, table: TableName, given: Row = {}): Promise<Row> => {
  const values: Row = {};
  for (const [name, column] of Object.entries(TABLES[table].columns)) {
    if (name in given) values[name] = given[name];
    else if (!column.nullable && !column.hasDefault) values[name] = (await referTo(shop, name)) ?? newValue(column);
  }
  return shop.database.write((tx) =>
    tx
      .insertInto(table)
      .values(values as never)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
};
