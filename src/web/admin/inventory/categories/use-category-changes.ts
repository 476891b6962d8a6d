import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/client.ts';
import {
  type CategoryEdit,
  changeCategory,
  orderCategories,
  reloadCategories,
} from '../../../api/queries/categories.ts';
import { navigate } from '../../../browser/layer-history.ts';
import { paths } from '../../../browser/paths.ts';
import { toast } from '../../../ui/toast.ts';
import { failureToast, undoChange } from '../../action-toasts.ts';
import { writeValues } from '../../lists/use-address-values.ts';

/** Why a change was refused: a sentence, and the category that has the wanted name. */
export interface Refusal {
  message: string;
  taken: string | null;
}

/** Changes categories one after the other, each with Undo. */
export const useCategoryChanges = () => {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  const run = async (work: () => Promise<void>, fallback: string): Promise<Refusal | null> => {
    setBusy(true);
    try {
      await work();
      return null;
    } catch (error) {
      // Somebody else may have changed the same one.
      await reloadCategories(queryClient);
      const isTaken = error instanceof ApiError && error.code === 'category_exists';
      if (!isTaken) failureToast(error, fallback);
      return { message: messageOf(error, fallback), taken: isTaken ? String(error.body.name) : null };
    } finally {
      setBusy(false);
    }
  };

  /** Returns why it was refused, or null. */
  const change = (name: string, edit: CategoryEdit, title: string): Promise<Refusal | null> =>
    run(async () => {
      const { category, changeId } = await changeCategory(queryClient, name, edit);
      const now = category.mergedInto ?? category.name;
      followName(name, now);
      done(queryClient, title, changeId, () => followName(now, name));
    }, 'Failed to change the category');

  const order = (names: string[], title: string): Promise<Refusal | null> =>
    run(async () => done(queryClient, title, await orderCategories(queryClient, names)), 'Failed to change the order');

  return { busy, change, order };
};

export type CategoryChanges = ReturnType<typeof useCategoryChanges>;

/** The list behind goes on showing the same items if its filter names a category that has another name now. */
const followName = (before: string, after: string): void => {
  if (before === after || new URLSearchParams(window.location.search).get('category') !== before) return;
  navigate(paths.adminPanel + writeValues(window.location.search, { category: after }), { replace: true });
};

const done = (queryClient: QueryClient, title: string, changeId: number | null, onUndone = () => {}): void => {
  const undo = async (id: number) => {
    if (await undoChange(queryClient, id)) onUndone();
    await reloadCategories(queryClient);
  };
  toast({
    title: changeId === null ? 'Nothing has changed' : title,
    kind: changeId === null ? 'default' : 'success',
    ...(changeId !== null && { action: { label: 'Undo', onSelect: () => void undo(changeId) } }),
  });
};
