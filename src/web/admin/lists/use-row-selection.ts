import { useCallback, useMemo, useRef, useState } from 'react';

/** A row of a list with an id of its own. */
interface Row {
  id: string;
}

/** The ids from one row of a list to another, both included. If the first is not in the list, only the second. */
export const idsBetween = (rows: readonly Row[], from: string | null, to: string): string[] => {
  const a = rows.findIndex(({ id }) => id === from);
  const b = rows.findIndex(({ id }) => id === to);
  if (a < 0 || b < 0) return [to];
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
};

/** The selected rows of a list, and how a row of it shows and changes that. */
export interface RowSelection<Selected extends Row = Row> {
  selected: readonly Selected[];
  has: (id: string) => boolean;
  /** Selects a row or not. With `upTo`, also all rows since the last one. */
  select: (id: string, on: boolean, upTo: boolean) => void;
  /** Selects all rows, or none. */
  selectAll: (on: boolean) => void;
}

/** Which of the shown rows are selected. A row that leaves the list leaves the selection. */
export const useRowSelection = <Selected extends Row>(rows: readonly Selected[]): RowSelection<Selected> => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const shown = useRef(rows);
  shown.current = rows;
  const selected = useMemo(() => (ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id))), [rows, ids]);

  const select = useCallback((id: string, on: boolean, upTo: boolean) => {
    const range = upTo ? idsBetween(shown.current, last.current, id) : [id];
    last.current = id;
    setIds((before) => {
      // Rows that have left the list are forgotten, so that they are not selected when they come back.
      const next = new Set(shown.current.map((row) => row.id).filter((known) => before.has(known)));
      for (const each of range) {
        if (on) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }, []);
  const selectAll = useCallback((on: boolean) => setIds(new Set(on ? shown.current.map(({ id }) => id) : [])), []);
  return { selected, has: (id) => ids.has(id), select, selectAll };
};
