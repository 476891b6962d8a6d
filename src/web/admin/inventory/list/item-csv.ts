import type { AdminItem } from '#contract/inventory.ts';
import { FORMULA } from '#domain/text.ts';

/** The columns of the export. `shop import FILE.csv` reads them back as edits by id (behavior 9.14). */
const COLUMNS = [
  'id',
  'name',
  'brand',
  'category',
  'description',
  'weightLabel',
  'quantity',
  'price',
  'markupDollars',
  'isActive',
] as const satisfies readonly (keyof AdminItem)[];

/** The items as a CSV file (behavior 2.8). The writer is a lazy part. */
export const itemsCsv = async (items: readonly AdminItem[]): Promise<Blob> => {
  const { default: Papa } = await import('papaparse');
  const rows = items.map((item) => COLUMNS.map((column) => item[column] ?? ''));
  const text = `${Papa.unparse([[...COLUMNS], ...rows], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
};
