import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { showChange } from '../../../api/queries/inventory.ts';
import { editItems, type OwnableField } from '../../../api/queries/inventory-edits.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';

/** The ownable fields on screens. */
export const FIELD_NAMES: Readonly<Record<OwnableField, string>> = {
  description: 'Description',
  weightLabel: 'Weight label',
  tiers: 'Tiers',
  images: 'Pictures',
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  price: 'Base price',
  size: 'Size',
  tags: 'Tags',
  batch: 'Batch',
  lab: 'Lab result',
};

/** Gives a field of an item back to the feed, whose last value applies at once (behavior 9.3). */
export const useGiveBack = (item: AdminItem, field: OwnableField, onDone?: () => void) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => editItems({ ids: [item.id], giveBack: [field] }),
    onSuccess: async ({ changeId }) => {
      onDone?.();
      const title = `${FIELD_NAMES[field]} reset to the feed`;
      savedToast(queryClient, { title, description: itemName(item) }, changeId);
      await showChange(queryClient, changeId);
    },
    onError: (error) => errorToast(failureMessage("Couldn't reset the field", error)),
  });
  return { isPending, giveBack: () => !isPending && hasToken() && mutate() };
};
