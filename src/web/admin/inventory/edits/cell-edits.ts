import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import { ApiError } from '../../../api/client.ts';
import { putItem, reloadInventory } from '../../../api/queries/inventory.ts';
import { type EditableField, type EditableValues, saveField } from '../../../api/queries/inventory-edits.ts';
import { errorToast, failureMessage, hasToken, markupFailureMessage, savedToast } from '../../action-toasts.ts';

/** Milliseconds for which the tick of a saved value is visible. Its animation in admin.css takes as long. */
const SAVED_MS = 1800;

/** A save that was based on an older value than the stored one (behavior 9.4). */
interface Conflict {
  item: AdminItem;
  field: EditableField;
  mine: EditableValues[EditableField];
  stored: EditableValues[EditableField];
}

interface EditState {
  /** Values that are being saved, by cell. They are shown as if they were saved. */
  pending: ReadonlyMap<string, EditableValues[EditableField]>;
  /** Cells that were saved a moment ago. */
  saved: ReadonlySet<string>;
  /** Cells whose last save failed. */
  failed: ReadonlySet<string>;
  conflict: Conflict | null;
}

/** Edits that are not in the list yet. They are kept apart from the items, so that loading the list does not lose them. */
export const usePendingEdits = create<EditState>(() => ({
  pending: new Map(),
  saved: new Set(),
  failed: new Set(),
  conflict: null,
}));

const cellKey = (id: number, field: EditableField): string => `${id} ${field}`;

const withEntry = (set: ReadonlySet<string>, key: string, present: boolean): ReadonlySet<string> => {
  if (set.has(key) === present) return set;
  const next = new Set(set);
  if (present) next.add(key);
  else next.delete(key);
  return next;
};

const showPending = (key: string, value: EditableValues[EditableField]): void => {
  usePendingEdits.setState(({ pending, saved, failed }) => ({
    pending: new Map(pending).set(key, value),
    saved: withEntry(saved, key, false),
    failed: withEntry(failed, key, false),
  }));
};

/** Ends an edit: the cell shows the value of the list again. A later edit of the same cell stays. */
const settlePending = (key: string, value: EditableValues[EditableField], outcome: 'saved' | 'failed'): void => {
  usePendingEdits.setState(({ pending, saved, failed }) => {
    if (pending.get(key) !== value) return {};
    const left = new Map(pending);
    left.delete(key);
    return {
      pending: left,
      saved: withEntry(saved, key, outcome === 'saved'),
      failed: withEntry(failed, key, outcome === 'failed'),
    };
  });
  if (outcome === 'saved') setTimeout(() => forgetSaved(key), SAVED_MS);
};

const forgetSaved = (key: string): void =>
  usePendingEdits.setState(({ saved }) => ({ saved: withEntry(saved, key, false) }));

/** Removes the red border of a failed save, for when the cell is edited again. */
export const forgetFailed = (item: AdminItem, field: EditableField): void =>
  usePendingEdits.setState(({ failed }) => ({ failed: withEntry(failed, cellKey(item.id, field), false) }));

export type CellState = 'saving' | 'saved' | 'failed' | null;

/** The value that a cell shows, and the state of its last edit. */
export const useCell = <Field extends EditableField>(
  item: AdminItem,
  field: Field,
): { value: EditableValues[Field]; state: CellState } => {
  const key = cellKey(item.id, field);
  const pending = usePendingEdits((edits) => edits.pending.get(key));
  const state = usePendingEdits((edits) =>
    edits.pending.has(key) ? 'saving' : edits.saved.has(key) ? 'saved' : edits.failed.has(key) ? 'failed' : null,
  );
  const stored = item[field] as EditableValues[Field];
  return { value: state === 'saving' ? (pending as EditableValues[Field]) : stored, state };
};

/** Saves of one cell run one after the other, so that the value typed last is stored last. */
const running = new Map<string, Promise<void>>();

interface Edit<Field extends EditableField> {
  item: AdminItem;
  field: Field;
  value: EditableValues[Field];
  /** The value that the edit is based on. */
  expected: EditableValues[Field];
}

/**
 * Saves one field of one item. The new value shows immediately, and the old one returns if the save fails. If another
 * value is stored by now, the conflict dialog shows both (behavior 9.4).
 */
export const saveEdit = <Field extends EditableField>(queryClient: QueryClient, edit: Edit<Field>): void => {
  if (!hasToken()) return;
  const key = cellKey(edit.item.id, edit.field);
  showPending(key, edit.value);
  const saving = (running.get(key) ?? Promise.resolve()).then(() => save(queryClient, key, edit));
  running.set(key, saving);
  void saving.finally(() => {
    if (running.get(key) === saving) running.delete(key);
  });
};

const save = async <Field extends EditableField>(
  queryClient: QueryClient,
  key: string,
  { item, field, value, expected }: Edit<Field>,
): Promise<void> => {
  try {
    const { message, item: stored, changeId } = await saveField[field](queryClient, item.id, value, expected);
    putItem(queryClient, stored);
    settlePending(key, value, 'saved');
    savedToast(queryClient, { title: message, description: describeEdit(item, field, expected, value) }, changeId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'value_moved') {
      const stored = error.body.item as AdminItem;
      putItem(queryClient, stored);
      settlePending(key, value, 'failed');
      usePendingEdits.setState({ conflict: { item: stored, field, mine: value, stored: stored[field] } });
      return;
    }
    settlePending(key, value, 'failed');
    errorToast(failures[field](error));
    if (error instanceof ApiError && error.status === 404) void reloadInventory(queryClient);
  }
};

const failures: Record<EditableField, (error: unknown) => string> = {
  price: (error) => failureMessage('Failed to update the base price', error),
  markupDollars: markupFailureMessage,
  isActive: (error) => failureMessage('Failed to update status', error),
  weightLabel: (error) => failureMessage('Failed to update weight label', error),
  description: (error) => failureMessage('Failed to update description', error),
  tiers: (error) => failureMessage('Failed to update tiers', error),
  images: (error) => failureMessage('Failed to update pictures', error),
  lowStock: (error) => failureMessage('Failed to update the low-stock threshold', error),
};

/** "Amber Tide Badder: $12.00 → $15.00", or only the name if the values say little. */
const describeEdit = (item: AdminItem, field: EditableField, before: unknown, after: unknown): string => {
  if (field === 'price') return `${itemName(item)}: ${formatPrice(Number(before))} → ${formatPrice(Number(after))}`;
  if (field === 'markupDollars') {
    const change = `${itemName(item)}: ${formatPrice(Number(before))} → ${formatPrice(Number(after))}`;
    // A mistyped value counts as 0, and nobody should sell at cost without noticing (behavior 10.7).
    return after === 0 ? `Markup set to ${formatPrice(0)}\n${change}` : change;
  }
  if (field === 'weightLabel') return `${itemName(item)}: ${before ?? 'none'} → ${after ?? 'none'}`;
  return itemName(item);
};
