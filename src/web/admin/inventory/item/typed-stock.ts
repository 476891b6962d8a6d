import { MOST_TYPED_PIECES, type StockReason, stockAfter, TOO_MANY_PIECES } from '#domain/inventory-plan-stock.ts';

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
  /** Null until somebody chooses one. */
  reason: StockReason | null;
  note: string;
}

const NO_STOCK = 'Enter a whole number, such as 24 or +10.';

/** The stock that a text means: "24", or the difference "+10" or "-3". Null if it is neither. */
export const readStock = ({ text, base }: Pick<TypedStock, 'text' | 'base'>): number | null => {
  const match = /^([-−+])?\s*(\d{1,12})$/.exec(text.trim());
  if (match === null) return null;
  const [, sign, digits] = match;
  const pieces = Number(digits);
  if (sign === undefined) return pieces;
  return sign === '+' ? base + pieces : base - pieces;
};

/** What is wrong with a text, whatever stock it starts from; null if it is a figure or a difference. */
export const stockTextProblem = (text: string): string | null => {
  const typed = readStock({ text, base: 0 });
  if (typed === null) return NO_STOCK;
  return Math.abs(typed) > MOST_TYPED_PIECES ? TOO_MANY_PIECES : null;
};

/** More pieces are mostly a delivery, and fewer a count. */
export const reasonOf = ({ reason, ...typed }: TypedStock): StockReason =>
  reason ?? ((readStock(typed) ?? typed.base) < typed.base ? 'count' : 'restock');

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
  if (reason === 'count') return { body: { quantity: wanted, reason, note } };
  return wanted === typed.base ? null : { body: { delta: wanted - typed.base, reason, note } };
};

/** The difference in words: "+10", "−3", or "no change". */
export const differenceText = (typed: TypedStock): string | null => {
  const wanted = readStock(typed);
  if (wanted === null || wanted === typed.base) return null;
  return wanted > typed.base ? `+${wanted - typed.base}` : `−${typed.base - wanted}`;
};
