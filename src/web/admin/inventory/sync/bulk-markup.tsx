import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Percent } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { BULK_MARKUP_PERCENTAGE } from '#domain/constants.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { applyMarkupToAll, reloadInventory } from '../../../api/queries/inventory.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { errorToast, failureWords, hasToken, savedToast } from '../admin-calls.ts';
import { type MarkupSample, previewMarkup } from './markup-preview.ts';

/** "Apply 35% Markup to All", after a look at what it would do. */
export const BulkMarkup = ({ items }: { items: readonly AdminItem[] | undefined }) => {
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const apply = useMutation({
    mutationFn: applyMarkupToAll,
    onSuccess: async ({ message, changeId }) => {
      setOpen(false);
      savedToast(queryClient, { title: message }, changeId);
      await reloadInventory(queryClient);
    },
    onError: (error) => errorToast(failureWords('Failed to apply bulk markup', error)),
  });
  const preview = useMemo(() => (open && items ? previewMarkup(items, BULK_MARKUP_PERCENTAGE) : null), [open, items]);

  return (
    <>
      <Button disabled={!items || items.length === 0} onClick={() => setOpen(true)}>
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
              onClick={() => hasToken() && apply.mutate(BULK_MARKUP_PERCENTAGE)}
            >
              Apply to {counted(preview?.total ?? 0)}
            </Button>
          </div>
        }
      >
        {preview && (
          <>
            <p className="text-muted">
              Every markup becomes {BULK_MARKUP_PERCENTAGE}% of the base price.{' '}
              <strong className="text-text">
                {preview.changed} of {preview.total}
              </strong>{' '}
              items change; their markups of now are replaced.
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
