import type { AttentionItem } from '#contract/attention.ts';
import type { AttentionKind } from '#domain/attention.ts';
import { describeLeftOut } from '#domain/left-out-rows.ts';
import { counted, nounFor } from '#domain/text.ts';
import { hoursOf } from '#domain/unpaid-orders.ts';

/** The page where something is done: a single order opens, all that are to ship are selected, and what is low is counted. */
export const actPath = ({ kind, link, receipt }: AttentionItem): string => {
  // The advice is at the account keys, one below the other.
  if (kind === 'address_gap') return `${link}&at=BTC_XPUB`;
  if (kind === 'to_ship') return `${link}&select=all`;
  if (kind === 'low_stock' || kind === 'wanted') return `${link}&count=open`;
  return receipt === undefined ? link : `${link}&open=${receipt}`;
};

/** Each kind of attention in a few words (behavior 10.8). */
export const ATTENTION_LABELS: Readonly<Record<AttentionKind, (count: number) => string>> = {
  awaiting_payment: (count) => `${count} awaiting payment`,
  payment_sent: (count) => `${count} ${count === 1 ? 'says' : 'say'} paid`,
  payments_unseen: () => 'Payments cannot be seen',
  payment_lost: (count) => `${counted(count, 'payment')} disappeared`,
  payment_part: (count) => `${count} paid in part`,
  payment_over: (count) => `${count} paid too much`,
  payment_late: (count) => `${count} paid after ${count === 1 ? 'its' : 'their'} end`,
  to_ship: (count) => `${count} to ship`,
  short_of_stock: (count) => `${count} short of stock`,
  hoarding: (count) => `${count} ${count === 1 ? 'member holds' : 'members hold'} much of the stock`,
  low_stock: (count) => `${count} low on stock`,
  wanted: (count) => `${count} wanted back`,
  labels: (count) => `${count} ${nounFor(count, 'label')} to check`,
  to_verify: (count) => `${count} to verify`,
  sync_failed: () => 'Sync failed',
  sync_waiting: () => 'Sync waiting for you',
  sync_rows: describeLeftOut,
  limits_unknown: (count) => `${counted(count, 'category', 'categories')} without a limit kind`,
  address_gap: (count) => `${count} addresses in a row unused`,
  notices_stuck: (count) => `${count} ${nounFor(count, 'notice')} not delivered`,
  lab_expired: (count) => `${count} ${nounFor(count, 'lab result')} expired`,
  rates_old: () => 'Rates are over a day old',
  rates_waiting: () => 'New rates wait for you',
  wallet_changed: () => 'A wallet address changed',
  wallet_pending: () => 'A wallet change is waiting',
  wallet_unexplained: () => 'A wallet address is not explained',
};

/** The word on the button for each kind (behavior 10.8). */
export const ATTENTION_ACTIONS: Readonly<Record<AttentionKind, (count: number) => string>> = {
  awaiting_payment: (count) => `See ${nounFor(count, 'order')}`,
  payment_sent: (count) => `Check ${nounFor(count, 'payment')}`,
  payments_unseen: () => 'See why',
  payment_lost: (count) => `Check ${nounFor(count, 'order')}`,
  payment_part: (count) => `See ${nounFor(count, 'order')}`,
  payment_over: (count) => `Refund ${nounFor(count, 'payment')}`,
  payment_late: (count) => `Refund ${nounFor(count, 'payment')}`,
  to_ship: (count) => `Ship ${count}`,
  short_of_stock: (count) => `Fix ${nounFor(count, 'order')}`,
  hoarding: () => 'See orders',
  low_stock: () => 'Restock',
  wanted: () => 'Restock',
  labels: (count) => `Check ${nounFor(count, 'label')}`,
  to_verify: (count) => `Verify ${count}`,
  sync_failed: () => 'See why',
  sync_waiting: () => 'Review changes',
  sync_rows: (count) => `See ${nounFor(count, 'row')}`,
  limits_unknown: (count) => `Set ${nounFor(count, 'kind')}`,
  address_gap: () => 'See what to do',
  notices_stuck: () => 'See why',
  lab_expired: (count) => `Update ${nounFor(count, 'result')}`,
  rates_old: () => 'Update rates',
  rates_waiting: () => 'Review rates',
  wallet_changed: () => 'Review',
  wallet_pending: () => 'Review',
  wallet_unexplained: () => 'Review',
};

/** Returns true if the oldest of a kind is a day and no moment: the last day of a lab result. */
export const isDay = (kind: AttentionKind): boolean => kind === 'lab_expired';

/** A time in milliseconds as what is left of it: "23 h left", "45 min left". */
export const timeLeft = (left: number): string => `${hoursOf(left)} left`;
