import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Percent } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { BULK_MARKUP_PERCENTAGE } from '#domain/constants.ts';
import { centsToDollars, formatPrice, percentOfCents, toCents } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { counted } from '#domain/text.ts';
import { showChange } from '../../../api/queries/inventory.ts';
import { applyMarkupToAll } from '../../../api/queries/inventory-edits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';

/** "Apply 35% Markup to All", with a preview first (behavior 9.5). */
export const BulkMarkup = ({ items }: { items: readonly AdminItem[] | undefined }) => {
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const apply = useMutation({
    mutationFn: applyMarkupToAll,
    onSuccess: ({ message, changeId }) => {
      setOpen(false);
      savedToast(queryClient, { title: message }, changeId);
      void showChange(queryClient, changeId);
    },
    onError: (error) => errorToast(failureMessage('Failed to apply bulk markup', error)),
  });
  const press = useOneAtATime(apply.mutateAsync);
  const preview = useMemo(() => (open && items ? previewMarkup(items, BULK_MARKUP_PERCENTAGE) : null), [open, items]);

  return (
    <>
      <Button size="sm" variant="ghost" disabled={!items || items.length === 0} onClick={() => setOpen(true)}>
        <Percent aria-hidden className="size-4.5" />
        Apply {BULK_MARKUP_PERCENTAGE}% Markup to All
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`${BULK_MARKUP_PERCENTAGE}% markup for every item`}
        phone="sheet"
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              variant="primary"
              busy={apply.isPending}
              disabled={!preview || preview.changed === 0}
              onClick={() => open && hasToken() && press(BULK_MARKUP_PERCENTAGE)}
            >
              Apply to {counted(preview?.total ?? 0)}
            </Button>
          </div>
        }
      >
        {preview && (
          <>
            <p className="text-muted">
              Sets every markup to {BULK_MARKUP_PERCENTAGE}% of the base price. This replaces the current markup on{' '}
              <strong className="text-text">
                {preview.changed} of {counted(preview.total)}
              </strong>
              .
            </p>
            {preview.samples.length > 0 && <Samples samples={preview.samples} />}
          </>
        )}
      </Dialog>
    </>
  );
};

/** Three prices before and after. */
const Samples = ({ samples }: { samples: readonly MarkupSample[] }) => (
  <ul className="mt-4 divide-y divide-line border-y border-line" aria-label="Sample prices">
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
);

/** One item before and after a bulk markup, in dollars. */
interface MarkupSample {
  id: number;
  name: string;
  price: number;
  markup: { before: number; after: number };
  finalPrice: { before: number; after: number };
}

/** How many items a markup of `percentage` of the base price changes, with the cheapest, a middle and the dearest one. */
export const previewMarkup = (
  items: readonly AdminItem[],
  percentage: number,
): { changed: number; total: number; samples: MarkupSample[] } => {
  const changing = items
    .map((item) => sampleOf(item, percentage))
    .filter(({ markup }) => markup.before !== markup.after)
    .sort((a, b) => a.price - b.price);
  const last = changing.length - 1;
  const positions = [...new Set([0, Math.floor(last / 2), last])];
  const samples = positions.map((position) => changing[position]).filter((sample) => sample !== undefined);
  return { changed: changing.length, total: items.length, samples };
};

const sampleOf = (item: AdminItem, percentage: number): MarkupSample => {
  const { id, price, markupDollars, finalPrice } = item;
  const priceCents = toCents(price) ?? 0;
  const markupCents = percentOfCents(priceCents, percentage);
  return {
    id,
    name: itemName(item),
    price,
    markup: { before: markupDollars, after: centsToDollars(markupCents) },
    finalPrice: { before: finalPrice, after: centsToDollars(finalPriceCents(priceCents, markupCents)) },
  };
};
