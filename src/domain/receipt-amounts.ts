import { linesTotalCents } from './cart.ts';
import { keepPoints } from './points.ts';

/** The numbers from which the amounts of a receipt follow, in cents. */
interface ReducedReceipt {
  lines: readonly { quantity: number; unitPriceCents: number }[];
  points: number;
  pointsDiscountCents: number;
  shippingCents: number;
}

/** The amounts of a receipt, in cents. */
interface ReceiptAmounts {
  subtotalCents: number;
  points: number;
  pointsDiscountCents: number;
  totalCents: number;
}

/**
 * Returns the amounts of a receipt with these lines, after some of them got smaller (behavior 7.11, 8.6). The shop stores
 * them, and the page shows them before that.
 */
export const reducedAmounts = ({ lines, shippingCents, ...spent }: ReducedReceipt): ReceiptAmounts => {
  const subtotalCents = linesTotalCents(lines);
  const kept = keepPoints(spent, subtotalCents);
  return { subtotalCents, ...kept, totalCents: subtotalCents - kept.pointsDiscountCents + shippingCents };
};
