import { readDecimal } from './decimal.ts';
import { type Coin, coinCents, paysTotal } from './quotes.ts';
import { plainTyped } from './typed-text.ts';

/*
 * The books of a receipt (behavior 7.26): entries that are only ever added. Everything that is said about its payment
 * follows from its total and these entries.
 */

export const PAYMENT_KINDS = ['received', 'refunded'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAID_AMOUNTS = ['none', 'part', 'enough', 'over'] as const;

/** The problems of a payment that a person has to look at (behavior 10.8). */
export const PAYMENT_PROBLEMS = ['lost', 'part', 'over', 'late'] as const;
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

/** The payments that a list can be filtered for: the problems, and sales that are not in the books (behavior 7.26). */
export const PAYMENT_FILTERS = [...PAYMENT_PROBLEMS, 'unrecorded'] as const;
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number];

/** An entry. An undo is an entry of the same kind that takes another one back, with the opposite amounts. */
export interface PaymentEntry {
  id: number;
  kind: PaymentKind;
  /** Null for coins without a rate. */
  cents: number | null;
  at: number;
  /** The entry that this one takes back. */
  reverses: number | null;
  /** The transaction that it names. */
  txid: string | null;
  /** Null for an entry by hand. */
  chain: ChainState | null;
}

/** The current state of an entry on the chain. */
export interface ChainState {
  confirmations: number;
  /** It has as many confirmations as the shop asks for. */
  confirmed: boolean;
  counts: boolean;
  coin: Coin;
  /** The amount in the smallest unit of the coin. */
  units: number;
  /** The quote that it counts with: its rate, and when it was made. */
  quote: { rate: string; at: number } | null;
}

/** How far a receipt is paid. */
export interface PaymentState {
  amount: (typeof PAID_AMOUNTS)[number];
  /** True if the confirmed entries alone are enough. An entry by hand is confirmed. */
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

/** Transactions are typed in either case. */
const sameTxid = (txid: string): string => plainTyped(txid).toLowerCase();

/**
 * Returns the entries that count: they were not undone, and the chain still has them. An entry by hand that names the
 * transaction of a seen one is the same payment, so only the seen one counts. Its earlier corrections go with it.
 */
export const counting = <Entry extends PaymentEntry>(entries: readonly Entry[]): Entry[] => {
  const open = withoutUndone(entries);
  const seen = new Map<string, number>();
  for (const { id, txid, chain } of open) {
    if (chain && txid !== null && !seen.has(sameTxid(txid))) seen.set(sameTxid(txid), id);
  }
  return open.filter(({ id, kind, cents, txid, chain }) => {
    if (chain) return chain.counts;
    const seenAs = kind === 'received' && txid !== null ? seen.get(sameTxid(txid)) : undefined;
    return seenAs === undefined || (id > seenAs && cents !== null && cents < 0);
  });
};

const sum = (entries: readonly Pick<PaymentEntry, 'kind' | 'cents'>[]): number =>
  entries.reduce((cents, entry) => cents + (entry.kind === 'refunded' ? -1 : 1) * (entry.cents ?? 0), 0);

/**
 * The sum of entries that count. Transactions under one quote are added in the coin, and pay the total if they are what the
 * quote asks for.
 */
const sumFor = (totalCents: number, entries: readonly PaymentEntry[]): number => {
  const underQuotes = new Map<string, { rate: string; units: bigint }>();
  for (const { chain } of entries) {
    if (!chain?.quote) continue;
    const { rate, at } = chain.quote;
    const key = `${chain.coin} ${at}`;
    underQuotes.set(key, { rate, units: (underQuotes.get(key)?.units ?? 0n) + BigInt(chain.units) });
  }
  const quoted = [...underQuotes.values()].map(({ rate, units }) =>
    paysTotal(units, rate, totalCents) ? totalCents : coinCents(units, rate),
  );
  return quoted.reduce((all, cents) => all + cents, sum(entries.filter(({ chain }) => !chain?.quote)));
};

/** Returns what was received minus what was refunded, in cents. Null without an entry that counts. */
export const receivedCents = (totalCents: number, entries: readonly PaymentEntry[]): number | null => {
  const counted = counting(entries);
  return counted.length === 0 ? null : sumFor(totalCents, counted);
};

/** The amount still to be paid, in cents. Not below 0. */
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
    amount: paidAmount(totalCents, sumFor(totalCents, counted)),
    confirmed: isEnough(totalCents, sumFor(totalCents, confirmed)),
    confirmations: confirmations.length === 0 ? null : Math.min(...confirmations),
    late: endedAt !== null && counted.some((entry) => isMoney(entry) && entry.at >= endedAt),
  };
};

/**
 * Returns whether something came of an order, but it is not both enough and confirmed: nobody marks it as paid without a
 * question. Of an order with nothing in its books nobody knows, so there is no question.
 */
export const isUncovered = ({ amount, confirmed }: Pick<PaymentState, 'amount' | 'confirmed'>): boolean =>
  amount !== 'none' && !confirmed;

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

/** The coins of an entry. The amount is null if nobody said it. */
interface CoinEntry extends PaymentEntry {
  coin: string | null;
  coinAmount: string | null;
}

const unitsOf = (coinAmount: string): bigint => {
  const { units, scale } = readDecimal(coinAmount)!;
  return units * 10n ** BigInt(8 - scale);
};

/**
 * Returns whether more of a coin was refunded than came in it, if any ever came. Nobody knows as long as an entry of a
 * payment in it has no amount.
 */
export const refundsMoreCoins = (entries: readonly CoinEntry[], coin: string): boolean => {
  const ofCoin = entries.filter((entry) => entry.coin === coin);
  const ever = ofCoin.some(({ kind }) => kind === 'received');
  const counted = counting(ofCoin);
  if (!ever || counted.some(({ kind, coinAmount }) => kind === 'received' && coinAmount === null)) return false;
  const left = counted.reduce((units, { kind, coinAmount }) => {
    const amount = unitsOf(coinAmount ?? '0');
    return kind === 'refunded' ? units - amount : units + amount;
  }, 0n);
  return left < 0n;
};
