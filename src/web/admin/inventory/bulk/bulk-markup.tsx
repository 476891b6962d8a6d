import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Percent } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { BULK_MARKUP_PERCENTAGE } from '#domain/constants.ts';
import { percentOfCents } from '#domain/money.ts';
import { counted, formatCount } from '#domain/text.ts';
import { showChange } from '../../../api/queries/inventory.ts';
import { applyMarkupToAll } from '../../../api/queries/inventory-edits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';
import { previewMarkup, Samples } from './markup-preview.tsx';

const shareOfPrice = (priceCents: number): number => percentOfCents(priceCents, BULK_MARKUP_PERCENTAGE);

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
  const preview = useMemo(() => (open && items ? previewMarkup(items, shareOfPrice) : null), [open, items]);

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
                {formatCount(preview.changed)} of {counted(preview.total)}
              </strong>
              .
            </p>
            <Samples {...preview} />
          </>
        )}
      </Dialog>
    </>
  );
};
