import { groupProducts, type ProductGroup } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';

/** A group as the list shows it. */
export interface ListGroup extends ProductGroup {
  /** All its products left the shop while it was shown. It keeps its place, so that nothing moves under a finger. */
  isGone: boolean;
}

/** The last group shown for each first product. */
const lastShown = new WeakMap<Product, ListGroup>();

/**
 * The groups of a list that was just filtered or sorted. An unchanged group is the same object as before, so that a
 * keystroke draws only new cards.
 */
export const newListGroups = (groups: readonly ProductGroup[]): ListGroup[] =>
  groups.map((group) => {
    const first = group.members[0].variant.product;
    const before = lastShown.get(first);
    if (before && isSame(before, group)) return before;
    // Not copied: a copy would compute the variants of groups that are never drawn.
    const shown = Object.assign(group, { isGone: false });
    lastShown.set(first, shown);
    return shown;
  });

const isSame = (a: ProductGroup, b: ProductGroup): boolean =>
  a.id === b.id &&
  a.members.length === b.members.length &&
  a.members.every((member, index) => member === b.members[index]);

const idsOf = (group: ProductGroup): number[] => group.members.map(({ variant }) => variant.id);

/**
 * The groups after a live change (behavior 5.9): values change in place, no group moves, new groups are added at the
 * end. Order and membership change with the next filter or sort.
 */
export const updatedListGroups = (
  shown: readonly ListGroup[],
  products: readonly Product[],
  matching: readonly Product[],
): ListGroup[] => {
  const staying = new Set(shown.flatMap((group) => (group.isGone ? [] : idsOf(group))));
  const matchingIds = new Set(matching.map(({ id }) => id));
  const groups = groupProducts(products.filter(({ id }) => matchingIds.has(id) || staying.has(id)));
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byProduct = new Map(groups.flatMap((group) => idsOf(group).map((id) => [id, group] as const)));
  const placed = new Set<ProductGroup>();

  const inPlace = shown.map((group): ListGroup => {
    // A renamed product forms another group, which takes the place of the old one.
    const candidates = [byId.get(group.id), ...idsOf(group).map((id) => byProduct.get(id))];
    const current = candidates.find((candidate) => candidate && !placed.has(candidate));
    if (!current) return { ...group, isGone: true };
    placed.add(current);
    return newListGroups([current])[0] as ListGroup;
  });
  return [...inPlace, ...newListGroups(groups.filter((group) => !placed.has(group)))];
};
