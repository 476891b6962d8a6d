import type { ProductKind } from './category-kinds.ts';
import type { ProductAmounts } from './purchase-limits-amounts.ts';

/** The units of weight and dose. Every product has pieces. */
export const MEASURED_UNITS = ['g', 'mg'] as const;

/** Products of a kind that state no amount in a unit: a limit in that unit cannot tell how much they contain. */
export interface Unmeasured {
  kind: ProductKind;
  unit: (typeof MEASURED_UNITS)[number];
  count: number;
  /** The first of them. */
  items: { id: number; name: string }[];
}

/** How many of them are named. */
export const UNMEASURED_NAMED = 100;

/** Returns the products whose amount no limit knows, by kind and unit (behavior 6.11). */
export const findUnmeasured = (
  products: Iterable<{ id: number; name: string; amounts: ProductAmounts }>,
): Unmeasured[] => {
  const found = new Map<string, Unmeasured>();
  for (const { id, name, amounts } of products) {
    const { kind } = amounts;
    if (kind === null) continue;
    for (const unit of MEASURED_UNITS.filter((each) => amounts[each] === null)) {
      const group = found.get(`${kind} ${unit}`) ?? { kind, unit, count: 0, items: [] };
      group.count++;
      if (group.items.length < UNMEASURED_NAMED) group.items.push({ id, name });
      found.set(`${kind} ${unit}`, group);
    }
  }
  return [...found.values()];
};
