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
