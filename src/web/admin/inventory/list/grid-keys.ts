import { type FocusEvent, type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

/** A cell of the list: its row, and its position among the controls of the row, from 0. */
interface CellPosition {
  row: number;
  column: number;
}

export interface GridKey {
  key: string;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** `lines` is a text of several. */
export type ControlKind = 'text' | 'lines' | 'number' | 'select' | 'press';

interface GridState {
  at: CellPosition;
  rows: number;
  columns: number;
  /** Number of rows on a page. */
  page: number;
  control: ControlKind;
  /** The content of the cell is being edited: the caret takes the keys that otherwise move between cells. */
  editing: boolean;
}

type GridAction =
  | { type: 'go'; to: CellPosition }
  /** Start to edit: put the caret into the text, or open the options of a select. */
  | { type: 'edit' }
  /** Leave the list. */
  | { type: 'leave' };

/** The action of a key in the list, as in a spreadsheet. Null leaves the key to the control. */
export const gridAction = (
  { key, ctrlKey, shiftKey, altKey, metaKey }: GridKey,
  state: GridState,
): GridAction | null => {
  const { at, rows, columns, page, control, editing } = state;
  const typed = control === 'text' || control === 'lines' || control === 'number';
  if (altKey || metaKey) return null;

  const go = (row: number, column: number): GridAction | null => {
    const to = { row: clamp(row, rows), column: clamp(column, columns) };
    return { type: 'go', to };
  };

  if (key === 'Enter') {
    // Enter saves and moves to the next item, as in a spreadsheet. On a button it presses it.
    if (typed && editing) return go(at.row + (shiftKey ? -1 : 1), at.column);
    return control === 'press' ? null : { type: 'edit' };
  }
  if (key === 'F2') return typed ? { type: 'edit' } : null;
  // While a cell is edited, Escape only restores the old value.
  if (key === 'Escape') return editing ? null : { type: 'leave' };
  if (shiftKey) return null;

  const { row, column } = at;
  if (!(typed && editing)) {
    if (key === 'ArrowLeft') return go(row, column - 1);
    if (key === 'ArrowRight') return go(row, column + 1);
    if (key === 'Home') return go(ctrlKey ? 0 : row, 0);
    if (key === 'End') return go(ctrlKey ? rows - 1 : row, columns - 1);
  }
  // Up and down step a number that is being edited, and go from line to line.
  if (!((control === 'number' || control === 'lines') && editing)) {
    if (key === 'ArrowUp') return go(row - 1, column);
    if (key === 'ArrowDown') return go(row + 1, column);
  }
  if (key === 'PageUp') return go(row - page, column);
  if (key === 'PageDown') return go(row + page, column);
  return null;
};

const clamp = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1));

interface GridKeysOptions {
  rows: number;
  columns: number;
  page: number;
  /** Scrolls to a row, so that it is rendered. */
  scrollTo: (row: number) => void;
  /** Called when a key leaves the list, to move the focus elsewhere. */
  leave: () => void;
}

/** The position of a control: `data-column` of the control and `data-row` of its row. */
const positionOf = (target: EventTarget): CellPosition | null => {
  const control = (target as Element).closest<HTMLElement>('[data-column]');
  const row = control?.closest<HTMLElement>('[data-row]');
  return control && row ? { row: Number(row.dataset.row), column: Number(control.dataset.column) } : null;
};

const kindOf = (control: Element): ControlKind => {
  if (control instanceof HTMLSelectElement) return 'select';
  if (control instanceof HTMLTextAreaElement) return control.value.includes('\n') ? 'lines' : 'text';
  if (control.role === 'spinbutton') return 'number';
  if (control instanceof HTMLInputElement && control.type === 'text') return 'text';
  return 'press';
};

const isTyped = (control: Element): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type === 'text');

/** Keys that step a number while it is edited. */
const STEPS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown']);

/** Browsers that do not know `:open` throw. */
const isOpen = (select: Element): boolean => {
  try {
    return select.matches(':open');
  } catch {
    return false;
  }
};

/** Selects the text after React has rendered the restored value, which would otherwise end the selection. */
const selectAfterRender = (control: HTMLElement): void => queueMicrotask(() => isTyped(control) && control.select());

/**
 * The keys of a spreadsheet for a virtualized list: handlers for the table body, and the row that must stay rendered
 * because it has the focus.
 */
export const useGridKeys = ({ rows, columns, page, scrollTo, leave }: GridKeysOptions) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const editing = useRef(false);
  const pressed = useRef(false);
  const wanted = useRef<CellPosition | null>(null);
  const [focusedRow, setFocusedRow] = useState<number | null>(null);

  const focusWanted = () => {
    if (!wanted.current) return;
    const { row, column } = wanted.current;
    const control = body.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`);
    if (!control) return;
    wanted.current = null;
    control.focus({ preventScroll: true });
    // Scrolls the list and the window. The scroll margins in inventory-table.tsx keep clear of the bars.
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (isTyped(control)) control.select();
  };
  // After every render, because the wanted row may have been rendered only now.
  useLayoutEffect(focusWanted);

  const goTo = (to: CellPosition) => {
    wanted.current = to;
    setFocusedRow(to.row);
    scrollTo(to.row);
    // A row that is rendered already causes no render.
    focusWanted();
  };

  const act = (event: KeyboardEvent<HTMLElement>) => {
    const control = event.target as HTMLElement;
    const at = positionOf(control);
    // A text that cannot be saved keeps the focus.
    const isKept = event.key === 'Enter' && event.defaultPrevented;
    if (!at || isKept || isOpen(control)) return;
    const action = gridAction(event, { at, rows, columns, page, control: kindOf(control), editing: editing.current });
    if (event.key === 'Escape' && editing.current) {
      editing.current = false;
      selectAfterRender(control);
    }
    if (!action) return;
    event.preventDefault();
    if (action.type === 'leave') return leave();
    if (action.type === 'go') {
      editing.current = false;
      // At an edge of the list the cell stays the same, and only the edit ends.
      if (action.to.row === at.row && action.to.column === at.column) {
        selectAfterRender(control);
        return;
      }
      return goTo(action.to);
    }
    if (control instanceof HTMLSelectElement) return control.showPicker?.();
    editing.current = true;
    if (isTyped(control)) {
      control.setSelectionRange(control.value.length, control.value.length);
    }
  };

  // Before the control: the key that leaves a number must not step it as well.
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    if (STEPS.has(event.key)) act(event);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!STEPS.has(event.key)) act(event);
  };
  const onPointerDown = ({ target }: PointerEvent) => {
    pressed.current = true;
    // The control has the focus already, so no focus event follows.
    if (target === document.activeElement) editing.current = true;
  };
  const onFocus = ({ target }: FocusEvent) => {
    const position = positionOf(target);
    editing.current = pressed.current;
    pressed.current = false;
    setFocusedRow(position?.row ?? null);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget) && !wanted.current) setFocusedRow(null);
  };
  const onInput = () => {
    editing.current = true;
  };

  return { body, focusedRow, handlers: { onKeyDownCapture, onKeyDown, onPointerDown, onFocus, onBlur, onInput } };
};
