/** What a receipt does with the stock of its lines. */
export type StockEffect = 'reserve' | 'keep' | 'take' | 'release';

interface ReceiptState {
  /** The states that can follow. */
  next: readonly ReceiptStatus[];
  /** What entering it means for the stock: reserve it, keep it reserved, take it off for good, or let it go. */
  stock: StockEffect;
}

export const RECEIPT_STATUSES = ['awaiting_payment', 'paid', 'shipped', 'completed', 'cancelled', 'expired'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** The life of a receipt (decisions §6): the server refuses by this table, the panel draws its buttons from it. */
const STATES: Readonly<Record<ReceiptStatus, ReceiptState>> = {
  awaiting_payment: { next: ['paid', 'cancelled', 'expired'], stock: 'reserve' },
  paid: { next: ['shipped', 'cancelled'], stock: 'keep' },
  shipped: { next: ['completed'], stock: 'take' },
  completed: { next: [], stock: 'keep' },
  cancelled: { next: [], stock: 'release' },
  expired: { next: [], stock: 'release' },
};

/** The states a receipt can go to, by whoever's hand. */
export const nextStates = (from: ReceiptStatus): readonly ReceiptStatus[] => STATES[from].next;

/** Whether a receipt can go from one state to the other; staying is no step. */
export const canMove = (from: ReceiptStatus, to: ReceiptStatus): boolean => nextStates(from).includes(to);

/** The steps to offer an admin: expiring is the clock's, not a person's. */
export const manualSteps = (from: ReceiptStatus): readonly ReceiptStatus[] =>
  nextStates(from).filter((status) => status !== 'expired');

/** What entering a state does to the stock of the receipt's lines. */
export const stockEffect = (entered: ReceiptStatus): StockEffect => STATES[entered].stock;
