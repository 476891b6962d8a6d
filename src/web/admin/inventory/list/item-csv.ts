import type { AdminItem } from '#contract/inventory.ts';

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

/** Spreadsheets run a text that begins so as a formula: it gets a quote in front, which importing takes off again. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** The items as CSV. The writer is loaded when it is first needed. */
export async function itemsCsv(items: readonly AdminItem[]): Promise<string> {
  const { unparse } = await import('papaparse');
  const rows = items.map((item) => COLUMNS.map((column) => item[column] ?? ''));
  return `${unparse([[...COLUMNS], ...rows], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}

/** Gives the browser a file to keep. */
export function offerFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // A browser may read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
