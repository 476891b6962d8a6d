import { compareNames } from './natural-order.ts';
import { onceEach } from './once-each.ts';

interface Named {
  id: number;
  name: string;
}

const compare = (a: Named, b: Named): number => compareNames(a.name, b.name) || a.id - b.id;

/** The longest list that was sorted lately. Others are mostly parts of it, or differ in a few items. */
let latest: readonly Named[] = [];

/**
 * Returns a list in natural order of the names, equal ones by their ids. A list whose items were sorted before costs no
 * comparison.
 */
export const inNaturalOrder: <Item extends Named>(items: readonly Item[]) => readonly Item[] = onceEach(
  <Item extends Named>(items: readonly Item[]): readonly Item[] => {
    const left = new Set<Named>(items);
    const known = latest.filter((item) => left.delete(item));
    if (left.size === 0) return known as Item[];
    const sorted = [...known, ...left].sort(compare);
    if (sorted.length * 2 > latest.length) latest = sorted;
    return sorted as Item[];
  },
) as never;

/**
 * Sorts a list in steps, of which each takes a few milliseconds for 15,000 items. `step` is false at the end.
 */
export const startNaturalOrder = (items: readonly Named[]): (() => boolean) => {
  let end = 0;
  return () => {
    if (end >= items.length) return false;
    end += STEP;
    inNaturalOrder(items.slice(0, end));
    return true;
  };
};

const STEP = 1000;
