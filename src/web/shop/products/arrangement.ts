import { groupProducts, type PriceSort, sortGroups } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';
import { freshGroups, type ShownGroup, steadyGroups } from './steady-groups.ts';
import { type Choices, forgetImpossible } from './use-chosen-variant.ts';

/** What a list is made from. */
export interface Ingredients {
  /** Names the look at the list: filters, sort, visit. Another look is arranged anew. */
  key: string;
  sort: PriceSort;
  /** All of the catalogue, and what of it matches the filters. */
  products: readonly Product[];
  matching: readonly Product[];
}

/** A list as it stands: groups in their order, and the variants chosen in them. */
export interface Arrangement extends Ingredients {
  groups: readonly ShownGroup[];
  choices: Choices;
}

/**
 * The list for these ingredients, given the one shown before. The same look after a live change keeps its order; a new
 * look, and the first products after none, are arranged afresh. The very same where nothing changed.
 */
export const arrange = (given: Ingredients, before: Arrangement | null): Arrangement => {
  if (before && before.key === given.key && before.products.length > 0) {
    if (before.products === given.products && before.matching === given.matching) return before;
    return { ...before, ...given, groups: steadyGroups(before.groups, given.products, given.matching) };
  }
  if (before && before.key === given.key && given.products.length === 0) return before;
  const groups = freshGroups(sortGroups(groupProducts(given.matching), given.sort));
  // Another order puts other variants forward.
  const choices: Choices = before?.sort === given.sort ? before.choices : new Map();
  forgetImpossible(choices, groups);
  return { ...given, groups, choices };
};
