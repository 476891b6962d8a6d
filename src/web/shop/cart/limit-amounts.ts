import type { CartLimit } from '#contract/cart.ts';
import type { Product } from '#domain/product.ts';
import { countsProduct, type ProductAmounts, productAmounts } from '#domain/purchase-limits-amounts.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';

/* What cards need of the limits. The sentences about them come with the cart. */

/** Sums are whole thousandths, so that 0.1 + 0.2 is 0.3. */
export const inParts = (amount: number): number => Math.round(amount * 1000);

/** The amounts of one piece never change while the product is the same. */
const known = new WeakMap<Product, ProductAmounts>();

export const amountsOf = (product: Product): ProductAmounts => {
  let amounts = known.get(product);
  if (amounts === undefined) {
    const { weightLabel } = product;
    amounts = productAmounts({ ...product, weightLabel: isWeightLabel(weightLabel) ? weightLabel : null });
    known.set(product, amounts);
  }
  return amounts;
};

/**
 * Returns if the cart with more pieces of a product would be over a limit. It uses the usual kinds of categories, and
 * says nothing about a product of unknown weight: the shop alone knows the rest.
 */
export const wouldPassLimit = (limits: readonly CartLimit[], product: Product, pieces = 1): boolean =>
  limits.some((limit) => {
    const amounts = amountsOf(product);
    const amount = countsProduct(limit, amounts) ? amounts[limit.unit] : null;
    return amount !== null && amount > 0 && inParts(limit.used + limit.inCart + amount * pieces) > inParts(limit.max);
  });
