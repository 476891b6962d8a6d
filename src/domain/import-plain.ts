import { guessFields, type ImportField, isOtherFigure, isSalePrice } from './import-mapping.ts';
import {
  Columns,
  cellAt,
  type ImportFile,
  type ImportTable,
  plainRow,
  type SourceRow,
  saleWarning,
  type TableRow,
} from './import-table.ts';

/**
 * Reads a table of no known system. Its seller says what the columns are, beginning with what their headers suggest, or
 * else their values.
 */
export const readPlainTable = ({ columns, rows }: ImportTable): ImportFile => {
  const fields = withValues(guessFields(columns), { columns, rows });
  const places = {
    price: fields.indexOf('price'),
    sale: columns.findIndex(isSalePrice),
    ...placesOfStates(new Columns(columns)),
  };
  return {
    ...{ source: 'table', columns },
    rows: rows.map((row) => readRow(row, columns.length, places)),
    mapping: { fields, price: 'final', quantity: 'set', decimals: null },
  };
};

/** What can be read in one way only: an amount of money, the address of a picture, a weight. */
const VALUES: readonly (readonly [field: ImportField, value: RegExp])[] = [
  ['price', /^(?:\p{Sc}|USD|EUR|CAD)\s*\d[\d.,' ]*$|^\d[\d.,' ]*(?:\p{Sc}|USD|EUR|CAD)$/iu],
  ['images', /^https:\/\/\S+\.(?:jpe?g|png|webp|gif|avif)(?:\?\S*)?$/i],
  ['size', /^\d[\d.,/]*\s*(?:g|oz|ml|cl|l)$/i],
];

/** Adds each field that no header says, if one unknown column, and only that one, has nothing but such values. */
const withValues = (fields: (ImportField | null)[], { columns, rows }: ImportTable): (ImportField | null)[] => {
  const found = [...fields];
  for (const [field, value] of VALUES) {
    if (fields.includes(field)) continue;
    const all = columns.flatMap((column, at) =>
      found[at] === null && !isOtherFigure(column) && hasOnly(rows, at, value) ? [at] : [],
    );
    if (all.length === 1) found[all[0]!] = field;
  }
  return found;
};

/** Returns whether most cells of a column are such values, and the others blank. */
const hasOnly = (rows: readonly TableRow[], at: number, value: RegExp): boolean => {
  let filled = 0;
  return (
    rows.every((row) => {
      const cell = cellAt(row, at);
      if (cell !== '') filled += 1;
      return cell === '' || value.test(cell);
    }) && filled * 2 > rows.length
  );
};

/** The columns that say if a product is for sale. */
const placesOfStates = (columns: Columns) => ({
  on: columns.find('active', 'is active', 'published', 'enabled'),
  off: columns.find('archived', 'inactive', 'discontinued'),
  status: columns.find('status', 'product status'),
});

interface Places extends ReturnType<typeof placesOfStates> {
  price: number;
  sale: number;
}

const readRow = (row: TableRow, width: number, places: Places): SourceRow => {
  const aside = asideOf(row, width, places);
  if (aside !== null) return { ...row, role: 'skipped', isInactive: false, warning: `${aside} and was skipped` };
  const warning = saleWarning(cellAt(row, places.sale), cellAt(row, places.price));
  return plainRow(row, { isInactive: isOff(row, places), warning });
};

const TOTAL = /^(?:grand |sub-?)?totals?\b/i;
/** Nothing but a number, with its currency or unit. */
const FIGURE = /^\W*\d[\d.,\s]*\D{0,4}$/;
/** A narrower table may have a row with one cell only. */
const WIDE = 3;

/** Why a row between the products is none. Null if it is one. */
const asideOf = (row: TableRow, width: number, { price }: Places): string | null => {
  const filled = row.cells.map((cell) => cell.trim()).filter(Boolean);
  const [first, ...others] = filled;
  if (width < WIDE || first === undefined || filled.length === width) return null;
  // A product may be called "Total Eclipse", but then it has a price, or texts besides its name.
  const isPlain = /^\W*totals?\W*$/i.test(first);
  if (TOTAL.test(first) && others.every((cell) => FIGURE.test(cell)) && (isPlain || cellAt(row, price) === ''))
    return 'is a total';
  return filled.length === 1 ? `has nothing but "${first.slice(0, 40)}"` : null;
};

const isOff = (row: TableRow, { on, off, status }: Places): boolean =>
  /^(?:0|no?|false)$/i.test(cellAt(row, on)) ||
  /^(?:1|y(?:es)?|true)$/i.test(cellAt(row, off)) ||
  /^(?:inactive|deactivated|draft|archived|unpublished|unlisted|disabled|discontinued)$/i.test(cellAt(row, status));
