import { create } from 'zustand';
import type { AdminItem } from '#contract/inventory.ts';
import type { EditableField, EditableValues } from '../../../api/queries/inventory.ts';

/** How long the tick of a saved value is seen; its fading is as long (admin.css). */
const SAVED_MS = 1800;

/** A save that rested on an older value than the stored one (decisions §5). */
export interface Conflict {
  item: AdminItem;
  field: EditableField;
  mine: EditableValues[EditableField];
  stored: EditableValues[EditableField];
}

interface EditState {
  /** Values on their way, by cell: shown as if they were saved. */
  pending: ReadonlyMap<string, EditableValues[EditableField]>;
  /** Cells saved a moment ago. */
  saved: ReadonlySet<string>;
  /** Cells whose last save failed. */
  failed: ReadonlySet<string>;
  conflict: Conflict | null;
}

/**
 * Edits that are not in the list yet. They lie over the items and not in them, so that a list loaded meanwhile neither
 * loses them nor has to be patched.
 */
export const usePendingEdits = create<EditState>(() => ({
  pending: new Map(),
  saved: new Set(),
  failed: new Set(),
  conflict: null,
}));

export const cellKey = (id: number, field: EditableField): string => `${id} ${field}`;

const withEntry = (set: ReadonlySet<string>, key: string, present: boolean): ReadonlySet<string> => {
  if (set.has(key) === present) return set;
  const next = new Set(set);
  if (present) next.add(key);
  else next.delete(key);
  return next;
};

export const showPending = (key: string, value: EditableValues[EditableField]): void => {
  usePendingEdits.setState(({ pending, saved, failed }) => ({
    pending: new Map(pending).set(key, value),
    saved: withEntry(saved, key, false),
    failed: withEntry(failed, key, false),
  }));
};

/** The edit is over: what the list has shows again. A later edit of the same cell stays. */
export const settlePending = (key: string, value: EditableValues[EditableField], outcome: 'saved' | 'failed'): void => {
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

/** The red border goes when the cell is worked on again. */
export const forgetFailed = (key: string): void =>
  usePendingEdits.setState(({ failed }) => ({ failed: withEntry(failed, key, false) }));

export type CellState = 'saving' | 'saved' | 'failed' | null;

/** The value of a cell as it is to be shown, and how its last edit stands. */
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
