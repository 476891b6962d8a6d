import type { Overview } from '#contract/overview.ts';
import { centsToAmount } from '#domain/money.ts';
import {
  averageCents,
  type DaySales,
  daysOfStock,
  fillDays,
  rankBy,
  rankItems,
  type SoldItem,
  sumDays,
  type Totals,
} from '#domain/overview.ts';

interface Sales {
  days: readonly DaySales[];
  sold: readonly SoldItem[];
  unsold: Overview['unsold'];
  /** The first day of the shop, an ISO date. */
  since: string | null;
  /** The first day of the period before, the first of the period, and today. */
  period: { before: number; first: number; last: number };
}

/** The overview of a period. Amounts in dollars. */
export const presentOverview = ({ days, sold, unsold, since, period: { before, first, last } }: Sales): Overview => {
  const items = rankItems(sold);
  return {
    ...presentTotals(sumDays(days, first, last)),
    since,
    before: presentTotals(sumDays(days, before, first - 1)),
    perDay: fillDays(days, first, last).map(({ date, orders, cents }) => ({
      date,
      sales: centsToAmount(cents),
      orders,
    })),
    products: items.map((item) => ({ productId: item.id, size: item.size, ...presentGroup(item) })),
    brands: rankBy(items, 'brand').map(presentGroup),
    categories: rankBy(items, 'category').map(presentGroup),
    unsold,
    stockDays: daysOfStock(items, last - first + 1).map(({ item, days: left }) => ({
      productId: item.id,
      name: item.name,
      size: item.size,
      available: Math.max(0, item.available ?? 0),
      reserved: item.reserved,
      days: left,
    })),
  };
};

const presentTotals = (totals: Totals) => ({
  sales: centsToAmount(totals.cents),
  orders: totals.orders,
  average: centsToAmount(averageCents(totals)),
});

const presentGroup = ({ name, pieces, cents }: { name: string; pieces: number; cents: number }) => ({
  name,
  pieces,
  sales: centsToAmount(cents),
});
