import type { AdminItem } from '#contract/inventory.ts';
import { closeCategory } from '#domain/category-warnings.ts';
import { compareNames } from '#domain/natural-order.ts';
import { LIMIT_KIND_CATEGORIES } from '#domain/purchase-limits.ts';
import { tagValue } from '#domain/tags.ts';
import { foldName } from '#domain/typed-text.ts';
import { freeTags } from './fact-tags.ts';

/** Facts that items of a category often have, offered as chips. */
export interface CommonFacts {
  form: readonly string[];
  size: readonly string[];
  strain: readonly string[];
  tags: readonly string[];
}

/** A shop with fewer categories has not found its own words yet. */
const FEW = 3;
const STANDARD = Object.values(LIMIT_KIND_CATEGORIES).flat();

/** The categories offered while typing: those of the shop, and of a new one the standard ones, which limits understand. */
export const offeredCategories = (own: readonly string[]): readonly string[] =>
  own.length >= FEW ? own : [...own, ...STANDARD.filter((name) => closeCategory(name, own) === null)];

/** So many chips fit into one line of a phone, or nearly. */
const MOST = 5;
/** A value of a single item is no help for others. */
const FEWEST_ITEMS = 2;

/** The most common facts of the items of a category; of all items while no category is typed, or an unknown one. */
export const commonFacts = (items: readonly AdminItem[], category: string): CommonFacts => {
  const wanted = foldName(category);
  const alike = items.filter((item) => foldName(item.category ?? '') === wanted);
  const counted = alike.length > 0 ? alike : items;
  return {
    form: mostCommon(counted.map(({ tags }) => [tagValue(tags, 'Formulation')])),
    size: mostCommon(counted.map(({ size }) => [size])),
    strain: mostCommon(counted.map(({ tags }) => [tagValue(tags, 'Strain')])),
    tags: mostCommon(counted.map(({ tags }) => freeTags(tags).filter((tag) => !tag.includes('=')))),
  };
};

const mostCommon = (values: readonly (readonly (string | null)[])[]): string[] => {
  const counts = new Map<string, number>();
  for (const value of values.flat()) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= FEWEST_ITEMS)
    .sort(([a, more], [b, less]) => less - more || compareNames(a, b))
    .slice(0, MOST)
    .map(([value]) => value)
    .sort(compareNames);
};
