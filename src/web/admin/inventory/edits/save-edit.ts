import type { QueryClient } from '@tanstack/react-query';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { ApiError } from '../../../api/client.ts';
import {
  type EditableField,
  type EditableValues,
  putItem,
  reloadInventory,
  saveField,
} from '../../../api/queries/inventory.ts';
import { errorToast, failureWords, hasToken, markupFailureWords, savedToast } from '../admin-calls.ts';
import { cellKey, settlePending, showPending, usePendingEdits } from './pending-edits.ts';

/** Saves of one cell go one after the other, so that the last value typed is the one that stays. */
const underWay = new Map<string, Promise<void>>();

/**
 * Saves one field of one item: shown at once, taken back where it fails (specification §4, §8). `expected` is the value
 * the edit rests on; where another one is stored, both are shown (decisions §5).
 */
export const saveEdit = <Field extends EditableField>(
  queryClient: QueryClient,
  edit: { item: AdminItem; field: Field; value: EditableValues[Field]; expected: EditableValues[Field] },
): void => {
  if (!hasToken()) return;
  const key = cellKey(edit.item.id, edit.field);
  showPending(key, edit.value);
  const turn = (underWay.get(key) ?? Promise.resolve()).then(() => save(queryClient, key, edit));
  underWay.set(key, turn);
  void turn.finally(() => {
    if (underWay.get(key) === turn) underWay.delete(key);
  });
};

const save = async <Field extends EditableField>(
  queryClient: QueryClient,
  key: string,
  { item, field, value, expected }: Parameters<typeof saveEdit<Field>>[1],
): Promise<void> => {
  try {
    const { message, item: stored, changeId } = await saveField[field](item.id, value, expected);
    await putItem(queryClient, stored);
    settlePending(key, value, 'saved');
    savedToast(queryClient, { title: message, description: difference(item, field, expected, value) }, changeId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'value_moved') {
      const stored = error.body.item as AdminItem;
      await putItem(queryClient, stored);
      settlePending(key, value, 'failed');
      usePendingEdits.setState({ conflict: { item: stored, field, mine: value, stored: stored[field] } });
      return;
    }
    settlePending(key, value, 'failed');
    errorToast(failure(field, error));
    if (error instanceof ApiError && error.status === 404) void reloadInventory(queryClient);
  }
};

const failure = (field: EditableField, error: unknown): string => {
  switch (field) {
    case 'markupDollars':
      return markupFailureWords(error);
    case 'isActive':
      return failureWords('Failed to update status', error);
    case 'weightLabel':
      return failureWords('Failed to update weight label', error);
    case 'description':
      return failureWords('Failed to update description', error);
  }
};

/** "Amber Tide Badder: $12.00 → $15.00". */
const difference = (item: AdminItem, field: EditableField, before: unknown, after: unknown): string => {
  if (field === 'markupDollars') return `${item.name}: ${formatPrice(Number(before))} → ${formatPrice(Number(after))}`;
  if (field === 'weightLabel') return `${item.name}: ${before ?? 'none'} → ${after ?? 'none'}`;
  return item.name;
};
