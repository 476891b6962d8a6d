import { centsToAmount } from './money.ts';
import { spendPoints } from './points.ts';

/** Returns what points take off orders in all, dollars as text (behavior 8.5). */
export const pointsWorth = (points: number, pointsValue: number): string =>
  centsToAmount(spendPoints({ points, pointsValue }, Number.MAX_SAFE_INTEGER).pointsDiscountCents);
