import { ArrowRight } from 'lucide-react';
import type { AdminItem } from '#contract/inventory.ts';
import { centsToDollars, formatPrice, toCents } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { formatCount } from '#domain/text.ts';

/** Up to three prices before and after, and how many more would change. */
export const Samples = ({ samples, changed }: { samples: readonly MarkupSample[]; changed: number }) => (
  <>
    <ul className="mt-4 divide-y divide-line border-y border-line empty:hidden" aria-label="Sample prices">
      {samples.map(({ id, name, price, markup, finalPrice }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <div className="min-w-0 basis-56 grow">
            <p className="truncate font-medium text-text">{name}</p>
            <p className="text-sm text-muted">
              Base {formatPrice(price)}, markup {formatPrice(markup.before)} → {formatPrice(markup.after)}
            </p>
          </div>
          <p className="flex items-center gap-2 text-text">
            <span className="text-muted">{formatPrice(finalPrice.before)}</span>
            <ArrowRight aria-label="becomes" className="size-4 text-muted" />
            <span className="text-lg font-semibold">{formatPrice(finalPrice.after)}</span>
          </p>
        </li>
      ))}
    </ul>
    {changed > samples.length && (
      <p className="mt-2 text-sm text-muted">and {formatCount(changed - samples.length)} more</p>
    )}
  </>
);

/** One item before and after a bulk markup, in dollars. */
interface MarkupSample {
  id: number;
  name: string;
  price: number;
  markup: { before: number; after: number };
  finalPrice: { before: number; after: number };
}

/** How many items get another markup, which `markupOf` makes of the base price, both in cents, with the cheapest, a middle and the dearest one. */
export const previewMarkup = (
  items: readonly AdminItem[],
  markupOf: (priceCents: number) => number,
): { changed: number; total: number; samples: MarkupSample[] } => {
  const changing = items
    .map((item) => sampleOf(item, markupOf))
    .filter(({ markup }) => markup.before !== markup.after)
    .sort((a, b) => a.price - b.price);
  const last = changing.length - 1;
  const positions = [...new Set([0, Math.floor(last / 2), last])];
  const samples = positions.map((position) => changing[position]).filter((sample) => sample !== undefined);
  return { changed: changing.length, total: items.length, samples };
};

const sampleOf = (item: AdminItem, markupOf: (priceCents: number) => number): MarkupSample => {
  const { id, price, markupDollars, finalPrice } = item;
  const priceCents = toCents(price) ?? 0;
  const markupCents = markupOf(priceCents);
  return {
    id,
    name: itemName(item),
    price,
    markup: { before: markupDollars, after: centsToDollars(markupCents) },
    finalPrice: { before: finalPrice, after: centsToDollars(finalPriceCents(priceCents, markupCents)) },
  };
};
