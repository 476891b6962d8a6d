/*
 * The books of a receipt (behavior 7.26): entries that are only ever added. Everything that is said about its payment
 * follows from its total and these entries.
 */

export const PAYMENT_KINDS = ['received', 'refunded'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAID_AMOUNTS = ['none', 'part', 'enough', 'over'] as const;

/** An entry. An undo is an entry of the same kind that takes another one back, with the opposite amounts. */
export interface PaymentEntry {
  id: number;
  kind: PaymentKind;
  /** Null for coins without a rate. */
  cents: number | null;
  at: number;
  /** The entry that this one takes back. */
  reverses: number | null;
  /** What the chain says of it now: `confirmed` is enough confirmations. Null for an entry by hand. */
  chain: { confirmations: number; confirmed: boolean; counts: boolean } | null;
}

/** How far a receipt is paid. */
export interface PaymentState {
  amount: (typeof PAID_AMOUNTS)[number];
  /** What is confirmed is enough. An entry by hand is confirmed. */
  confirmed: boolean;
  /** The least of its entries; null if all are by hand. */
  confirmations: number | null;
  /** Money came after it was cancelled or had expired. */
  late: boolean;
}

/** Returns the entries without those that were undone, and without what undid them. */
export const withoutUndone = <Entry extends Pick<PaymentEntry, 'id' | 'reverses'>>(
  entries: readonly Entry[],
): Entry[] => {
  const undone = new Set(entries.map(({ reverses }) => reverses));
  return entries.filter(({ id, reverses }) => reverses === null && !undone.has(id));
};

const counting = (entries: readonly PaymentEntry[]): PaymentEntry[] =>
  withoutUndone(entries).filter(({ chain }) => chain === null || chain.counts);

const sum = (entries: readonly Pick<PaymentEntry, 'kind' | 'cents'>[]): number =>
  entries.reduce((cents, entry) => cents + (entry.kind === 'refunded' ? -1 : 1) * (entry.cents ?? 0), 0);

/** Returns what was received minus what was refunded, in cents. Null without an entry that is not undone. */
export const receivedCents = (entries: readonly PaymentEntry[]): number | null => {
  const counted = counting(entries);
  return counted.length === 0 ? null : sum(counted);
};

/** What is still to be paid, in cents. Not below 0. */
export const dueCents = (totalCents: number, received: number | null): number =>
  Math.max(0, totalCents - (received ?? 0));

/** Returns how an amount compares with the total, in cents. Nothing is never enough, also for a total of 0. */
export const paidAmount = (totalCents: number, received: number | null): PaymentState['amount'] => {
  if (received === null || received <= 0) return 'none';
  if (received > totalCents) return 'over';
  return received === totalCents ? 'enough' : 'part';
};

/** Returns whether an amount is enough for the total. */
export const isEnough = (totalCents: number, received: number | null): boolean =>
  ['enough', 'over'].includes(paidAmount(totalCents, received));

/** Returns whether an amount is at least a tenth of the total, which keeps the stock for a while. */
export const isTenth = (totalCents: number, received: number | null): boolean =>
  received !== null && received > 0 && received * 10 >= totalCents;

/** Returns how far a receipt is paid. `endedAt` is when it was cancelled or expired, null if it is neither. */
export const paymentState = (
  { totalCents, endedAt }: { totalCents: number; endedAt: number | null },
  entries: readonly PaymentEntry[],
): PaymentState => {
  const counted = counting(entries);
  const confirmed = counted.filter(({ chain }) => chain === null || chain.confirmed);
  const confirmations = counted.flatMap(({ chain }) => chain?.confirmations ?? []);
  return {
    amount: paidAmount(totalCents, sum(counted)),
    confirmed: isEnough(totalCents, sum(confirmed)),
    confirmations: confirmations.length === 0 ? null : Math.min(...confirmations),
    late: endedAt !== null && counted.some((entry) => isMoney(entry) && entry.at >= endedAt),
  };
};

const isMoney = ({ kind, cents }: Pick<PaymentEntry, 'kind' | 'cents'>): boolean =>
  kind === 'received' && (cents === null || cents > 0);

/**
 * Returns whether the shop has seen a payment of a receipt: entries that were not undone say that money came. Giving it
 * back does not change that, but a correction to nothing does.
 */
export const hasSeenPayment = (entries: readonly PaymentEntry[]): boolean => hasCome(counting(entries));

/** The same of entries that hold, such as those that members get. */
export const hasCome = (entries: readonly Pick<PaymentEntry, 'kind' | 'cents'>[]): boolean => {
  const came = entries.filter(({ kind }) => kind === 'received');
  return came.some(({ cents }) => cents === null) || sum(came) > 0;
};

/** Returns whether an act of a person may change what was received from one amount to another, in cents. */
export const mayBecome = (before: number | null, after: number | null): boolean =>
  (after ?? 0) >= 0 || (after ?? 0) >= (before ?? 0);
