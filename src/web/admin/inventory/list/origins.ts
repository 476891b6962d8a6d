import type { ItemExplanation, Origin } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';

/** The numbers of an item that have an origin. */
export type ItemNumber = 'price' | 'markup' | 'quantity';

const format = (number: ItemNumber, value: number): string =>
  number === 'quantity' ? String(value) : formatPrice(value);

/** Names the cause: the shop by itself, or the user who started it. */
const byWhom = (origin: Origin, what: string): string =>
  origin.by === 'system' ? `by the automatic ${what}` : `by the ${what} of ${origin.by}`;

/** How a number got its value, and by whom. */
const howOf = (number: ItemNumber, origin: Origin): string => {
  const { kind, added, by } = origin;
  if (number === 'markup' && added && (kind === 'sync' || kind === 'upload')) {
    return `The default markup, set when the item was added ${byWhom(origin, kind)}`;
  }
  if (kind === 'sync') return `From the feed, ${byWhom(origin, 'sync')}`;
  if (number === 'markup' && kind === 'upload') return `The default markup, set ${byWhom(origin, 'upload')}`;
  if (kind === 'upload') return `From the file, ${byWhom(origin, 'upload')}`;
  if (kind === 'bulk') return `Set for several items together by ${by}`;
  if (kind === 'markup') return `Set by ${by} with a rule for many items`;
  if (kind === 'revert') return `Brought back by an undo of ${by}`;
  return `Set for this item by ${by}`;
};

/** "Set for this item by boss, Nov 20, 9:30 AM. Before: $15.00." */
export const originText = (number: ItemNumber, origin: Origin | null, formatTime: (time: string) => string): string => {
  if (!origin) return 'No change in the history.';
  const before = origin.before === null ? '' : ` Before: ${format(number, origin.before)}.`;
  return `${howOf(number, origin)}, ${formatTime(origin.at)}.${before}`;
};

/** Describes how orders changed the stock since it was set; null if they did not. */
export const sinceText = ({ quantity, quantityOrigin }: ItemExplanation): string | null => {
  const difference = quantityOrigin === null ? 0 : quantityOrigin.after - quantity;
  if (difference === 0) return null;
  const pieces = counted(Math.abs(difference), 'piece');
  return difference > 0 ? `${pieces} shipped since.` : `${pieces} came back since.`;
};
