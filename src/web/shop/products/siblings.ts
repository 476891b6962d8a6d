import type { Product } from '#domain/product.ts';
import { traitsOf, type Variant } from '#domain/product-traits.ts';
import { toVariants } from '#domain/variants.ts';

/**
 * What the details let a member choose among, the product itself included: its siblings (specification §5), and what
 * stood with it on its card, so that nothing offered there is lost on the way in.
 */
export function siblingsOf(products: readonly Product[], product: Product): [Variant, ...Variant[]] {
  const own = traitsOf(product);
  const others = products
    .filter((other) => other.id !== product.id && other.isActive)
    .map(traitsOf)
    .filter(({ siblingKey, groupKey }) => siblingKey === own.siblingKey || groupKey === own.groupKey);
  return toVariants([own, ...others]);
}
