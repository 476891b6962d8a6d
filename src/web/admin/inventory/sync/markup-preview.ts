import type { AdminItem } from '#contract/inventory.ts';
import { centsToDollars, percentOfCents, toCents } from '#domain/money.ts';
import { finalPriceCents } from '#domain/pricing.ts';

/** What a bulk markup would do to one item, in dollars. */
export interface MarkupSample {
  id: number;
  name: string;
  price: number;
  markup: { before: number; after: number };
  finalPrice: { before: number; after: number };
}

/** How many items a percentage of the base price changes, and what it does to a cheap, a middling and a dear one. */
export const previewMarkup = (
  items: readonly AdminItem[],
  percentage: number,
): { changed: number; total: number; samples: MarkupSample[] } => {
  const changing = items
    .map((item) => sampleOf(item, percentage))
    .filter(({ markup }) => markup.before !== markup.after)
    .sort((a, b) => a.price - b.price);
  const last = changing.length - 1;
  const places = [...new Set([0, Math.floor(last / 2), last])];
  const samples = places.map((place) => changing[place]).filter((sample) => sample !== undefined);
  return { changed: changing.length, total: items.length, samples };
};

const sampleOf = ({ id, name, price, markupDollars, finalPrice }: AdminItem, percentage: number): MarkupSample => {
  const priceCents = toCents(price) ?? 0;
  const markupCents = percentOfCents(priceCents, percentage);
  return {
    id,
    name,
    price,
    markup: { before: markupDollars, after: centsToDollars(markupCents) },
    finalPrice: { before: finalPrice, after: centsToDollars(finalPriceCents(priceCents, markupCents)) },
  };
};
