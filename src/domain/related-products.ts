import { displayCategory } from './categories.ts';
import { factsOf } from './facts.ts';
import { compareNames } from './natural-order.ts';
import { type Product, UNKNOWN } from './product.ts';
import { brandKeyOf, traitsOf, type Variant } from './product-traits.ts';
import { toVariants } from './variants.ts';

/** A price is near another one if it differs by at most this share of it. */
const NEAR = 0.25;

/** How much two products of one category have in common. The strain says most about a product, then its form. */
const likeness = (product: Product, other: Product): number => {
  const isEqual = (read: (each: Product) => string | null) =>
    Number(read(product) !== null && read(product) === read(other));
  return (
    4 * isEqual((each) => factsOf(each).strain?.toLowerCase() ?? null) +
    2 * isEqual((each) => traitsOf(each).formulation?.toLowerCase() ?? null) +
    isEqual(({ size }) => size) +
    isEqual(({ brand }) => (brand === UNKNOWN ? null : brandKeyOf(brand))) +
    Number(Math.abs(product.finalPrice - other.finalPrice) <= NEAR * product.finalPrice)
  );
};

/**
 * Returns up to `most` products like this one, the most alike first (behavior 5.10). They are of its category and in
 * stock, one of each group, and none of its own group or siblings.
 */
export const relatedProducts = (products: readonly Product[], product: Product, most: number): Product[] => {
  const own = traitsOf(product);
  const category = displayCategory(product);
  const alike = products
    .filter((other) => other.isActive && other.quantity > 0 && displayCategory(other) === category)
    .filter((other) => traitsOf(other).groupKey !== own.groupKey && traitsOf(other).siblingKey !== own.siblingKey)
    .map((other) => ({ other, points: likeness(product, other) }))
    .sort((a, b) => b.points - a.points || compareNames(a.other.name, b.other.name));
  const byGroup = new Map<string, Product>();
  for (const { other } of alike) {
    const { groupKey } = traitsOf(other);
    if (!byGroup.has(groupKey)) byGroup.set(groupKey, other);
    if (byGroup.size === most) break;
  }
  return [...byGroup.values()];
};

/**
 * Returns the variants that the details of a product offer, the product itself included (behavior 5.10). They are its
 * siblings: same brand, same category, and the same first two words of the base name. The other products of its card
 * are included too, so that opening the details hides none of them.
 */
export const siblingsOf = (products: readonly Product[], product: Product): [Variant, ...Variant[]] => {
  const own = traitsOf(product);
  const others = products
    .filter((other) => other.id !== product.id && other.isActive)
    .map(traitsOf)
    .filter(({ siblingKey, groupKey }) => siblingKey === own.siblingKey || groupKey === own.groupKey);
  return toVariants([own, ...others]);
};
