import { typedNumber } from '#domain/number-rules.ts';
import { readTiers, type WrittenTier } from '#domain/tiers.ts';

/** One tier as it is typed. */
export interface TypedTier {
  /** Stays with the row while others come and go. */
  key: number;
  from: string;
  price: string;
}

export const typedTiers = (tiers: readonly WrittenTier[]): TypedTier[] =>
  tiers.map(({ from, price }, key) => ({ key, from: String(from), price: String(price) }));

/** With one more, empty row. */
export const withRow = (rows: readonly TypedTier[]): TypedTier[] => [
  ...rows,
  { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, from: '', price: '' },
];

/** Rows in which nothing is typed are no tiers. A field that is no number becomes NaN, which no tier may have. */
export const writtenTiers = (rows: readonly TypedTier[]): WrittenTier[] =>
  rows
    .filter(({ from, price }) => from.trim() !== '' || price.trim() !== '')
    .map(({ from, price }) => ({ from: typedNumber(from), price: typedNumber(price) }));

/** The first field that breaks a rule of tiers. `priceCents` is the item's own base price; null if it is not known. */
export const wrongTier = (
  rows: readonly TypedTier[],
  priceCents: number | null,
): { key: number; field: 'from' | 'price' } | null => {
  for (const [index, { key }] of rows.entries()) {
    const read = readTiers(writtenTiers(rows.slice(0, index + 1)), priceCents);
    if ('problem' in read) return { key, field: read.problem.includes('"from"') ? 'from' : 'price' };
  }
  return null;
};
