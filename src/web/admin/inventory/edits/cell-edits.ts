import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import { ApiError } from '../../../api/client.ts';
import { putItem, reloadInventory } from '../../../api/queries/inventory.ts';
import { type EditableField, type EditableValues, saveField } from '../../../api/queries/inventory-edits.ts';
import { toast } from '../../../ui/toast.ts';
import { failureMessage, hasToken, markupFailureMessage, savedToast } from '../../action-toasts.ts';

/** Milliseconds for which the tick of a saved value is visible. Its animation in admin.css takes as long. */
const SAVED_MS = 1800;

/** A save that was based on an older value than the stored one (behavior 9.4). */
interface Conflict {
  item: AdminItem;
  field: EditableField;
  mine: EditableValues[EditableField];
  stored: EditableValues[EditableField];
}

/** A new value of a cell. */
export interface Edit<Field extends EditableField = EditableField> {
  item: AdminItem;
  field: Field;
  value: EditableValues[Field];
  /** The value that the edit is based on. */
  expected: EditableValues[Field];
}

interface EditState {
  /** Values that are being saved, by cell. They are shown as if they were saved. */
  pending: ReadonlyMap<string, EditableValues[EditableField]>;
  /** Cells that were saved a moment ago. */
  saved: ReadonlySet<string>;
  /** The last edits of cells that failed. */
  failed: ReadonlyMap<string, Edit>;
  conflict: Conflict | null;
}

/** Edits that are not in the list yet. They are kept apart from the items, so that loading the list does not lose them. */
export const usePendingEdits = create<EditState>(() => ({
  pending: new Map(),
  saved: new Set(),
  failed: new Map(),
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

const without = <Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> => {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
};

const showPending = (key: string, value: EditableValues[EditableField]): void => {
  usePendingEdits.setState(({ pending, saved, failed }) => ({
    pending: new Map(pending).set(key, value),
    saved: withEntry(saved, key, false),
    failed: without(failed, key),
  }));
};

/** Ends an edit: the cell shows the value of the list again. A later edit of the same cell stays. */
const settlePending = (key: string, edit: Edit, outcome: 'saved' | 'failed'): void => {
  usePendingEdits.setState(({ pending, saved, failed }) => {
    if (pending.get(key) !== edit.value) return {};
    return {
      pending: without(pending, key),
      saved: withEntry(saved, key, outcome === 'saved'),
      failed: outcome === 'failed' ? new Map(failed).set(key, edit) : without(failed, key),
    };
  });
  if (outcome === 'saved') setTimeout(() => forgetSaved(key), SAVED_MS);
};

const forgetSaved = (key: string): void =>
  usePendingEdits.setState(({ saved }) => ({ saved: withEntry(saved, key, false) }));

/** Removes the marks of a failed save, for when the cell is edited again. */
export const forgetFailed = (item: AdminItem, field: EditableField): void =>
  usePendingEdits.setState(({ failed }) => ({ failed: without(failed, cellKey(item.id, field)) }));

export type CellState = 'saving' | 'saved' | 'failed' | null;

/** The value that a cell shows, the state of its last edit, and that edit if it failed. */
export const useCell = <Field extends EditableField>(
  item: AdminItem,
  field: Field,
): { value: EditableValues[Field]; state: CellState; failed: Edit<Field> | undefined } => {
  const key = cellKey(item.id, field);
  const pending = usePendingEdits((edits) => edits.pending.get(key));
  const failed = usePendingEdits((edits) => edits.failed.get(key)) as Edit<Field> | undefined;
  const state = usePendingEdits((edits) =>
    edits.pending.has(key) ? 'saving' : edits.saved.has(key) ? 'saved' : failed ? 'failed' : null,
  );
  const stored = item[field] as EditableValues[Field];
  return { value: state === 'saving' ? (pending as EditableValues[Field]) : stored, state, failed };
};

/** Saves of one cell run one after the other, so that the value typed last is stored last. */
const running = new Map<string, Promise<void>>();

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
  edit: Edit<Field>,
): Promise<void> => {
  const { item, field, value, expected } = edit;
  try {
    const { message, item: stored, changeId } = await saveField[field](queryClient, item.id, value, expected);
    putItem(queryClient, stored);
    settlePending(key, edit, 'saved');
    // A mistyped markup counts as 0, and nobody should sell at cost without noticing (behavior 10.7).
    const warning = field === 'markupDollars' && value === 0 ? `Markup set to ${formatPrice(0)}\n` : '';
    const description = message.includes(itemName(item)) ? describeValues(edit) : warning + describeEdit(edit);
    savedToast(queryClient, { title: message, description }, changeId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'value_moved') {
      const stored = error.body.item as AdminItem;
      putItem(queryClient, stored);
      settlePending(key, edit, 'failed');
      usePendingEdits.setState({ conflict: { item: stored, field, mine: value, stored: stored[field] } });
      return;
    }
    settlePending(key, edit, 'failed');
    toast({
      title: 'Error',
      description: SAID_IN_CELL.has(field)
        ? failures[field](error)
        : `${failures[field](error)}\n${describeEdit(edit)}`,
      kind: 'error',
      action: { label: 'Try again', onSelect: () => saveEdit(queryClient, edit) },
    });
    if (error instanceof ApiError && error.status === 404) void reloadInventory(queryClient);
  }
};

/** Fields whose cell says which value was not saved. */
const SAID_IN_CELL: ReadonlySet<EditableField> = new Set(['price', 'markupDollars', 'description', 'weightLabel']);

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
const describeEdit = (edit: Edit): string => [itemName(edit.item), describeValues(edit)].filter(Boolean).join(': ');

const describeValues = ({ field, expected, value }: Edit): string | undefined => {
  if (field === 'price' || field === 'markupDollars')
    return `${formatPrice(Number(expected))} → ${formatPrice(Number(value))}`;
  return field === 'weightLabel' ? `${expected ?? 'none'} → ${value ?? 'none'}` : undefined;
};
