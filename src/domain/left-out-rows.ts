import { counted } from './text.ts';

/*
 * A row of a feed that cannot be used is left out. The others apply, and the item of that row keeps what it had (behavior
 * 9.11). The rows of a file are never left out: one error refuses all of it.
 */

/** A row of a feed that is left out. */
export interface LeftOutRow {
  /** The id of its product. Null if it cannot be read. */
  id: string | null;
  /** The first field that is wrong. Null if the row as a whole is. */
  field: string | null;
  /** All that is wrong, as a sentence. */
  message: string;
}

/** The rows that are left out, for people. */
export interface ListedRows {
  /** The number of all of them. */
  count: number;
  /** The first 100. */
  rows: LeftOutRow[];
}

/** The rows that are left out, and which items they are about. */
export interface LeftOut extends ListedRows {
  /** The ids of all of them, as far as they can be read. */
  ids: ReadonlySet<string>;
  /** The id of one cannot be read. So it may be about any item that the feed seems not to have. */
  hasUnknownId: boolean;
}

export const NO_ROWS: ListedRows = { count: 0, rows: [] };

export const NOTHING_LEFT_OUT: LeftOut = { ...NO_ROWS, ids: new Set(), hasUnknownId: false };

/** Says how many rows are left out: "1 row of the feed left out". */
export const describeLeftOut = (count: number): string => `${counted(count, 'row')} of the feed left out`;

/** Fewer bad rows than this never refuse a feed. */
const FEW = 3;

/** Returns whether so many rows cannot be used that the feed is not trusted: more than a tenth of them, and at least 3. */
export const isTooManyBad = (bad: number, total: number): boolean => bad >= FEW && bad * 10 > total;
