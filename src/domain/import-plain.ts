import { guessFields, isSalePrice } from './import-mapping.ts';
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

/** Reads a table of no known system. Its seller says what the columns are, beginning with what their headers suggest. */
export const readPlainTable = ({ columns, rows }: ImportTable): ImportFile => {
  const fields = guessFields(columns);
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
  return { ...plainRow(row), isInactive: isOff(row, places), warning };
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
