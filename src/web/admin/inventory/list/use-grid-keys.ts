import { type FocusEvent, type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { type CellPlace, type ControlKind, gridAct } from './grid-keys.ts';

interface GridKeysOptions {
  rows: number;
  columns: number;
  page: number;
  /** Brings a row into view, so that it is on the page. */
  scrollTo: (row: number) => void;
  /** Where the focus goes when the list is left. */
  leave: () => void;
}

/** The control of a cell says its column, its row says its index. */
const placeOf = (target: EventTarget): CellPlace | null => {
  const control = (target as Element).closest<HTMLElement>('[data-column]');
  const row = control?.closest<HTMLElement>('[data-row]');
  return control && row ? { row: Number(row.dataset.row), column: Number(control.dataset.column) } : null;
};

const kindOf = (control: Element): ControlKind => {
  if (control instanceof HTMLSelectElement) return 'select';
  if (control instanceof HTMLInputElement && control.type === 'number') return 'number';
  if (control instanceof HTMLInputElement && control.type === 'text') return 'text';
  return 'press';
};

/** Browsers that do not know the state say so by throwing. */
const isOpen = (select: Element): boolean => {
  try {
    return select.matches(':open');
  } catch {
    return false;
  }
};

/** The value that the key gave back is drawn when all that heard the key is done; drawn later, it ends the selection. */
const selectOnceDrawn = (control: HTMLElement): void =>
  queueMicrotask(() => control instanceof HTMLInputElement && control.select());

/**
 * The keys of a spreadsheet over a virtualised list: the handlers for its body, and the row that must stay on the page
 * because it has the focus.
 */
export const useGridKeys = ({ rows, columns, page, scrollTo, leave }: GridKeysOptions) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const editing = useRef(false);
  const pressed = useRef(false);
  const wanted = useRef<CellPlace | null>(null);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);

  const focusWanted = () => {
    if (!wanted.current) return;
    const { row, column } = wanted.current;
    const control = body.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`);
    if (!control) return;
    wanted.current = null;
    control.focus({ preventScroll: true });
    // The list may reach below the window: both scroll. Its margins keep clear of the bars (inventory-table.tsx).
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (control instanceof HTMLInputElement) control.select();
  };
  // After every drawing: the row that is wanted may have come onto the page just now.
  useLayoutEffect(focusWanted);

  const goTo = (to: CellPlace) => {
    wanted.current = to;
    setFocusedRow(to.row);
    scrollTo(to.row);
    // Within what is on the page nothing may be drawn anew.
    focusWanted();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const control = event.target as HTMLElement;
    const at = placeOf(control);
    if (!at || isOpen(control)) return;
    const act = gridAct(event, { at, rows, columns, page, control: kindOf(control), editing: editing.current });
    if (event.key === 'Escape' && editing.current) {
      editing.current = false;
      selectOnceDrawn(control);
    }
    if (!act) return;
    event.preventDefault();
    if (act.act === 'leave') return leave();
    if (act.act === 'go') {
      editing.current = false;
      // The same cell again, at an edge of the list: only its mode changes.
      if (act.to.row === at.row && act.to.column === at.column) {
        selectOnceDrawn(control);
        return;
      }
      return goTo(act.to);
    }
    if (control instanceof HTMLSelectElement) return control.showPicker?.();
    editing.current = true;
    if (control instanceof HTMLInputElement && control.type === 'text') {
      control.setSelectionRange(control.value.length, control.value.length);
    }
  };

  const onPointerDown = ({ target }: PointerEvent) => {
    pressed.current = true;
    // The focus comes before this is over only where the pointer went down on it.
    if (target === document.activeElement) editing.current = true;
  };
  const onFocus = ({ target }: FocusEvent) => {
    const place = placeOf(target);
    editing.current = pressed.current;
    pressed.current = false;
    setFocusedRow(place?.row ?? null);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget) && !wanted.current) setFocusedRow(null);
  };
  const onInput = () => {
    editing.current = true;
  };

  return { body, focusedRow, handlers: { onKeyDown, onPointerDown, onFocus, onBlur, onInput } };
};
