import { DAY_MS, dateOfDay } from './local-days.ts';
import { UNKNOWN } from './product.ts';

/** The periods of the overview, in days that end with today (behavior 10.17). */
export const OVERVIEW_DAYS = [7, 30, 90] as const;
export type OverviewDays = (typeof OVERVIEW_DAYS)[number];
export const DEFAULT_OVERVIEW_DAYS = 30 satisfies OverviewDays;

/** A product that sold nothing in this many days, today included, counts as unsold. */
export const UNSOLD_DAYS = 30;

/**
 * Returns whether a shop has been there on each of so many days that end with today. `since` is its first day; null if it
 * never had a product or an order. Nothing is said about days before it. Both are ISO dates.
 */
export const isOpenFor = (days: number, { since, today }: { since: string | null; today: string }): boolean =>
  since !== null && since <= dateOfDay(Date.parse(today) / DAY_MS - days + 1);

/** Sales of one day, numbered as in local-days.ts. Amounts in cents. */
export interface DaySales {
  day: number;
  orders: number;
  cents: number;
}

/** The sales of an item in the period, in cents, and its stock. */
export interface SoldItem {
  id: number;
  name: string;
  size: string | null;
  brand: string | null;
  category: string | null;
  pieces: number;
  cents: number;
  /** Pieces that can still be ordered; null if members do not see the item. */
  available: number | null;
  /** Pieces that wait in orders. */
  reserved: number;
}

/** A line of a receipt with a discount. Amounts in cents. */
export interface DiscountedLine {
  receiptId: string;
  itemId: number;
  /** The amount of the line. */
  cents: number;
  /** The discount of the whole receipt. */
  discount: number;
}

export interface Totals {
  orders: number;
  cents: number;
}

/** Adds up sales of the same day. */
export const addDays = (parts: readonly DaySales[]): DaySales[] => {
  const days = new Map<number, DaySales>();
  for (const { day, orders, cents } of parts) {
    const sum = days.get(day);
    days.set(day, { day, orders: orders + (sum?.orders ?? 0), cents: cents + (sum?.cents ?? 0) });
  }
  return [...days.values()];
};

/** The sales of an item. The amount is in cents, discounts taken off. */
export interface ItemSales {
  pieces: number;
  cents: number;
}

/** Adds up what each item sold from one day to another. */
export const addItems = (
  lists: readonly (readonly ({ day: number; itemId: number } & ItemSales)[])[],
  { first, last }: { first: number; last: number },
): Map<number, ItemSales> => {
  const items = new Map<number, ItemSales>();
  for (const list of lists) {
    for (const { day, itemId, pieces, cents } of list) {
      if (day < first || day > last) continue;
      const sum = items.get(itemId);
      if (sum) {
        sum.pieces += pieces;
        sum.cents += cents;
      } else items.set(itemId, { pieces, cents });
    }
  }
  return items;
};

/** Sums the days from `first` to `last`. */
export const sumDays = (days: readonly DaySales[], first: number, last: number): Totals => {
  const total = { orders: 0, cents: 0 };
  for (const { day, orders, cents } of days) {
    if (day < first || day > last) continue;
    total.orders += orders;
    total.cents += cents;
  }
  return total;
};

/** The average order in cents, a half rounded up; 0 if there is none. */
export const averageCents = ({ orders, cents }: Totals): number => (orders === 0 ? 0 : Math.round(cents / orders));

/** Every day from `first` to `last`, also those without sales. */
export const fillDays = (
  days: readonly DaySales[],
  first: number,
  last: number,
): { date: string; orders: number; cents: number }[] => {
  const known = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const { orders = 0, cents = 0 } = known.get(first + index) ?? {};
    return { date: dateOfDay(first + index), orders, cents };
  });
};

/**
 * Spreads a discount over lines by their amounts, in cents. Shares are rounded down, and the cents left over go to the
 * largest line, the first one if several are.
 */
export const spreadDiscount = (amounts: readonly number[], discount: number): number[] => {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const shares = amounts.map((amount) =>
    total === 0 ? 0 : Number((BigInt(amount) * BigInt(discount)) / BigInt(total)),
  );
  const largest = amounts.indexOf(Math.max(...amounts));
  if (total > 0) shares[largest]! += discount - shares.reduce((sum, share) => sum + share, 0);
  return shares;
};

/** The part of all discounts that each item bears, in cents. The lines of a receipt come one after the other. */
export const discountsByItem = (lines: readonly DiscountedLine[]): ReadonlyMap<number, number> => {
  const byItem = new Map<number, number>();
  for (let start = 0, end = 0; start < lines.length; start = end) {
    const { receiptId, discount } = lines[start]!;
    while (lines[end]?.receiptId === receiptId) end++;
    const ofReceipt = lines.slice(start, end);
    const shares = spreadDiscount(
      ofReceipt.map(({ cents }) => cents),
      discount,
    );
    ofReceipt.forEach(({ itemId }, index) => {
      byItem.set(itemId, (byItem.get(itemId) ?? 0) + shares[index]!);
    });
  }
  return byItem;
};

/** Sorts items by their sales, best first. */
export const rankItems = (items: readonly SoldItem[]): readonly SoldItem[] =>
  items.toSorted((a, b) => b.cents - a.cents || b.pieces - a.pieces || a.id - b.id);

/** Sums what items sold by one of their texts, best first. Items without it are "Unknown", as in the shop. */
export const rankBy = (
  items: readonly SoldItem[],
  text: 'brand' | 'category',
): { name: string; pieces: number; cents: number }[] => {
  const byName = new Map<string, { name: string; pieces: number; cents: number }>();
  for (const item of items) {
    const name = item[text] ?? UNKNOWN;
    const sum = byName.get(name) ?? { name, pieces: 0, cents: 0 };
    byName.set(name, { name, pieces: sum.pieces + item.pieces, cents: sum.cents + item.cents });
  }
  return [...byName.values()].sort((a, b) => b.cents - a.cents || b.pieces - a.pieces || (a.name < b.name ? -1 : 1));
};

/**
 * How many full days the stock of the sold items lasts at the pace of a period, the shortest first. Items that members do
 * not see are left out.
 */
export const daysOfStock = (items: readonly SoldItem[], periodDays: number): { item: SoldItem; days: number }[] =>
  items
    .flatMap((item) =>
      item.available === null || item.pieces === 0
        ? []
        : [{ item, days: Math.floor((Math.max(0, item.available) * periodDays) / item.pieces) }],
    )
    .sort((a, b) => a.days - b.days || b.item.pieces - a.item.pieces || a.item.id - b.item.id);
