import { readMeasures } from '#domain/measures.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { type LimitRule, PRODUCT_KINDS } from '#domain/purchase-limits.ts';
import { type LimitsMistake, NO_LIMITS, parseLimits } from '#domain/purchase-limits-parser.ts';

/** The fields of a purchase limit, as they are typed. */
export interface LimitFields {
  kind: string;
  amount: string;
  unit: string;
  length: string;
  window: 'd' | 'h';
  /** The amount of a piece of unknown weight; empty if it cannot be ordered. */
  unknown: string;
}

export interface LimitRow extends LimitFields {
  id: number;
  /** The rule as it was written, spaces included. Null once somebody has changed it. */
  written: string | null;
}

const fieldsOf = ({ kind, max, unit, window, amountIfUnknown }: LimitRule): LimitFields => ({
  kind,
  amount: String(max),
  unit,
  length: window.slice(0, -1),
  window: window.endsWith('h') ? 'h' : 'd',
  unknown: amountIfUnknown === null ? '' : String(amountIfUnknown),
});

/** The rows of a text of limits, which is valid. An empty text and "none" have no rows. */
export const rowsOf = (text: string): LimitRow[] => {
  const rules = parseLimits(text).rules ?? [];
  const parts = text.split(';');
  return rules.map((rule, id) => ({ id, ...fieldsOf(rule), written: parts[id] ?? null }));
};

/** A dose is in milligrams, a weight in grams. */
export const usualUnit = (kind: string): string => (kind === 'edible' ? 'mg' : 'g');

/** A row for the first kind that has no limit yet. */
export const newRow = (rows: readonly LimitRow[]): LimitRow => {
  const kind = PRODUCT_KINDS.find((each) => rows.every((row) => row.kind !== each)) ?? PRODUCT_KINDS[0];
  return {
    id: Math.max(-1, ...rows.map(({ id }) => id)) + 1,
    kind,
    amount: '',
    unit: usualUnit(kind),
    length: '1',
    window: 'd',
    unknown: '',
    written: null,
  };
};

const amountsIn = (typed: string): Partial<Record<string, number[]>> => {
  const { grams, milligrams, pieces } = readMeasures(typed.trim().replace(/^[\d.,]+/, plainNumber));
  return { g: grams, mg: milligrams, pcs: pieces };
};

const WINDOW = /^([\d.,]+)\s*(d|h)(?:ays?|ours?|rs?)?$/i;

/** A row with units that were typed into its fields: "28g", "1 oz", "800 mg" or "2 days". */
export const meantRow = (row: LimitRow): LimitRow => {
  const [unit, amount] = Object.entries(amountsIn(row.amount)).find(([, amounts]) => amounts?.length === 1) ?? [];
  const unknown = amountsIn(row.unknown)[unit ?? row.unit];
  const [, length, window] = WINDOW.exec(row.length.trim()) ?? [];
  const meant: Partial<LimitFields> = {
    ...(unit && amount && { unit, amount: String(amount[0]) }),
    ...(unknown?.length === 1 && { unknown: String(unknown[0]) }),
    ...(length && window && { length, window: window.toLowerCase() === 'h' ? 'h' : 'd' }),
  };
  return Object.keys(meant).length === 0 ? row : { ...row, ...meant };
};

const HOURS_A_DAY = 24;

/** The same window in the other unit: 1 day is 24 hours. Hours that are no whole days stay as they are typed. */
export const otherWindow = ({ length, window }: LimitFields): Pick<LimitFields, 'length' | 'window'> => {
  const typed = Number(length.trim() || Number.NaN);
  if (window === 'd') {
    return { window: 'h', length: Number.isFinite(typed) ? String(typed * HOURS_A_DAY) : length };
  }
  const days = typed / HOURS_A_DAY;
  return { window: 'd', length: Number.isInteger(days) ? String(days) : length };
};

/** A rule as it is written: "flower=28g/1d?3.5g". Pieces have no weight. */
const ruleOf = (row: LimitRow): string => {
  const { kind, amount, unit, length, window, unknown } = meantRow(row);
  const ifUnknown = unknown.trim() === '' || unit === 'pcs' ? '' : `?${plainNumber(unknown)}${unit}`;
  return `${kind}=${plainNumber(amount)}${unit}/${plainNumber(length)}${window}${ifUnknown}`;
};

/** The text of rows. Unchanged rows stay as they were written. */
export const textOf = (rows: readonly LimitRow[]): string =>
  rows.length === 0
    ? NO_LIMITS
    : rows
        .map((row) => row.written ?? ` ${ruleOf(row)}`)
        .join(';')
        .trim();

export const changeRow = (row: LimitRow, changes: Partial<LimitFields>): LimitRow => ({
  ...row,
  ...changes,
  written: null,
});

/** The fields that are typed, as the page labels them. */
type TypedField = 'amount' | 'length' | 'unknown';

/** Sentences for a row, which is no text. The other problems are alike for both. */
const NEEDED: Readonly<Record<TypedField, string>> = {
  amount: 'Enter a number above 0, such as 28.',
  length: 'Enter a number above 0, such as 1.',
  unknown: 'Enter a number above 0, such as 3.5, or leave it empty.',
};
/** Problems of a text that is not whole, or that has letters among its numbers. */
const OF_TEXT = /needed|missing|such as|unit must be|window ends|rule ends|separated/;

/** The field of a mistake, and the problem in words. `at` is its place in the text of the rule, from 0. */
const locate = (text: string, at: number, problem: string): { field: TypedField; problem: string } => {
  const [question, slash] = [text.indexOf('?'), text.indexOf('/')];
  const field = question >= 0 && at >= question ? 'unknown' : at > slash && slash >= 0 ? 'length' : 'amount';
  const said = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
  return { field, problem: OF_TEXT.test(problem) ? NEEDED[field] : said };
};

/** The rule of a row, or what is wrong with it and in which field. */
export const checkRow = (row: LimitRow): { rule: LimitRule } | { field: keyof LimitFields; problem: string } => {
  const text = row.written ?? ruleOf(row);
  const { rules, mistake } = parseLimits(text);
  const [rule] = rules ?? [];
  return rule ? { rule } : locate(text, (mistake?.character ?? 1) - 1, mistake?.problem ?? 'such as');
};

/** Returns the problem of a text of limits, with the row and the field, or null. */
export const limitsProblem = (text: string): string | null => {
  const { mistake } = parseLimits(text);
  return mistake && sentenceOf(text, mistake);
};

const LABELS: Readonly<Record<TypedField, string>> = {
  amount: 'Amount',
  length: 'Days',
  unknown: 'Unknown weight counts as',
};

const sentenceOf = (text: string, { rule, character, problem }: LimitsMistake): string => {
  const parts = text.split(';');
  const before = parts.slice(0, rule - 1).reduce((length, part) => length + part.length + 1, 0);
  const part = parts[rule - 1] ?? '';
  const found = locate(part, character - 1 - before, problem);
  const label = found.field === 'length' && /\/[^?]*h/i.test(part) ? 'Hours' : LABELS[found.field];
  return `Limit ${rule}, ${label}: ${found.problem}`;
};
