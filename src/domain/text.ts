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

/**
 * Matches text that a spreadsheet would run as a formula. A CSV export puts a quote before it (behavior 2.8). Some
 * spreadsheets skip characters that nobody sees, and read the full-width and small signs of East Asian text like plain
 * ones. Leading quotes are part of the pattern, so that reading an export gives back the exact text.
 */
export const FORMULA = /^['\s\p{Cf}\p{Mn}]*[=+\-@|\u2212＝＋－＠｜﹢﹣﹦﹫]|^'*[\t\r\n]/u;

/** Returns the text that was exported, without the quote that guards a formula (behavior 2.8). */
export const withoutFormulaGuard = (cell: string): string => {
  const text = cell.slice(1);
  return cell.startsWith("'") && FORMULA.test(text) ? text : cell;
};

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
