import { useEffect, useRef, useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';

/** The rows of a list with those that stay, each after the row that it followed. None stays in an empty list, where nothing slides. */
export const withStaying = <Row extends { id: string }>(
  rows: readonly Row[],
  before: readonly Row[],
  staying: ReadonlyMap<string, Row>,
): readonly Row[] => {
  const left = before.filter(({ id }) => staying.has(id) && !rows.some((row) => row.id === id));
  if (left.length === 0 || rows.length === 0) return rows;
  const all = [...rows];
  for (const { id } of left) {
    const followed = before
      .slice(
        0,
        before.findIndex((row) => row.id === id),
      )
      .map((row) => row.id);
    const place = all.findLastIndex((row) => followed.includes(row.id));
    all.splice(place + 1, 0, staying.get(id)!);
  }
  return all;
};

const NONE: ReadonlyMap<string, AdminReceipt> = new Map();

/**
 * Receipts stay in their rows after a step of this person, although the filter no longer has them: otherwise the button of
 * the next row would slide under the pointer. They go when the pointer leaves the list, and with another filter.
 */
export const useStayingRows = (receipts: readonly AdminReceipt[], filter: object) => {
  const [{ of, staying }, set] = useState({ of: filter, staying: NONE });
  const shown = useRef<readonly AdminReceipt[]>([]);
  const kept = of === filter ? staying : NONE;
  const rows = withStaying(receipts, of === filter ? shown.current : [], kept);
  useEffect(() => {
    shown.current = rows;
  });
  // What is back, by an undo, is in the list again.
  useEffect(() => {
    set((now) => {
      const isBack = (id: string, { status }: AdminReceipt) =>
        receipts.some((receipt) => receipt.id === id && receipt.status !== status);
      const left = [...now.staying].filter(([id, receipt]) => !isBack(id, receipt));
      return left.length === now.staying.size ? now : { ...now, staying: new Map(left) };
    });
  }, [receipts]);
  return {
    rows,
    /** True for a row that only stays. */
    isStaying: (id: string) => kept.has(id) && !receipts.some((receipt) => receipt.id === id),
    keep: (receipt: AdminReceipt) => set({ of: filter, staying: new Map([...kept, [receipt.id, receipt]]) }),
    release: () => kept.size > 0 && set({ of: filter, staying: NONE }),
  };
};
