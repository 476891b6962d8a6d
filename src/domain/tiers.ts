import { MOST_PIECES, readCents, readWhole } from './file-numbers.ts';
import { centsToAmount, formatPrice, toCents } from './money.ts';

/** A lower base price from a number of pieces in one cart line (behavior 4.11). */
export interface Tier {
  /** The number of pieces from which the price applies: a whole number from 2 up. */
  from: number;
  /** A base price in cents, below the item's own. */
  priceCents: number;
}

/** A tier as files, the feed and the panel write it: the price in dollars. */
export interface WrittenTier {
  from: number;
  price: number;
}

export const MOST_TIERS = 5;
/** A list of tiers that was read, or the rule that it breaks. */
export type ReadTiers = { tiers: Tier[] } | { problem: string };

/**
 * Reads a list of tiers from plain data (behavior 4.11). `priceCents` is the item's own base price, which every tier has
 * to stay below; null if it is not known.
 */
export const readTiers = (value: unknown, priceCents: number | null): ReadTiers => {
  if (!Array.isArray(value)) return { problem: 'must be a list of {from, price}' };
  if (value.length > MOST_TIERS) return { problem: `must have at most ${MOST_TIERS} entries` };
  const tiers: Tier[] = [];
  for (const entry of value) {
    if (typeof entry !== 'object' || entry === null) return { problem: 'must be a list of {from, price}' };
    const written = entry as Record<string, unknown>;
    const from = readWhole(written.from);
    if (from === null || from < 2 || from > MOST_PIECES) {
      return { problem: 'must have whole numbers of 2 or more as "from"' };
    }
    if (from <= (tiers.at(-1)?.from ?? 0)) return { problem: 'must be in ascending order of "from"' };
    const cents = readCents(written.price);
    if (cents === null) return { problem: 'must have numbers of 0 or more as "price"' };
    if (priceCents !== null && cents >= priceCents) {
      return { problem: `must have prices below the item's own, $${centsToAmount(priceCents)}` };
    }
    tiers.push({ from, priceCents: cents });
  }
  return { tiers };
};

/** Returns tiers with their prices in dollars. */
export const writtenTiers = (tiers: readonly Tier[]): WrittenTier[] =>
  tiers.map(({ from, priceCents }) => ({ from, price: priceCents / 100 }));

/** Returns tiers as a cell of a table: "3 = 40.00; 10 = 36.50". A colon would read as a time in a spreadsheet. */
export const tiersCell = (tiers: readonly WrittenTier[]): string =>
  tiers.map(({ from, price }) => `${from} = ${centsToAmount(toCents(price) ?? 0)}`).join('; ');

/** Amounts in a cell of a table may have a dollar sign. */
const withoutDollarSign = (cell: string): string => cell.replace(/^\s*\$/, '');

/** Reads such a cell as plain data, which `readTiers` checks. */
export const tiersOfCell = (cell: string): { from: string; price: string | null }[] =>
  cell
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [from = '', price, ...others] = part.split('=');
      return { from, price: price === undefined || others.length > 0 ? null : withoutDollarSign(price) };
    });

/** Returns tiers as text for people: "3 or more: $40.00, 10 or more: $36.50", or "none". */
export const describeTiers = (tiers: readonly WrittenTier[]): string =>
  tiers.map(({ from, price }) => `${from} or more: ${formatPrice(price)}`).join(', ') || 'none';
