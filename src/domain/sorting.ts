import { factsOf } from './facts.ts';
import type { ProductGroup } from './grouping.ts';
import { compareNames } from './natural-order.ts';
import { onceEach } from './once-each.ts';
import { pricePerUnit } from './pricing.ts';
import type { Product } from './product.ts';
import type { Variant } from './product-traits.ts';

/** The orders of the list. The first three are sorts by price as specified, the others follow under the same control. */
export const SORTS = ['none', 'high-low', 'low-high', 'name', 'newest', 'unit-price', 'thc'] as const;
export type Sort = (typeof SORTS)[number];

/** The value by which a product is sorted, the smallest first. Null if it has none: such products come last. */
type SortValue = (product: Product) => number | null;

/** Amounts of different units cannot be compared. Those of the first unit come first. */
const UNIT_PRICE_ORDER = { g: 0, '10mg': 1, piece: 2 } as const;
const POTENCY_ORDER = { '%': 0, mg: 1 } as const;
/** More than any amount of a unit. */
const UNIT_STEP = 1e9;

const unitPrice: SortValue = (product) => {
  const price = pricePerUnit(product);
  return price && UNIT_PRICE_ORDER[price.unit] * UNIT_STEP + price.amountCents;
};

const thc: SortValue = (product) => {
  const potency = factsOf(product).thc?.potency;
  return potency ? POTENCY_ORDER[potency.unit] * UNIT_STEP - potency.amount : null;
};

const newest: SortValue = ({ listedAt }) => (listedAt ? -Date.parse(listedAt) : null);

/** The sorts by a value. Some values take long to read for 15,000 products, so each product is read once. */
const SORT_VALUES: Readonly<Partial<Record<Sort, SortValue>>> = {
  'high-low': (product) => -product.finalPrice,
  'low-high': (product) => product.finalPrice,
  newest: onceEach(newest),
  'unit-price': onceEach(unitPrice),
  thc: onceEach(thc),
};

/** Reads the values of all sorts in advance, so that choosing one is fast. */
export const prepareSortValues = (products: readonly Product[]): void => {
  for (const product of products) for (const read of Object.values(SORT_VALUES)) read(product);
};

/** Returns the smallest value of a group's products. Infinity if none has a value. */
const groupValue = ({ members }: ProductGroup, read: SortValue): number => {
  let smallest = Number.POSITIVE_INFINITY;
  for (const { variant } of members) smallest = Math.min(smallest, read(variant.product) ?? smallest);
  return smallest;
};

/**
 * Sorts groups by the value of the product that comes first in this sort (behavior 5.5, 5.18). Low to high sorts by the
 * lowest price, high to low by the highest, and "THC: High → Low" by the strongest product. Ties are sorted by name.
 * Groups without a value come last. With "none" the order stays as it is.
 */
export const sortGroups = (groups: readonly ProductGroup[], sort: Sort): readonly ProductGroup[] => {
  if (sort === 'none') return groups;
  const read = SORT_VALUES[sort];
  return groups
    .map((group) => ({ group, value: read ? groupValue(group, read) : 0 }))
    .sort((a, b) => (a.value === b.value ? compareNames(a.group.name, b.group.name) : a.value - b.value))
    .map(({ group }) => group);
};

/** What placed a group in its list: a sort, or how well its products match a search. */
export type Placing = Sort | 'match';

/**
 * Returns the variant that a card shows first: the one that placed the group by a value or by its match, otherwise the
 * first in stock (behavior 5.9).
 */
export const preselectedVariant = (group: ProductGroup, placing: Placing): Variant => {
  if (placing === 'match') {
    const best = group.members.find(({ variant }) => variant.quantity > 0) ?? group.members[0];
    return group.variants.find(({ id }) => id === best.variant.id) ?? group.variants[0];
  }
  const read = SORT_VALUES[placing];
  const value = read && groupValue(group, read);
  const candidates = read
    ? group.variants.filter(({ product }) => (read(product) ?? Number.POSITIVE_INFINITY) === value)
    : group.variants;
  return candidates.find((each) => each.quantity > 0) ?? candidates[0] ?? group.variants[0];
};
