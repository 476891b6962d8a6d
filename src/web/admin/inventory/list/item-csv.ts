import type { AdminItem } from '#contract/inventory.ts';
import { FORMULA } from '#domain/text.ts';

/** The columns of the list as a file; `shop import FILE.csv` reads it back as an edit plan by id (decisions §8 "CSV"). */
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

/** The items as a CSV file. The writer is loaded when it is first needed. */
export const itemsCsv = async (items: readonly AdminItem[]): Promise<Blob> => {
  const { default: Papa } = await import('papaparse');
  const rows = items.map((item) => COLUMNS.map((column) => item[column] ?? ''));
  const text = `${Papa.unparse([[...COLUMNS], ...rows], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
};
