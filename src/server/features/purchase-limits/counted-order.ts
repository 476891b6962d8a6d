import type { LimitRule } from '#domain/purchase-limits.ts';
import type { CountedLine, PurchasedLine } from '#domain/purchase-limits-usage.ts';
import { fromJson, type Json } from '../../db/json.ts';
import type { Shop } from '../../shop.ts';
import type { PurchasedRow } from './purchase-limits.queries.ts';
import { amountsOf, type MeasuredItem, purchasedLine } from './purchase-limits.ts';

/** The columns about limits that a statement with purchases returns. */
interface RowWithPurchases {
  purchased: Json<PurchasedRow[]>;
  limitsOfPanel: string | null;
}

/**
 * Runs a statement that also reads the member's purchases from a time on, and returns its row with the rules of that
 * moment. It runs once more if another process has changed the limits since.
 */
export const readWithPurchases = async <Row extends RowWithPurchases>(
  { purchaseLimits }: Shop,
  { now }: { now: number },
  read: (since: number) => Promise<Row[]>,
): Promise<{ row: Row | undefined; rules: readonly LimitRule[] }> => {
  for (;;) {
    const known = purchaseLimits.current;
    const [row] = await read(purchaseLimits.since(now));
    if (row) purchaseLimits.learn(row.limitsOfPanel);
    if (purchaseLimits.current === known) return { row, rules: known.rules };
  }
};

/** Returns the lines that the rules count: those of a cart, and those of the member's receipts (behavior 6.11). */
export const countedOrder = (
  { categories: { current } }: Pick<Shop, 'categories'>,
  row: RowWithPurchases,
  lines: readonly (MeasuredItem & { quantity: number })[],
  now: number,
): { purchased: PurchasedLine[]; cart: CountedLine[]; now: number } => ({
  purchased: fromJson(row.purchased).map((line) => purchasedLine(line, current)),
  cart: lines.map((line) => ({ productName: line.name, quantity: line.quantity, amounts: amountsOf(line, current) })),
  now,
});
