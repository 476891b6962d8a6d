import { MOST_TYPED_PIECES, type StockReason, stockAfter, TOO_MANY_PIECES } from '#domain/inventory-plan-stock.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { formatCount } from '#domain/text.ts';

/** The reasons in words. The first three are the usual ones. */
export const REASON_LABELS: Readonly<Record<StockReason, string>> = {
  restock: 'Restock',
  count: 'Count',
  damaged: 'Damaged',
  lost: 'Lost',
  returned: 'Returned',
  sample: 'Sample',
  other: 'Other',
};

/** A change of the stock that is typed and not sent yet. */
export interface TypedStock {
  /** A figure, or a difference such as "+10". */
  text: string;
  /** The stock when the typing began. */
  base: number;
  /** Null until somebody chooses one for this change. */
  reason: StockReason | null;
  /** The one that was chosen last for another change. */
  kept: StockReason | null;
  /** The item is low on stock, so that most likely more of it has come. */
  isLow: boolean;
  note: string;
}

const NO_STOCK = 'Enter a whole number, such as 24 or +10.';

/** The stock that a text means: "24", or the difference "+10" or "-3". Null if it is neither. */
export const readStock = ({ text, base }: Pick<TypedStock, 'text' | 'base'>): number | null => {
  const match = /^([-+])?\s*(\d{1,12})$/.exec(plainNumber(text));
  if (match === null) return null;
  const [, sign, digits] = match;
  const pieces = Number(digits);
  if (sign === undefined) return pieces;
  return sign === '+' ? base + pieces : base - pieces;
};

/** Returns the problem of a text for many items; null if one of them can have that stock. */
export const stockProblem = (text: string, stocks: readonly number[]): string | null => {
  const typed = readStock({ text, base: 0 });
  if (typed === null) return NO_STOCK;
  if (Math.abs(typed) > MOST_TYPED_PIECES) return TOO_MANY_PIECES;
  const largest = Math.max(0, ...stocks);
  const after = stockAfter(largest, { quantity: readStock({ text, base: largest })! });
  return 'problem' in after ? `${after.problem} The most that one of them has is ${formatCount(largest)}.` : null;
};

/** Reasons for more pieces, and for fewer. The others fit both. */
const FOR_MORE: readonly StockReason[] = ['restock', 'returned'];
const FOR_FEWER: readonly StockReason[] = ['damaged', 'lost', 'sample'];

const isDifference = (text: string): boolean => /^\s*[-−+]/.test(text);

/**
 * A figure is what somebody counted, and "+10" is a delivery. What is low on stock begins as a delivery too. The reason that is
 * shown stays, as long as it fits: nobody loses ten more pieces.
 */
export const reasonOf = ({ reason, kept, isLow, ...typed }: TypedStock): StockReason => {
  if (reason !== null) return reason;
  const isAdded = typed.text.trim().startsWith('+');
  const by = (readStock(typed) ?? typed.base) - typed.base;
  const unfit = by > 0 || isAdded ? FOR_FEWER : by < 0 ? FOR_MORE : [];
  const usual = isAdded ? 'restock' : 'count';
  const shown = kept ?? (isLow ? 'restock' : 'count');
  return unfit.includes(shown) || (isAdded && shown === 'count') ? usual : shown;
};

export interface StockBody {
  delta?: number;
  quantity?: number;
  reason: StockReason;
  note: string | null;
}

/**
 * The call for a typed change, or what is wrong with it; null if nothing would change. A count says how many pieces there are.
 * Any other reason moves some pieces, whatever was shipped since the typing began.
 */
export const stockCall = (typed: TypedStock): { body: StockBody } | { problem: string } | null => {
  const wanted = readStock(typed);
  if (wanted === null) return { problem: NO_STOCK };
  const after = stockAfter(typed.base, { quantity: wanted });
  if ('problem' in after) return after;
  const reason = reasonOf(typed);
  const note = typed.note.trim() || null;
  const isCounted = (typed.reason ?? typed.kept) === 'count' && !isDifference(typed.text);
  if (wanted === typed.base && !isCounted) return null;
  // A difference stays one, whatever was shipped since.
  if (reason === 'count' && !isDifference(typed.text)) return { body: { quantity: wanted, reason, note } };
  return { body: { delta: wanted - typed.base, reason, note } };
};

/** The effect of a change, such as "24 + 10 = 34"; null while it has none or cannot be made. */
export const differenceText = (typed: TypedStock): string | null => {
  const wanted = readStock(typed);
  if (wanted === null || wanted === typed.base || wanted < 0) return null;
  return `${typed.base} ${wanted > typed.base ? '+' : '−'} ${Math.abs(wanted - typed.base)} = ${wanted}`;
};
