import { TAX_CENTS } from './constants.ts';
import { NO_POINTS, type PointsToSpend, spendPoints } from './points.ts';

/** The values that decide how many pieces of an item can be ordered. */
export interface StockedItem {
  /** False if the item left the feed or the file. */
  listed: boolean;
  isActive: boolean;
  /** Stock on hand. */
  quantity: number;
  /** The part of the stock that is promised to open receipts. */
  reserved: number;
}

/**
 * Returns how many pieces a member can have in total: stock minus reservations, never below 0 (behavior 4.1, 6.2). An
 * item that is not listed or not active cannot be ordered at all.
 */
export const orderable = ({ listed, isActive, quantity, reserved }: StockedItem): number =>
  listed && isActive ? Math.max(0, quantity - reserved) : 0;

/** Problems that block a line: the item left the shop, or there are fewer pieces than the line asks for (behavior 6.3). */
export const LINE_PROBLEMS = ['gone', 'short'] as const;
export type LineProblem = (typeof LINE_PROBLEMS)[number];

/** Returns what blocks a line of `wanted` pieces, or null if the line can be ordered (behavior 6.3). */
export const lineProblem = (item: StockedItem, wanted: number): LineProblem | null => {
  if (!item.listed || !item.isActive) return 'gone';
  return wanted > orderable(item) ? 'short' : null;
};

/** The part of a line that the totals need. */
export interface PricedLine {
  quantity: number;
  unitPriceCents: number;
  problem: LineProblem | null;
}

export interface CartTotals {
  subtotalCents: number;
  /** The points that the order uses. */
  points: number;
  pointsDiscountCents: number;
  shippingCents: number;
  taxCents: number;
  totalCents: number;
}

/** Returns the price of one line, in cents. */
export const lineTotalCents = ({ quantity, unitPriceCents }: Pick<PricedLine, 'quantity' | 'unitPriceCents'>): number =>
  quantity * unitPriceCents;

/** Returns the price of several lines, in cents. */
export const linesTotalCents = (lines: readonly Pick<PricedLine, 'quantity' | 'unitPriceCents'>[]): number =>
  lines.reduce((sum, line) => sum + lineTotalCents(line), 0);

/**
 * Returns the sums of a cart, in cents (behavior 6.4). A gone line does not count in the subtotal (behavior 6.3).
 * Shipping always counts, even in an empty cart, and points never pay for it.
 */
export const cartTotals = (
  lines: readonly PricedLine[],
  shippingCents: number,
  toSpend: PointsToSpend = NO_POINTS,
): CartTotals => {
  const subtotalCents = linesTotalCents(lines.filter(({ problem }) => problem !== 'gone'));
  const spent = spendPoints(toSpend, subtotalCents);
  return {
    subtotalCents,
    ...spent,
    shippingCents,
    taxCents: TAX_CENTS,
    totalCents: subtotalCents - spent.pointsDiscountCents + shippingCents + TAX_CENTS,
  };
};

/** Returns whether the stepper can go down. The last piece is removed by its own button. */
export const canDecrease = (quantity: number): boolean => quantity > 1;

/**
 * Returns the direction in which the price of a line moved since it was added (behavior 6.3). Null if it did not move,
 * and for a gone line, which shows only that it is gone.
 */
export const priceMove = (
  line: Pick<PricedLine, 'unitPriceCents' | 'problem'> & { unitPriceWhenAddedCents: number },
): 'up' | 'down' | null => {
  if (line.problem === 'gone' || line.unitPriceCents === line.unitPriceWhenAddedCents) return null;
  return line.unitPriceCents > line.unitPriceWhenAddedCents ? 'up' : 'down';
};
