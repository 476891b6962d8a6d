import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import type { EditableField, EditableValues } from '../../../api/queries/inventory-edits.ts';
import { forgetFailed, saveEdit, useCell } from './cell-edits.ts';

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
  const { value, state } = useCell(item, field);
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
    problem: problem === null ? null : { id: problemId, text: problem },
    input: {
      value: draft ?? show(value),
      'aria-invalid': state === 'failed' || problem !== null || undefined,
      'aria-describedby': problem === null ? undefined : problemId,
      onFocus: () => forgetFailed(item, field),
      onBlur: () => void commit(),
      onKeyDown: (event: KeyboardEvent) => {
        // Then the list does not go on to the next row.
        if (event.key === 'Enter' && !commit()) event.preventDefault();
        if (event.key === 'Escape') type(null);
      },
    },
    type,
  };
};

/** A blank text is no value. */
export const blankIsNone = (text: string): string | null => (text.trim() === '' ? null : text);
