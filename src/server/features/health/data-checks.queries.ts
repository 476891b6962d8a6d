import type { ShopDatabase } from '../../db/shop-database.ts';
import { ALL_TABLES } from '../../tables.ts';

const SHOWN_VIOLATIONS = 10;

/** Checks the data. Returns one line per rule, with the violations below, and whether all rules hold. */
export const checkData = async (
  database: Pick<ShopDatabase, 'read' | 'checkFile'>,
): Promise<{ lines: string[]; well: boolean }> => {
  const lines: string[] = [];
  const file = database.checkFile();
  let well = file === null || file === 'ok';
  if (file !== null) lines.push(well ? 'ok   The database file is sound' : `FAIL The database file is sound: ${file}`);
  for (const [rule, violations] of ALL_TABLES.flatMap(({ checks }) => Object.entries(checks))) {
    const { rows } = await violations.execute(database.read);
    well &&= rows.length === 0;
    lines.push(`${rows.length === 0 ? 'ok  ' : 'FAIL'} ${rule}`);
    for (const { what } of rows.slice(0, SHOWN_VIOLATIONS)) lines.push(`     ${what}`);
    if (rows.length > SHOWN_VIOLATIONS) lines.push(`     and ${rows.length - SHOWN_VIOLATIONS} more`);
  }
  return { lines, well };
};
