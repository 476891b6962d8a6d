/** An exact decimal number that is never negative: `units / 10 ** scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** Longer texts are not prices or rates, and reading their digits would only cost time. */
const LONGEST_DECIMAL = 400;
const DECIMAL = /^\+?(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;

/**
 * Reads a number or a numeric text digit by digit, so that 1.005 is 1.005 and not the binary fraction just below it.
 * Returns null for anything that is not a finite decimal number of 0 or more: NaN, Infinity, "-1", "0x10", "1,000", "".
 */
export const readDecimal = (value: number | string): Decimal | null => {
  const text = String(value).trim();
  const match = text.length > LONGEST_DECIMAL ? null : DECIMAL.exec(text);
  if (match === null) return null;
  const [, whole, fraction, exponent] = match;
  const digits = whole! + fraction!;
  if (digits === '') return null;
  const scale = fraction!.length - Number(exponent ?? 0);
  return { units: BigInt(digits) * 10n ** BigInt(Math.max(0, -scale)), scale: Math.max(0, scale) };
};

/** Returns `numerator / denominator` as a whole number, with a half rounded up. */
export const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);
