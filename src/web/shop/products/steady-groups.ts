import { groupProducts, type ProductGroup } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';

/** A group as it stands in the list. */
export interface ShownGroup extends ProductGroup {
  /** All its products left the shop while it was shown: its place is kept, so that nothing moves under a finger. */
  isGone: boolean;
}

/** Groups as they stand in a list that has just been filtered or sorted. */
export const freshGroups = (groups: readonly ProductGroup[]): ShownGroup[] =>
  groups.map((group) => ({ ...group, isGone: false }));

/**
 * The list after a live change: values alter in place, no group changes its place, new ones come at the end; the order
 * and who belongs change with the next filter or sort (decisions §8 "grouping and filters").
 */
export function steadyGroups(
  shown: readonly ShownGroup[],
  products: readonly Product[],
  matching: readonly Product[],
): ShownGroup[] {
  const staying = new Set(shown.flatMap((group) => (group.isGone ? [] : group.variants.map(({ id }) => id))));
  const members = new Set(matching.map(({ id }) => id));
  const groups = groupProducts(products.filter(({ id }) => members.has(id) || staying.has(id)));
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byProduct = new Map(groups.flatMap((group) => group.variants.map(({ id }) => [id, group] as const)));
  const placed = new Set<ProductGroup>();

  const inPlace = shown.map((group): ShownGroup => {
    // A product that was renamed is another group, and takes the place of the one it came from.
    const candidates = [byId.get(group.id), ...group.variants.map(({ id }) => byProduct.get(id))];
    const now = candidates.find((candidate) => candidate && !placed.has(candidate));
    if (!now) return { ...group, isGone: true };
    placed.add(now);
    return { ...now, isGone: false };
  });
  return [...inPlace, ...freshGroups(groups.filter((group) => !placed.has(group)))];
}
