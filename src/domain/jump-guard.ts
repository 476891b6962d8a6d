import { readDecimal } from './decimal.ts';

/** A whole number or the text of a decimal number, 0 or more. */
type Amount = number | string;

/** A value, and since when it is in use. Epoch milliseconds. */
export interface SinceThen<Value extends Amount> {
  value: Value;
  at: number;
}

const DAY_MS = 86_400_000;

/**
 * Returns whether a value moves by more than a percentage of what it was, computed exactly. A move of exactly the limit is
 * none, and a rise from 0 always is one. A limit of 0 switches this off.
 */
export const isJump = (before: Amount, after: Amount, limitPercent: number): boolean => {
  if (limitPercent === 0) return false;
  const [was, is, limit] = [before, after, limitPercent].map((value) => readDecimal(value)!);
  const scale = Math.max(was!.scale, is!.scale);
  const [from, to] = [was!, is!].map(({ units, scale: own }) => units * 10n ** BigInt(scale - own));
  const distance = to! > from! ? to! - from! : from! - to!;
  return distance * 100n * 10n ** BigInt(limit!.scale) > from! * limit!.units;
};

/**
 * The one guard of values that come from elsewhere: prices and rates. A value is compared with the last one and with the
 * one of a day ago, so that many small steps are noticed like one large one. Returns the first that it jumps from, or null.
 */
export const jumpsFrom = <Value extends Amount>(
  after: Value,
  references: readonly Value[],
  limitPercent: number,
): Value | null => references.find((before) => isJump(before, after, limitPercent)) ?? null;

/** The last value and the one of a day ago, or the first one if all are newer. Empty if there is none. */
export const referencesOf = <Value extends Amount>(history: readonly SinceThen<Value>[], now: number): Value[] => {
  const last = history.at(-1);
  return last === undefined ? [] : [last.value, withinADay(history, now)[0]!.value];
};

/** Adds a value to a history, oldest first, and forgets what nothing is compared with any more. */
export const remember = <Value extends Amount>(
  history: readonly SinceThen<Value>[],
  { value, at }: SinceThen<Value>,
): SinceThen<Value>[] => withinADay(history.at(-1)?.value === value ? history : [...history, { value, at }], at);

/** From the value of a day ago on. */
const withinADay = <Value extends Amount>(history: readonly SinceThen<Value>[], now: number): SinceThen<Value>[] => {
  const start = history.findLastIndex(({ at }) => at <= now - DAY_MS);
  return history.slice(Math.max(0, start));
};
