/** The effect of a receipt on the stock of its lines. `return` puts back what `take` deducted, and reserves it. */
export type StockEffect = 'reserve' | 'keep' | 'take' | 'release' | 'return';

/**
 * The effect of a receipt on its member's points. `reverse` takes back what `earn` gave, and `spend` takes again what
 * `return` gave back: the points that paid for it.
 */
export type PointsEffect = 'earn' | 'keep' | 'reverse' | 'return' | 'spend';

interface ReceiptState {
  /** The states that can follow. */
  next: readonly ReceiptStatus[];
  /** The effect of entering the state: reserve the stock, keep it as it is, deduct it for good, or release it. */
  stock: Exclude<StockEffect, 'return'>;
  /** The effect of entering the state: earn points, or return those that paid for it. */
  points: 'earn' | 'keep' | 'return';
}

export const RECEIPT_STATUSES = ['awaiting_payment', 'paid', 'shipped', 'completed', 'cancelled', 'expired'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** The states in which pieces are sold: they have been or will be handed out. */
export const SOLD_STATUSES = ['paid', 'shipped', 'completed'] as const satisfies readonly ReceiptStatus[];

/** Returns whether a receipt counts as a sale (behavior 10.17). */
export const isSold = (status: ReceiptStatus): boolean => (SOLD_STATUSES as readonly ReceiptStatus[]).includes(status);

/** Returns whether a receipt has ended without being shipped. It has no steps then. */
export const hasEnded = ({ status }: { status: ReceiptStatus }): boolean =>
  status === 'cancelled' || status === 'expired';

/** The states in which pieces are reserved. */
export const RESERVING_STATUSES = ['awaiting_payment', 'paid'] as const satisfies readonly ReceiptStatus[];

/** Returns whether the pieces of a receipt are reserved. */
export const holdsStock = (status: ReceiptStatus): boolean =>
  (RESERVING_STATUSES as readonly ReceiptStatus[]).includes(status);

/** The states of a receipt that will earn points once it is completed (behavior 8.2). */
export const EARNING_LATER = ['awaiting_payment', 'paid', 'shipped'] as const satisfies readonly ReceiptStatus[];

/**
 * The kinds of entries in a receipt's history: a step, an undone step, the member's word that it is paid, facts about
 * payment and parcel, the seller's private note, or changed lines.
 */
export const RECEIPT_EVENT_KINDS = ['step', 'undo', 'payment_sent', 'facts', 'panel_note', 'lines'] as const;
export type ReceiptEventKind = (typeof RECEIPT_EVENT_KINDS)[number];

/** The states of a receipt (behavior 7.1, 7.2). The server refuses any other step, and the panel offers these as buttons. */
const STATES: Readonly<Record<ReceiptStatus, ReceiptState>> = {
  awaiting_payment: { next: ['paid', 'cancelled', 'expired'], stock: 'reserve', points: 'keep' },
  paid: { next: ['shipped', 'cancelled'], stock: 'keep', points: 'keep' },
  shipped: { next: ['completed'], stock: 'take', points: 'keep' },
  completed: { next: [], stock: 'keep', points: 'earn' },
  cancelled: { next: [], stock: 'release', points: 'return' },
  expired: { next: [], stock: 'release', points: 'return' },
};

/** Returns the states that can follow a state. */
export const nextStates = (from: ReceiptStatus): readonly ReceiptStatus[] => STATES[from].next;

/** Returns whether a receipt can go from one state to another. Staying in a state is not a step. */
export const canMove = (from: ReceiptStatus, to: ReceiptStatus): boolean => nextStates(from).includes(to);

/** Returns the states that an admin can choose. Only the shop lets a receipt expire. */
export const manualSteps = (from: ReceiptStatus): readonly ReceiptStatus[] =>
  nextStates(from).filter((status) => status !== 'expired');

/** Returns the effect of entering a state on the stock of the receipt's lines (behavior 7.2). */
export const stockEffect = (entered: ReceiptStatus): StockEffect => STATES[entered].stock;

/** Returns the effect of entering a state on the member's points (behavior 8.2, 8.6). */
export const pointsEffect = (entered: ReceiptStatus): PointsEffect => STATES[entered].points;

const statesBefore = (status: ReceiptStatus): readonly ReceiptStatus[] =>
  RECEIPT_STATUSES.filter((before) => canMove(before, status));

/**
 * Returns the state that a receipt goes back to if its last step is undone (behavior 7.7), or null if there is none.
 * `history` has the state after each entry of the receipt's history, oldest first. It decides for a cancelled receipt, which
 * may have been paid or not.
 */
export const stateBefore = (status: ReceiptStatus, history: readonly ReceiptStatus[]): ReceiptStatus | null => {
  const possible = statesBefore(status);
  if (possible.length === 1) return possible[0]!;
  return history.findLast((before) => possible.includes(before)) ?? null;
};

const STOCK_BACK: Readonly<Record<StockEffect, StockEffect>> = {
  reserve: 'release',
  release: 'reserve',
  take: 'return',
  return: 'take',
  keep: 'keep',
};

/** Returns the effect on the stock if the step into a state is undone. */
export const undoneStockEffect = (left: ReceiptStatus): StockEffect => STOCK_BACK[stockEffect(left)];

const POINTS_BACK = { earn: 'reverse', return: 'spend', keep: 'keep' } as const satisfies Record<string, PointsEffect>;

/** Returns the effect on the points if the step into a state is undone. */
export const undonePointsEffect = (left: ReceiptStatus): PointsEffect => POINTS_BACK[STATES[left].points];

/** Returns whether the lines of a receipt can still be reduced (behavior 7.11): until it is shipped. */
export const canChangeLines = (status: ReceiptStatus): boolean => status === 'awaiting_payment' || status === 'paid';
