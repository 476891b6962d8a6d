import { TAX_CENTS } from './constants.ts';

/** What decides how much of an item can be ordered. */
export interface StockedItem {
  /** In the lists; false: gone from feed or file. */
  listed: boolean;
  isActive: boolean;
  /** Stock on hand. */
  quantity: number;
  /** Of that, promised to open receipts. */
  reserved: number;
}

/** How many pieces a member can have in all: stock less reservations, never below 0; none of a gone item (decisions §6). */
export const orderable = ({ listed, isActive, quantity, reserved }: StockedItem): number =>
  listed && isActive ? Math.max(0, quantity - reserved) : 0;

/** What stands in a line's way (decisions §8 "a cart line"): the item left the shop, or there are fewer than wanted. */
export const LINE_PROBLEMS = ['gone', 'short'] as const;
export type LineProblem = (typeof LINE_PROBLEMS)[number];

export const lineProblem = (item: StockedItem, wanted: number): LineProblem | null => {
  if (!item.listed || !item.isActive) return 'gone';
  return wanted > orderable(item) ? 'short' : null;
};

/** What the totals need to know of a line. */
export interface PricedLine {
  quantity: number;
  unitPriceCents: number;
  problem: LineProblem | null;
}

export interface CartTotals {
  subtotalCents: number;
  shippingCents: number;
  taxCents: number;
  totalCents: number;
}

/** What one line costs, in cents. */
export const lineTotalCents = ({ quantity, unitPriceCents }: Pick<PricedLine, 'quantity' | 'unitPriceCents'>): number =>
  quantity * unitPriceCents;

/**
 * The sums of a cart, in cents. A gone line does not count in the subtotal (decisions §8); shipping counts from the
 * first moment, for an empty cart too (specification §9).
 */
export const cartTotals = (lines: readonly PricedLine[], shippingCents: number): CartTotals => {
  let subtotalCents = 0;
  for (const line of lines) {
    if (line.problem !== 'gone') subtotalCents += lineTotalCents(line);
  }
  return {
    subtotalCents,
    shippingCents,
    taxCents: TAX_CENTS,
    totalCents: subtotalCents + shippingCents + TAX_CENTS,
  };
};

/** A cart can be confirmed when it has lines and nothing stands in the way of any (decisions §6). */
export const canConfirm = (lines: readonly Pick<PricedLine, 'problem'>[]): boolean =>
  lines.length > 0 && lines.every((line) => line.problem === null);

/** The stepper goes down only above 1; the last piece leaves by the remove control (specification §5 "Cart"). */
export const canDecrease = (quantity: number): boolean => quantity > 1;

/**
 * Which way a line's price moved since it was put in the cart, to be said in words on it (decisions §6); null where it
 * did not. A gone line has nothing more to tell.
 */
export const priceMove = (
  line: Pick<PricedLine, 'unitPriceCents' | 'problem'> & { unitPriceWhenAddedCents: number },
): 'up' | 'down' | null => {
  if (line.problem === 'gone' || line.unitPriceCents === line.unitPriceWhenAddedCents) return null;
  return line.unitPriceCents > line.unitPriceWhenAddedCents ? 'up' : 'down';
};
