import { LIMIT_KINDS, LIMIT_UNITS, type LimitRule } from '#domain/purchase-limits.ts';
import { NO_LIMITS, parseLimits } from '#domain/purchase-limits-parser.ts';

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

export const newRow = (rows: readonly LimitRow[]): LimitRow => ({
  id: Math.max(-1, ...rows.map(({ id }) => id)) + 1,
  kind: LIMIT_KINDS[0],
  amount: '',
  unit: LIMIT_UNITS[0],
  length: '1',
  window: 'd',
  unknown: '',
  written: null,
});

/** A rule as it is written: "flower=28g/1d?3.5g". Pieces have no weight. */
const ruleOf = ({ kind, amount, unit, length, window, unknown }: LimitFields): string => {
  const ifUnknown = unknown.trim() === '' || unit === 'pcs' ? '' : `?${unknown.trim()}${unit}`;
  return `${kind}=${amount.trim()}${unit}/${length.trim()}${window}${ifUnknown}`;
};

/** The text of rows. What nobody changed stays as it was written. */
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

/** The rule of a row, or what is wrong with it and in which field. */
export const checkRow = (row: LimitRow): { rule: LimitRule } | { field: keyof LimitFields; problem: string } => {
  const text = row.written ?? ruleOf(row);
  const { rules, mistake } = parseLimits(text);
  const [rule] = rules ?? [];
  if (rule) return { rule };
  const at = (mistake?.character ?? 1) - 1;
  const [question, slash] = [text.indexOf('?'), text.indexOf('/')];
  const field = question >= 0 && at >= question ? 'unknown' : at > slash ? 'length' : 'amount';
  const problem = mistake?.problem ?? 'this is no limit';
  return { field, problem: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.` };
};
