import { readWhole } from './file-numbers.ts';
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  type ImportMode,
  missingFields,
} from './import-mapping.ts';
import { readWrittenNumber } from './import-numbers.ts';
import { entriesOf, type ImportFile, type SourceRow } from './import-table.ts';
import { pathBelow } from './inventory-file-fields.ts';
import { cleanText, foldName } from './typed-text.ts';

/** A problem that the seller has to correct in the file, or to decide. */
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
  /** The values of the file, written as in an inventory file. Blank cells have none. */
  given: Readonly<Partial<Record<ImportField, unknown>>>;
  /** The file has less than nothing of it, which counts as 0. */
  isStockNegative: boolean;
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

/**
 * Reads the cells of all rows as their mapping says (behavior 9.26). A cell that can be read in two ways becomes a
 * question.
 */
export const readImportRows = (
  { columns, rows }: Pick<ImportFile, 'columns' | 'rows'>,
  mapping: ImportMapping,
  options: ReadOptions,
): ImportRow[] => {
  const placesOf = (field: ImportField) => mapping.fields.flatMap((each, at) => (each === field ? [at] : []));
  const place = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, placesOf(field)[0] ?? -1]));
  const many = { tags: placesOf('tags'), images: placesOf('images') };
  const context = {
    ...options,
    columns,
    decimals: mapping.decimals,
    many,
    place: place as Record<ImportField, number>,
  };
  return rows.map((row) => readRow(row, context));
};

interface RowContext extends ReadOptions {
  columns: readonly string[];
  decimals: ImportMapping['decimals'];
  /** The place of each field's column, or -1. */
  place: Readonly<Record<ImportField, number>>;
  /** The places of fields that several columns can be. */
  many: Readonly<Record<'tags' | 'images', readonly number[]>>;
}

/** Fields whose texts may be HTML. */
const TEXTS = ['name', 'brand', 'category', 'description', 'size', 'weightLabel', 'batch'] as const;
const ENTITY = /&(?:#\w+|[a-z]+);/i;
const TAG = /<[a-z/!]/i;

const readRow = (row: SourceRow, context: RowContext): ImportRow => {
  const { place, role, isInactive } = row;
  const warnings = row.warning === null ? [] : [`Row ${place} ${row.warning}`];
  if (role !== 'product') {
    return {
      place,
      role,
      isInactive,
      id: null,
      given: {},
      isStockNegative: false,
      pictures: NONE,
      problems: NONE,
      warnings,
    };
  }
  const given: Partial<Record<ImportField, unknown>> = {};
  for (const field of TEXTS) {
    const cell = cellOf(row, context.place[field]);
    if (cell !== '') given[field] = TAG.test(cell) || ENTITY.test(cell) ? context.plainText(cell) : cell;
  }
  const problems: ImportProblem[] = [];
  const stock = readDigits(row, 'qty', context, problems);
  const isStockNegative = stock?.startsWith('-') ?? false;
  const qty = stock === null ? null : readPieces(stock, row, context, problems);
  if (qty !== null) given.qty = qty;
  const price = readDigits(row, 'price', context, problems);
  const written = cellOf(row, context.place.price);
  if (price !== null && OTHER_MONEY.test(written)) warnings.push(`Row ${place}: "${written}" is read as dollars`);
  if (price !== null) given.price = price;
  const tags = entriesIn(row, context.many.tags).map(context.plainText);
  if (tags.length > 0) given.tags = tags;
  const images = entriesIn(row, context.many.images);
  const own = images.filter((address) => pathBelow(address, context.imageOrigin) !== null);
  if (own.length > 0) given.images = own;
  const pictures = own.length === 0 ? images : images.filter((address) => !own.includes(address));
  const id = readId(row, given, context);
  return { place, role, isInactive, id, given, isStockNegative, pictures, problems, warnings };
};

const NONE: readonly never[] = [];

const cellOf = ({ cells }: SourceRow, at: number): string => (at < 0 ? '' : cleanText(cells[at] ?? ''));

const entriesIn = ({ cells }: SourceRow, places: readonly number[]): readonly string[] => {
  const entries = places.flatMap((at) => (cells[at] ? entriesOf(cells[at]) : []));
  return entries.length > 1 ? [...new Set(entries)] : entries;
};

/** What a product is known by without an id: its brand, name and size. Blank ones have no part in it. */
export const wordsId = (parts: readonly unknown[]): string =>
  foldName(parts.filter((part) => part !== undefined && part !== null && part !== '').join(' / '));

/** Without a column for it, brand, name and size together are the id. */
const readId = (row: SourceRow, { brand, name, size }: ImportRow['given'], { place }: RowContext): string | null => {
  if (place.id >= 0) return cellOf(row, place.id) || null;
  if (name === undefined) return null;
  return wordsId([brand, name, size]);
};

const readDigits = (
  row: SourceRow,
  field: 'price' | 'qty',
  context: RowContext,
  problems: ImportProblem[],
): string | null => {
  const cell = cellOf(row, context.place[field]);
  if (NOTHING.test(cell)) return null;
  if (field === 'qty' && SOLD_OUT.test(cell)) return '0';
  const read = readWrittenNumber(cell, context.decimals);
  if (read !== null && 'digits' in read) return read.digits;
  problems.push(
    read === null
      ? problemOf(row, field, context, `"${cell.slice(0, 40)}" ${notANumber(cell)}`)
      : {
          ...problemOf(row, field, context, `"${cell}" can be read in two ways. Is it ${bothWays(cell)}?`),
          question: read.question,
        },
  );
  return null;
};

/** A price in another money. */
const OTHER_MONEY = /(?!\$)\p{Sc}|\b(?:EUR|CAD)\b|C(?:A)?\$/iu;

/** How people write that a cell has no number. */
const NOTHING = /^(?:[-\u2013\u2014]*|n\/?a|null|nil|tbd)$/i;
const SOLD_OUT = /^(?:out of stock|sold out|none|no stock)$/i;

/** Says what a cell has instead of a number. */
const notANumber = (cell: string): string => {
  if (/^[=+@]/.test(cell)) return 'is a formula. Please save the file with values.';
  if (/^#\w+[/!?]/.test(cell)) return 'is an error of the spreadsheet. Please correct it there.';
  return /\d\D*\s*(?:-|\u2013|\u2014|\bto\b)\s*\D*\d/.test(cell)
    ? 'is a range. Please enter one number.'
    : 'is not a number.';
};

/** The two numbers that a text may be: "1234 or 1.234". */
const bothWays = (cell: string): string =>
  (['point', 'comma'] as const)
    .map((decimals) => readWrittenNumber(cell, decimals))
    .map((read) => (read && 'digits' in read ? read.digits : ''))
    .join(' or ');

/** Some registers sell more than they have. */
const readPieces = (digits: string, row: SourceRow, context: RowContext, problems: ImportProblem[]): number | null => {
  const pieces = digits.startsWith('-') ? 0 : readWhole(digits);
  if (pieces === null) problems.push(problemOf(row, 'qty', context, `"${digits}" is not a whole number.`));
  return pieces;
};

const problemOf = (
  { place: row }: SourceRow,
  field: 'price' | 'qty',
  { place, columns }: RowContext,
  problem: string,
): ImportProblem => ({
  row,
  column: columns[place[field]] ?? null,
  message: `${field === 'qty' ? 'Stock' : 'Price'}: ${problem}`,
  question: null,
});
