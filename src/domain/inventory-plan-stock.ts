import type { InventoryItem } from './inventory-item.ts';
import { changeItem, countRows, type ItemValues, type Plan } from './inventory-plan.ts';

/** Why somebody changes the stock by hand. */
export const STOCK_REASONS = ['restock', 'count', 'damaged', 'lost', 'returned', 'sample', 'other'] as const;
export type StockReason = (typeof STOCK_REASONS)[number];

/** A change of the stock by a number of pieces, or to a number of pieces. */
export type StockChange = { delta: number } | { quantity: number };

/** A larger figure is a slip of the finger. Feeds and files may have more. */
export const MOST_TYPED_PIECES = 1_000_000;
export const TOO_MANY_PIECES = 'These are more than 1,000,000 pieces. Please check the figure.';

/** Returns the stock that a change leaves, or the rule that it breaks (behavior 9.22). */
export const stockAfter = (quantity: number, change: StockChange): { quantity: number } | { problem: string } => {
  const left = 'delta' in change ? quantity + change.delta : change.quantity;
  if (left < 0) return { problem: "Stock can't go below 0." };
  if (left > Math.max(MOST_TYPED_PIECES, quantity)) return { problem: TOO_MANY_PIECES };
  return { quantity: left };
};

/** The values of an item whose stock people have set. For one of the feed it is a correction (behavior 9.22). */
export const stockValues = (
  item: InventoryItem,
  quantity: number,
  feedFigure: number | null,
): Pick<ItemValues, 'quantity' | 'correction'> => {
  const by = quantity - item.quantity;
  const from = item.correction?.from ?? feedFigure;
  const correction = from === null || by === 0 ? item.correction : { from, by: (item.correction?.by ?? 0) + by };
  return { quantity, correction };
};

/**
 * Plans to change the stock of an item by hand (behavior 9.22). For an item of the feed it is a correction. `feedFigure` is
 * how many pieces the feed has of it; null for other items.
 */
export const planStock = (
  item: InventoryItem,
  {
    quantity,
    isCounted,
    reason,
    note,
    feedFigure,
  }: { quantity: number; isCounted: boolean; reason: StockReason; note: string | null; feedFigure: number | null },
): Plan => {
  const row = changeItem(item, stockValues(item, quantity, feedFigure));
  const rows = row === null ? [] : [{ ...row, stock: isCounted ? ('counted' as const) : ('moved' as const) }];
  const said = note === null ? reason : `${reason}: ${note}`;
  return {
    rows,
    counts: countRows([item], rows),
    warnings: [],
    summary: `Stock of "${item.name}": ${item.quantity} → ${quantity} (${said})`,
  };
};
