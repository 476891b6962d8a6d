import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CopyPlus, ExternalLink, ListX, Ruler } from 'lucide-react';
import { useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { ApiError, messageOf } from '../../../api/client.ts';
import { reloadInventory } from '../../../api/queries/inventory.ts';
import { takeOffItem } from '../../../api/queries/inventory-items.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { failureToast, hasToken, savedToast } from '../../action-toasts.ts';
import { productInShop } from '../../panel-links.ts';
import { saveEdit } from '../edits/cell-edits.ts';

const FAILED = 'Failed to take the item off the list';

interface ItemActionsProps {
  item: AdminItem;
  /** Opens the form of a new item, filled in. */
  onNew: (kind: 'duplicate' | 'size') => void;
  /** The item has been taken off the list. */
  onGone: () => void;
}

export const ItemActions = ({ item, onNew, onGone }: ItemActionsProps) => {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isReserved = item.reserved > 0;
  const takeOff = useMutation({
    mutationFn: () => takeOffItem(queryClient, item.id),
    onSuccess: ({ message, changeId }) => {
      onGone();
      savedToast(
        queryClient,
        { title: message, ...(isReserved && { description: 'Its open orders show as short.' }) },
        changeId,
      );
    },
    onError: (error) => {
      setAsking(false);
      if (error instanceof ApiError && error.code === 'feed_item') return setRefusal(messageOf(error, FAILED));
      failureToast(error, FAILED);
      if (error instanceof ApiError && error.status === 404) void reloadInventory(queryClient);
    },
  });
  const makeInactive = () => {
    setRefusal(null);
    saveEdit(queryClient, { item, field: 'isActive', value: false, expected: true });
  };
  return (
    <section aria-label="Actions" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-haspopup="dialog" onClick={() => onNew('duplicate')}>
          <CopyPlus aria-hidden className="size-4" />
          Duplicate
        </Button>
        <Button size="sm" aria-haspopup="dialog" onClick={() => onNew('size')}>
          <Ruler aria-hidden className="size-4" />
          Add a size
        </Button>
        {item.isActive && (
          <ButtonLink size="sm" href={productInShop(item)} target="_blank" rel="opener">
            <ExternalLink aria-hidden className="size-4" />
            See it in the shop
            <span className="sr-only"> (opens a new tab)</span>
          </ButtonLink>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
          className="text-danger-text! sm:ml-auto"
        >
          <ListX aria-hidden className="size-4" />
          Take off the list
        </Button>
      </div>
      {refusal && (
        <Notice
          tone="warning"
          alert
          action={
            item.isActive && (
              <Button size="sm" onClick={makeInactive}>
                Make it inactive
              </Button>
            )
          }
        >
          {refusal}
        </Notice>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Take "${itemName(item)}" off the list?`}
        confirmLabel="Take off the list"
        danger
        busy={takeOff.isPending}
        onConfirm={() => hasToken() && takeOff.mutate()}
      >
        Members no longer see it{isReserved && ', and open orders of it show as short'}. Undo brings it back.
      </ConfirmDialog>
    </section>
  );
};
