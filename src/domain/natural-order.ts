import { onceEachText } from './once-each.ts';

let known: Intl.Collator | undefined;

const collator = (): Intl.Collator => {
  known ??= new Intl.Collator('en');
  return known;
};

/** Prepares the first comparison, which keeps a phone busy for about 80 ms. For a time when nobody waits for it. */
export const prepareToCompareNames = (): void => void collator();

/**
 * Compares two names in the alphabetical order of English, the same on every machine. Numbers in them count as decimal
 * numbers: .5G, 1G, 1.5G, 3.5G, 14G (behavior 5.14). Names that only differ in the writing of a number have a fixed
 * order too.
 */
export const compareNames = (a: string, b: string): number => {
  const { compare } = collator();
  return compare(sortKey(a), sortKey(b)) || compare(a, b);
};

/**
 * A number: "14", "3.5", "1,000", and ".5" if no letter, digit or dot is before it. "No.4" has the number 4. More than
 * 12 digits are a code and not an amount: codes sort as text.
 */
const NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\p{L}\d.])\.\d+|\d+(?:\.\d+)?/gu;
const WHOLE_DIGITS = 12;
const DECIMALS = 6;

/** Keys are kept, because a sort of 15,000 names compares each of them about 14 times. */
const MOST_KEYS = 50_000;

/** Returns a name whose numbers all have the same digits before and behind the point, so that they sort as text. */
const sortKey = onceEachText(
  (name) =>
    name.replace(NUMBER, (number) => {
      const [whole, decimals = ''] = number.replaceAll(',', '').split('.');
      return whole!.padStart(WHOLE_DIGITS, '0') + decimals.padEnd(DECIMALS, '0');
    }),
  MOST_KEYS,
);
