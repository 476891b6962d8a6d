import { plainTyped } from './typed-text.ts';

/** The numbers that somebody may type for a value. */
export interface NumberRule {
  min: number;
  max: number;
  /** `dollars` have at most two decimals, and `above0` excludes 0. */
  kind?: 'whole' | 'dollars' | 'above0';
  /** The unit to name if the sentence needs one, such as "hours". */
  noun?: string;
}

/** A decimal number, also as programs write it. Number() alone would read a blank as 0. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Cents that are this near to a whole number are one: 0.29 * 100 is 28.999999999999996. */
const NEARLY_WHOLE = 1e-6;

/** Returns the problem of a text as a number, in words that go after "it", or null. */
export const numberProblem = (text: string, { min, max, kind, noun }: NumberRule): string | null => {
  const number = DECIMAL.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number) || (kind === 'whole' && !Number.isInteger(number))) {
    if (kind === 'above0') return `must be a number${noun ? ` of ${noun}` : ''} above 0`;
    return `must be a ${kind === 'whole' ? 'whole ' : ''}number from ${min} to ${max}`;
  }
  if (kind === 'above0' && number <= 0) return 'must be above 0';
  if (number < min) return `must be at least ${min}`;
  if (number > max) return `must be at most ${max}`;
  const cents = number * 100;
  if (kind === 'dollars' && Math.abs(cents - Math.round(cents)) >= NEARLY_WHOLE)
    return 'must have at most two decimals';
  return null;
};

/** "1,250" and "1,250.50". Not "0,085", which is a fraction. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/** "12,50", and "1.250,50". */
const WITH_COMMA = /^(\d+|[1-9]\d{0,2}(\.\d{3})+),\d{1,2}$/;

const CURRENCY =
  /^(?:(?:US|CA|C)?\p{Sc}|(?:USD|CAD|EUR)(?![a-z]))\s*(?=[\d.,+-])|(?<=[\d.,])\s*(?:\p{Sc}|USD|CAD|EUR)$/giu;
/** Thousands are also separated by blanks and apostrophes. */
const SEPARATED = /^[+-]?[1-9]\d{0,2}(?:[ '_]\d{3})+(?:[.,]\d{1,2})?$/;

/** A number as a person types it, as programs write it: "12,50" is 12.50, and "$1,250" is 1250. Any other text stays as it is. */
export const plainNumber = (typed: string): string => {
  const plain = plainTyped(typed).replace(CURRENCY, '');
  const text = SEPARATED.test(plain) ? plain.replace(/[ '_]/g, '') : plain;
  if (GROUPED.test(text)) return text.replaceAll(',', '');
  return WITH_COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : text;
};

/** The number that a person types; NaN for any other text. No text ever is another number than the one it says. */
export const typedNumber = (typed: string): number => {
  const text = plainNumber(typed);
  return DECIMAL.test(text) ? Number(text) : Number.NaN;
};
