/** The effect of a receipt on the stock of its lines. */
export type StockEffect = 'reserve' | 'keep' | 'take' | 'release';

interface ReceiptState {
  /** The states that can follow. */
  next: readonly ReceiptStatus[];
  /** The effect of entering the state: reserve the stock, keep it as it is, deduct it for good, or release it. */
  stock: StockEffect;
}

export const RECEIPT_STATUSES = ['awaiting_payment', 'paid', 'shipped', 'completed', 'cancelled', 'expired'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** The states of a receipt (behavior 7.1, 7.2). The server refuses any other step, and the panel offers these as buttons. */
const STATES: Readonly<Record<ReceiptStatus, ReceiptState>> = {
  awaiting_payment: { next: ['paid', 'cancelled', 'expired'], stock: 'reserve' },
  paid: { next: ['shipped', 'cancelled'], stock: 'keep' },
  shipped: { next: ['completed'], stock: 'take' },
  completed: { next: [], stock: 'keep' },
  cancelled: { next: [], stock: 'release' },
  expired: { next: [], stock: 'release' },
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
