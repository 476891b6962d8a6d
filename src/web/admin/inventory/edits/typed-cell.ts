import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import type { EditableField, EditableValues } from '../../../api/queries/inventory-edits.ts';
import { undoByKey } from '../../action-toasts.ts';
import { type Edit, forgetFailed, saveEdit, useCell } from './cell-edits.ts';

/**
 * A text in a cell. It is saved on blur or Enter, and only if it differs. Escape restores the old value. The save is
 * based on the value that was shown when the edit began. A text with a problem stays, is not saved, and keeps the focus on Enter.
 */
export const useTypedCell = <Field extends EditableField>(
  item: AdminItem,
  field: Field,
  show: (value: EditableValues[Field]) => string,
  read: (text: string) => EditableValues[Field],
  problemOf: (text: string) => string | null = () => null,
) => {
  const queryClient = useQueryClient();
  const { value, state, failed } = useCell(item, field);
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  // Also kept outside the state: Enter moves the focus on, and the blur comes before the next render.
  const typed = useRef<string | null>(null);
  const base = useRef(value);

  const type = (text: string | null) => {
    if (typed.current === null) base.current = value;
    typed.current = text;
    setDraft(text);
    setProblem(null);
  };
  /** Returns false if the text cannot be saved. */
  const commit = (): boolean => {
    if (typed.current === null) return true;
    const found = problemOf(typed.current);
    if (found !== null) {
      setProblem(found);
      return false;
    }
    const wanted = read(typed.current);
    const expected = base.current;
    type(null);
    if (wanted !== expected) saveEdit(queryClient, { item, field, value: wanted, expected });
    return true;
  };
  return {
    value,
    state,
    problem:
      problem !== null
        ? { id: problemId, text: problem }
        : failed && { ...unsaved(queryClient, failed, show(failed.value)), id: problemId },
    input: {
      value: draft ?? show(value),
      'aria-invalid': state === 'failed' || problem !== null || undefined,
      'aria-describedby': problem === null && !failed ? undefined : problemId,
      onFocus: () => forgetFailed(item, field),
      onBlur: () => void commit(),
      onKeyDown: (event: KeyboardEvent) => {
        // Nothing is typed here yet, so it means the edit before.
        if (typed.current === null && undoByKey(event)) event.preventDefault();
        // Then the list does not go on to the next row.
        if (event.key === 'Enter' && !commit()) event.preventDefault();
        if (event.key === 'Escape') type(null);
      },
    },
    type,
  };
};

/** What a cell says of a value that was not saved: the cell shows the stored one again, but nothing typed is lost. */
export const unsaved = <Field extends EditableField>(
  queryClient: QueryClient,
  failed: Edit<Field>,
  text: string,
): { text: string; retry: () => void } => ({
  text: `Not saved: ${text}`,
  retry: () => saveEdit(queryClient, failed),
});

/** A blank text is no value. */
export const blankIsNone = (text: string): string | null => (text.trim() === '' ? null : text);
