import type { AttentionKind } from '#contract/attention.ts';

/** What needs attention in a few words (behavior 10.8). */
export const ATTENTION_LABELS: Readonly<Record<AttentionKind, (count: number) => string>> = {
  awaiting_payment: (count) => `${count} awaiting payment`,
  payment_sent: (count) => `${count} ${count === 1 ? 'says' : 'say'} paid`,
  to_ship: (count) => `${count} to ship`,
  short_of_stock: (count) => `${count} short of stock`,
  low_stock: (count) => `${count} low on stock`,
  wanted: (count) => `${count} wanted back`,
  labels: (count) => `${count} ${count === 1 ? 'label' : 'labels'} to check`,
  to_verify: (count) => `${count} to verify`,
  sync_failed: () => 'Sync failed',
  sync_waiting: () => 'Sync waiting for you',
  notices_stuck: (count) => `${count} ${count === 1 ? 'notice' : 'notices'} not delivered`,
  lab_expired: (count) => `${count} ${count === 1 ? 'lab result' : 'lab results'} expired`,
  rates_old: () => 'Rates are over a day old',
  wallet_changed: () => 'A wallet address changed',
};
