import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import type { EditableField, EditableValues } from '../../../api/queries/inventory-edits.ts';
import { forgetFailed, saveEdit, useCell } from './cell-edits.ts';

/**
 * A text in a cell. It is saved on blur or Enter, and only if it differs. Escape restores the old value. The save is
 * based on the value that was shown when the edit began.
 */
export const useTypedCell = <Field extends EditableField>(
  item: AdminItem,
  field: Field,
  show: (value: EditableValues[Field]) => string,
  read: (text: string) => EditableValues[Field],
) => {
  const queryClient = useQueryClient();
  const { value, state } = useCell(item, field);
  const [draft, setDraft] = useState<string | null>(null);
  // Also kept outside the state: Enter moves the focus on, and the blur comes before the next render.
  const typed = useRef<string | null>(null);
  const base = useRef(value);

  const type = (text: string | null) => {
    if (typed.current === null) base.current = value;
    typed.current = text;
    setDraft(text);
  };
  const commit = () => {
    if (typed.current === null) return;
    const wanted = read(typed.current);
    const expected = base.current;
    type(null);
    if (wanted !== expected) saveEdit(queryClient, { item, field, value: wanted, expected });
  };
  return {
    state,
    input: {
      value: draft ?? show(value),
      'aria-invalid': state === 'failed' || undefined,
      onFocus: () => forgetFailed(item, field),
      onBlur: commit,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') type(null);
      },
    },
    type,
  };
};

/** A blank text is no value. */
export const blankIsNone = (text: string): string | null => (text.trim() === '' ? null : text);
