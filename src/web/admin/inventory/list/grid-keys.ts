/** A cell of the list by its row and its place among the row's controls, from 0. */
export interface CellPlace {
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

export type ControlKind = 'text' | 'number' | 'select' | 'press';

interface GridState {
  at: CellPlace;
  rows: number;
  columns: number;
  /** Rows that a page holds. */
  page: number;
  control: ControlKind;
  /** The content of the cell is being worked on: the caret takes the keys that otherwise go from cell to cell. */
  editing: boolean;
}

/** What a key does in the list, as in a spreadsheet; null leaves it to the control. */
export type GridAct =
  | { act: 'go'; to: CellPlace }
  /** Begin to work on the content: caret into the text, choices of a select opened. */
  | { act: 'edit' }
  /** Out of the list. */
  | { act: 'leave' };

export const gridAct = ({ key, ctrlKey, shiftKey, altKey, metaKey }: GridKey, state: GridState): GridAct | null => {
  const { at, rows, columns, page, control, editing } = state;
  const typed = control === 'text' || control === 'number';
  if (altKey || metaKey) return null;

  const go = (row: number, column: number): GridAct | null => {
    const to = { row: clamp(row, rows), column: clamp(column, columns) };
    return { act: 'go', to };
  };

  if (key === 'Enter') {
    // A saved value leads to the next item's, as in a spreadsheet; a button is pressed.
    if (typed && editing) return go(at.row + (shiftKey ? -1 : 1), at.column);
    return control === 'press' ? null : { act: 'edit' };
  }
  if (key === 'F2') return typed ? { act: 'edit' } : null;
  // While something is edited Escape only gives the old value back.
  if (key === 'Escape') return editing ? null : { act: 'leave' };
  if (shiftKey) return null;

  const { row, column } = at;
  if (!(typed && editing)) {
    if (key === 'ArrowLeft') return go(row, column - 1);
    if (key === 'ArrowRight') return go(row, column + 1);
    if (key === 'Home') return go(ctrlKey ? 0 : row, 0);
    if (key === 'End') return go(ctrlKey ? rows - 1 : row, columns - 1);
  }
  // Up and down step a number that is being edited (specification §2 "step 5").
  if (!(control === 'number' && editing)) {
    if (key === 'ArrowUp') return go(row - 1, column);
    if (key === 'ArrowDown') return go(row + 1, column);
  }
  if (key === 'PageUp') return go(row - page, column);
  if (key === 'PageDown') return go(row + page, column);
  return null;
};

const clamp = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1));
