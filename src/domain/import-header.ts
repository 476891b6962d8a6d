import { guessFields, type ImportField } from './import-mapping.ts';

/** So many rows are looked at for the header. */
const MOST_BEFORE = 15;

interface Header {
  /** The place of its last row. */
  at: number;
  names: readonly string[];
}

/**
 * Finds the header of a table. It is the first row, unless that is a title and a later one says what products are. Two
 * rows of headers, such as "Price" above "Cost" and "Retail", are read together. Null if every row is blank.
 */
export const findHeader = (rows: readonly (readonly string[])[]): Header | null => {
  const first = rows.findIndex((cells) => !isBlankRow(cells));
  if (first < 0) return null;
  const later = rows.slice(first, first + MOST_BEFORE).findIndex(saysProducts);
  const at = first + Math.max(later, 0);
  const [names, below] = [rows[at]!, rows[at + 1] ?? []];
  return isGroup(names, below) ? { at: at + 1, names: joined(names, below) } : { at, names };
};

export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const WHAT: readonly ImportField[] = ['name', 'id'];
const FIGURES: readonly ImportField[] = ['price', 'qty'];

const saysProducts = (cells: readonly string[]): boolean => {
  const fields = guessFields(cells);
  return [WHAT, FIGURES].every((some) => fields.some((field) => field !== null && some.includes(field)));
};

const NUMBER = /\d/;

/** Returns whether headers are groups of those below them: some have no name of their own, and below are only names. */
const isGroup = (names: readonly string[], below: readonly string[]): boolean =>
  names.some((name, at) => at > 0 && name.trim() === '' && (below[at] ?? '').trim() !== '') &&
  below.length >= names.length &&
  below.every((cell) => cell.trim() !== '' && !NUMBER.test(cell));

const joined = (groups: readonly string[], names: readonly string[]): string[] => {
  let group = '';
  return names.map((name, at) => {
    group = groups[at]?.trim() || group;
    return `${group} ${name.trim()}`;
  });
};
