import { groupProducts, type ProductGroup } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';

/** A group as it stands in the list. */
export interface ShownGroup extends ProductGroup {
  /** All its products left the shop while it was shown: its place is kept, so that nothing moves under a finger. */
  isGone: boolean;
}

/** Each group by its first product, as last shown. */
const remembered = new WeakMap<Product, ShownGroup>();

/**
 * Groups as they stand in a list that has just been filtered or sorted. A group that is as it was before is the very
 * same object, so that a keystroke draws only the cards that it brings.
 */
export const freshGroups = (groups: readonly ProductGroup[]): ShownGroup[] =>
  groups.map((group) => {
    const first = group.members[0].variant.product;
    const before = remembered.get(first);
    if (before && isSame(before, group)) return before;
    // Not copied: copying would work out the variants of groups that nobody looks at.
    const shown = Object.assign(group, { isGone: false });
    remembered.set(first, shown);
    return shown;
  });

const isSame = (a: ProductGroup, b: ProductGroup): boolean =>
  a.id === b.id && a.members.length === b.members.length && a.members.every((member, at) => member === b.members[at]);

const idsOf = (group: ProductGroup): number[] => group.members.map(({ variant }) => variant.id);

/**
 * The list after a live change: values alter in place, no group changes its place, new ones come at the end; the order
 * and who belongs change with the next filter or sort (decisions §8 "grouping and filters").
 */
export const steadyGroups = (
  shown: readonly ShownGroup[],
  products: readonly Product[],
  matching: readonly Product[],
): ShownGroup[] => {
  const staying = new Set(shown.flatMap((group) => (group.isGone ? [] : idsOf(group))));
  const members = new Set(matching.map(({ id }) => id));
  const groups = groupProducts(products.filter(({ id }) => members.has(id) || staying.has(id)));
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byProduct = new Map(groups.flatMap((group) => idsOf(group).map((id) => [id, group] as const)));
  const placed = new Set<ProductGroup>();

  const inPlace = shown.map((group): ShownGroup => {
    // A product that was renamed is another group, and takes the place of the one it came from.
    const candidates = [byId.get(group.id), ...idsOf(group).map((id) => byProduct.get(id))];
    const now = candidates.find((candidate) => candidate && !placed.has(candidate));
    if (!now) return { ...group, isGone: true };
    placed.add(now);
    return freshGroups([now])[0] as ShownGroup;
  });
  return [...inPlace, ...freshGroups(groups.filter((group) => !placed.has(group)))];
};
