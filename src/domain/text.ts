/** Returns a whole number as people read it: "1,028". */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Returns the noun that follows a count: "item" or "items". `many` is only for irregular plurals. */
export const nounFor = (count: number, one = 'item', many = `${one}s`): string => (count === 1 ? one : many);

/** Returns a count with its noun as a screen shows it: "1 item", "1,028 items", "2 categories". */
export const counted = (count: number, one?: string, many?: string): string =>
  `${formatCount(count)} ${nounFor(count, one, many)}`;

const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** Returns whether a database can store a text. It cannot store NUL or half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.search(UNSTORABLE) < 0;

/** Returns a text without the characters that a database cannot store. */
export const storable = (text: string): string => text.replace(UNSTORABLE, '');

/** The signs that begin a formula. Spreadsheets read the full-width and small signs of East Asian text like plain ones. */
const SIGN = '[=+\\-@|\\u2212＝＋－＠｜﹢﹣﹦﹫]';
/** Some skip characters that nobody sees. Quotes count as skipped, so that reading an export gives back the exact text. */
const FORMULA = `['\\s\\p{Cf}\\p{Mn}]*${SIGN}|'*[\\t\\r\\n]`;
/** The same inside a text, where a spreadsheet with another separator begins a cell. It ends where the next one begins. */
const SEPARATOR = '([;\\t\\r\\n])';
const INNER_FORMULA = `(?:['\\p{Cf}\\p{Mn}]|[^\\S\\t\\r\\n])*${SIGN}`;

const UNGUARDED = {
  first: new RegExp(`^(?=${FORMULA})`, 'u'),
  inner: new RegExp(`${SEPARATOR}(?=${INNER_FORMULA})`, 'gu'),
};
const GUARDED = {
  first: new RegExp(`^'(?=${FORMULA})`, 'u'),
  inner: new RegExp(`${SEPARATOR}'(?=${INNER_FORMULA})`, 'gu'),
};

/**
 * Returns a text with a quote before everything that a spreadsheet would run as a formula (behavior 2.8). A cell that is
 * no text stays as it is.
 */
export const withFormulaGuard = <Cell>(cell: Cell): Cell | string =>
  typeof cell === 'string' ? cell.replace(UNGUARDED.inner, "$1'").replace(UNGUARDED.first, "'") : cell;

/** Returns the text that was exported, without the quotes that guard formulas (behavior 2.8). */
export const withoutFormulaGuard = (cell: string): string =>
  cell.replace(GUARDED.first, '').replace(GUARDED.inner, '$1');

/** Returns whether an exported cell has a guard. */
export const isGuarded = (cell: unknown): boolean => typeof cell === 'string' && withoutFormulaGuard(cell) !== cell;

/** Begins each CSV file, so that spreadsheets read it as UTF-8. */
export const UTF8_MARK = '\uFEFF';

/** The most errors or warnings that are listed one by one. */
export const MAX_LISTED = 100;

/** A list of messages that keeps only the first ones and ends with the number of the others. */
export class MessageList {
  readonly #kept: string[] = [];
  #more = 0;

  add(message: string): void {
    if (this.#kept.length < MAX_LISTED) this.#kept.push(message);
    else this.#more += 1;
  }

  lines(): string[] {
    return this.#more === 0 ? [...this.#kept] : [...this.#kept, `… and ${this.#more} more`];
  }
}
