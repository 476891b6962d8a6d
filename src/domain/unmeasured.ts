import type { ProductKind } from './category-kinds.ts';
import type { LimitRule } from './purchase-limits.ts';
import { countsProduct, type ProductAmounts } from './purchase-limits-amounts.ts';

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

/** The groups that a rule counts and cannot measure: nobody can order them. */
export const unorderable = (rules: readonly LimitRule[], unmeasured: readonly Unmeasured[]): Unmeasured[] =>
  unmeasured.filter((group) =>
    rules.some((rule) => rule.unit === group.unit && rule.amountIfUnknown === null && countsProduct(rule, group)),
  );

/** The number of products that nobody can order under these rules, without those that nobody could order before. */
export const unorderableCount = (
  rules: readonly LimitRule[],
  unmeasured: readonly Unmeasured[],
  before: readonly LimitRule[] = [],
): number => {
  const were = unorderable(before, unmeasured);
  // A product may lack both weight and dose.
  const mostOfKind = new Map<ProductKind, number>();
  for (const group of unorderable(rules, unmeasured)) {
    if (were.includes(group)) continue;
    mostOfKind.set(group.kind, Math.max(group.count, mostOfKind.get(group.kind) ?? 0));
  }
  return [...mostOfKind.values()].reduce((sum, count) => sum + count, 0);
};
