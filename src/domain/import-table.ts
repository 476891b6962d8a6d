import type { ImportField, ImportMapping, ImportSource } from './import-mapping.ts';
import { readWrittenNumber } from './import-numbers.ts';
import { cleanText, foldName } from './typed-text.ts';

/** A row of a file. */
export interface TableRow {
  /** Its number in the file, as a spreadsheet counts: the header is row 1. A row of JSON is a variant, and the first is 1. */
  place: number;
  cells: string[];
}

/** A file as a table, before anything of it is understood. */
export interface ImportTable {
  columns: readonly string[];
  rows: readonly TableRow[];
}

/** A row after its system's own rules: variants have what their product says. */
export interface SourceRow extends TableRow {
  /** A product, a part of another row's product such as one more picture, or one that no shop can sell. */
  role: 'product' | 'part' | 'skipped';
  /** It is not for sale in that system. */
  isInactive: boolean;
  /** A note for the seller, as a sentence without its row. */
  warning: string | null;
}

/** A file that was understood (behavior 9.26). */
export interface ImportFile {
  source: ImportSource;
  columns: readonly string[];
  rows: readonly SourceRow[];
  mapping: ImportMapping;
}

/** A row that is simply a product. */
export const plainRow = (
  { place, cells }: TableRow,
  { isInactive, warning }: Pick<SourceRow, 'isInactive' | 'warning'> = { isInactive: false, warning: null },
): SourceRow => ({ place, cells, role: 'product', isInactive, warning });

/** The places of columns, by names that are compared without case and outer spaces. */
export class Columns {
  readonly #names: readonly string[];
  readonly #places = new Map<string, number>();

  constructor(names: readonly string[]) {
    this.#names = names;
    names.forEach((name, at) => {
      const key = foldName(name);
      if (!this.#places.has(key)) this.#places.set(key, at);
    });
  }

  /** The place of the first of these columns that the file has, or -1. */
  find(...names: readonly string[]): number {
    for (const name of names) {
      const at = this.#places.get(name);
      if (at !== undefined) return at;
    }
    return -1;
  }

  has(...names: readonly string[]): boolean {
    return names.every((name) => this.#places.has(name));
  }

  /** The field of each column, from the places of fields. A column that the file does not have is left out. */
  fields(places: Partial<Record<ImportField, number>>): (ImportField | null)[] {
    const fields: (ImportField | null)[] = this.#names.map(() => null);
    for (const [field, at] of Object.entries(places) as [ImportField, number][]) if (at >= 0) fields[at] = field;
    return fields;
  }
}

/** The text of a cell, trimmed. A column that the file does not have is blank. */
export const cellAt = ({ cells }: TableRow, at: number): string => cleanText(cells[at] ?? '');

/** Returns a row with other texts in some of its cells. */
export const withCells = (row: TableRow, texts: readonly (readonly [at: number, text: string])[]): string[] => {
  const cells = [...row.cells];
  for (const [at, text] of texts) if (at >= 0) cells[at] = text;
  return cells;
};

/** How a system's own files are read: prices are what members pay. */
export const SYSTEM_MAPPING = { price: 'final', quantity: 'set', decimals: null } as const;

/** Ends each entry of a cell that holds several, such as pictures, so that an entry may contain a comma. */
const ENTRY_END = '\n';

/** Returns a cell with several entries, each once. */
export const entriesCell = (entries: readonly string[]): string =>
  [...new Set(entries)]
    .filter((entry) => entry !== '')
    .map((entry) => `${entry}${ENTRY_END}`)
    .join('');

/** Returns the entries of a cell. Other programs separate them by commas, semicolons or bars. */
export const entriesOf = (cell: string): string[] =>
  cell
    .split(cell.includes(ENTRY_END) ? ENTRY_END : /[,;|]/)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Gathers rows that have the same text. A blank one is not the same as another. */
export const groupRows = (rows: readonly TableRow[], textOf: (row: TableRow) => string): Map<TableRow, TableRow[]> => {
  const byText = new Map<string, TableRow[]>();
  const groups = new Map<TableRow, TableRow[]>();
  for (const row of rows) {
    const text = textOf(row);
    const group = (text !== '' && byText.get(text)) || [];
    group.push(row);
    byText.set(text, group);
    groups.set(row, group);
  }
  return groups;
};

/** The warning about a sale price below the regular one, which counts. Null if it is not below. */
export const saleWarning = (sale: string, regular: string): string | null => {
  const [low, high] = [sale, regular].map((text) => readWrittenNumber(text, 'point'));
  const isSale = low && high && 'digits' in low && 'digits' in high && Number(low.digits) < Number(high.digits);
  return isSale ? `is on sale for ${sale}. Its regular price ${regular} is taken: the shop has no sale prices` : null;
};
