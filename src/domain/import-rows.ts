import { readWhole } from './file-numbers.ts';
import { FIELD_NAMES, type ImportField, type ImportMapping, type ImportMode, missingFields } from './import-mapping.ts';
import { readWrittenNumber } from './import-numbers.ts';
import { entriesOf, type ImportFile, type SourceRow } from './import-table.ts';
import { pathBelow } from './inventory-file-fields.ts';
import { foldName } from './text.ts';

/** Something that the seller has to correct in the file, or to answer. */
export interface ImportProblem {
  /** The row of the file; null for the file as a whole. */
  row: number | null;
  column: string | null;
  message: string;
  question: 'decimals' | null;
}

/** A row of a file whose cells were read. */
export interface ImportRow extends Pick<SourceRow, 'place' | 'role' | 'isInactive'> {
  /** Null if it cannot be read. */
  id: string | null;
  /** What the file has, written as in an inventory file. Blank cells have nothing. */
  given: Readonly<Partial<Record<ImportField, unknown>>>;
  /** Addresses of pictures on other servers. */
  pictures: readonly string[];
  problems: readonly ImportProblem[];
  warnings: readonly string[];
}

export interface ReadOptions {
  imageOrigin: string | null;
  /** Turns HTML into the text that people read. */
  plainText: (html: string) => string;
}

/** The problems of a mapping as a whole. Every product of the file is refused then. */
export const fileProblems = (mapping: ImportMapping, mode: ImportMode): ImportProblem[] =>
  missingFields(mapping, mode).map((message) => ({ row: null, column: null, message, question: null }));

/** Reads the cells of all rows as their mapping says (behavior 9.26). What can be read in two ways is a question. */
export const readImportRows = (
  { columns, rows }: Pick<ImportFile, 'columns' | 'rows'>,
  mapping: ImportMapping,
  options: ReadOptions,
): ImportRow[] => {
  const places = new Map<ImportField, number[]>();
  mapping.fields.forEach((field, at) => {
    if (field !== null) places.set(field, [...(places.get(field) ?? []), at]);
  });
  return rows.map((row) => new RowReader(row, { columns, places, mapping, ...options }).read());
};

interface RowContext extends ReadOptions {
  columns: readonly string[];
  places: ReadonlyMap<ImportField, readonly number[]>;
  mapping: ImportMapping;
}

/** Fields whose texts may be HTML. */
const TEXTS = ['name', 'brand', 'category', 'description', 'size', 'weightLabel', 'batch'] as const;
const LOOKS_LIKE_HTML = /<[a-z/!]|&(?:#\w+|[a-z]+);/i;

class RowReader {
  readonly #row: SourceRow;
  readonly #context: RowContext;
  readonly #problems: ImportProblem[] = [];
  readonly #warnings: string[] = [];

  constructor(row: SourceRow, context: RowContext) {
    this.#row = row;
    this.#context = context;
    if (row.warning !== null) this.#warnings.push(`Row ${row.place} ${row.warning}`);
  }

  read(): ImportRow {
    const { place, role, isInactive } = this.#row;
    if (role !== 'product') return this.#rowWith({ place, role, isInactive }, null, {}, []);
    const given: Partial<Record<ImportField, unknown>> = {};
    for (const field of TEXTS) {
      const cell = this.#cell(field);
      const text = LOOKS_LIKE_HTML.test(cell) ? this.#context.plainText(cell) : cell;
      if (text !== '') given[field] = text;
    }
    const qty = this.#quantity();
    if (qty !== null) given.qty = qty;
    const price = this.#number('price');
    if (price !== null) given.price = price;
    const tags = this.#entries('tags');
    if (tags.length > 0) given.tags = tags;
    const { own, elsewhere } = this.#pictures();
    if (own.length > 0) given.images = own;
    return this.#rowWith({ place, role, isInactive }, this.#id(given), given, elsewhere);
  }

  #rowWith(
    row: Pick<ImportRow, 'place' | 'role' | 'isInactive'>,
    id: string | null,
    given: ImportRow['given'],
    pictures: readonly string[],
  ): ImportRow {
    return { ...row, id, given, pictures, problems: this.#problems, warnings: this.#warnings };
  }

  #cell(field: ImportField): string {
    const at = this.#context.places.get(field)?.[0];
    return at === undefined ? '' : (this.#row.cells[at]?.trim() ?? '');
  }

  #entries(field: 'tags' | 'images'): string[] {
    const places = this.#context.places.get(field) ?? [];
    return [...new Set(places.flatMap((at) => entriesOf(this.#row.cells[at] ?? '')))];
  }

  /** Without a column for it, brand, name and size together are the id. */
  #id({ brand, name, size }: ImportRow['given']): string | null {
    if (this.#context.places.has('id')) return this.#cell('id') || null;
    if (name === undefined) return null;
    return foldName([brand, name, size].filter((part) => part !== undefined).join(' / '));
  }

  #number(field: 'price' | 'qty'): string | null {
    const cell = this.#cell(field);
    if (cell === '') return null;
    const read = readWrittenNumber(cell, this.#context.mapping.decimals);
    if (read === null) this.#refuse(field, `"${cell.slice(0, 40)}" is not a number.`);
    else if ('question' in read) {
      this.#refuse(
        field,
        `"${cell}" can be read in two ways. Are decimals separated by a point or a comma?`,
        'decimals',
      );
    } else return read.digits;
    return null;
  }

  /** Some registers sell more than they have. */
  #quantity(): number | null {
    const digits = this.#number('qty');
    if (digits === null) return null;
    const pieces = digits.startsWith('-') ? 0 : readWhole(digits);
    if (pieces === null) this.#refuse('qty', `"${digits}" is not a whole number.`);
    return pieces;
  }

  #pictures(): { own: string[]; elsewhere: string[] } {
    const all = this.#entries('images');
    const elsewhere = all.filter((address) => pathBelow(address, this.#context.imageOrigin) === null);
    return { own: all.filter((address) => !elsewhere.includes(address)), elsewhere };
  }

  #refuse(field: ImportField, problem: string, question: ImportProblem['question'] = null): void {
    const at = this.#context.places.get(field)?.[0];
    const column = at === undefined ? null : this.#context.columns[at]!;
    this.#problems.push({
      row: this.#row.place,
      column,
      message: `${capitalized(FIELD_NAMES[field])}: ${problem}`,
      question,
    });
  }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
