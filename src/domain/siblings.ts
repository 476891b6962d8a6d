import type { Product } from './product.ts';
import { traitsOf, type Variant } from './product-traits.ts';
import { toVariants } from './variants.ts';

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
