import { type CategoryMap, kindOfCategory } from './category-map.ts';

/*
 * The tasks that can need a user of the panel, and their order (behavior 10.8). Nothing else defines it: the server
 * sorts by it, and the screens highlight what it calls loud.
 */

const HOUR_MS = 3_600_000;

/**
 * How long a kind can wait. now: it is about money, or about an order that somebody waits for. soon: sales stop or go
 * wrong if nobody acts. later: it costs nothing today. Within each, what costs more or ends sooner comes first.
 */
const KINDS = {
  now: [
    'payment_sent',
    'wallet_changed',
    'wallet_unexplained',
    'wallet_pending',
    'payments_unseen',
    'payment_lost',
    'payment_part',
    'payment_over',
    'payment_late',
    'short_of_stock',
    'to_ship',
    'awaiting_payment',
  ],
  soon: [
    'hoarding',
    'to_verify',
    'rates_waiting',
    'rates_old',
    'address_gap',
    'notices_stuck',
    'sync_failed',
    'sync_waiting',
    'limits_unknown',
    'wanted',
  ],
  later: ['low_stock', 'sync_rows', 'lab_expired', 'labels'],
} as const;

export type Urgency = keyof typeof KINDS;
export type AttentionKind = (typeof KINDS)[Urgency][number];

/** All kinds, the most urgent first. */
export const ATTENTION_KINDS = [...KINDS.now, ...KINDS.soon, ...KINDS.later] as const;

export const urgencyOf = (kind: AttentionKind): Urgency => {
  const isOneOf = (kinds: readonly AttentionKind[]) => kinds.includes(kind);
  if (isOneOf(KINDS.now)) return 'now';
  return isOneOf(KINDS.soon) ? 'soon' : 'later';
};

/**
 * How many categories of these items no limit by weight or dose counts, because nobody knows their kind (behavior 9.25). Such
 * a limit is silently off for their products.
 */
export const withoutKind = (map: CategoryMap, ofItems: Iterable<string | null>): number => {
  const unknown = new Set<string>();
  for (const text of ofItems) {
    const category = map.of(text);
    if (kindOfCategory(category) === null) unknown.add(category.key);
  }
  return unknown.size;
};

/** An unpaid order that ends within this time comes before the other orders, because its sale is lost next. */
export const ENDS_SOON_MS = 6 * HOUR_MS;

/** The place of what ends soon: before the first kind that is about an order without an end. */
const BEFORE_OTHER_ORDERS = ATTENTION_KINDS.indexOf('short_of_stock') - 0.5;

interface Needing {
  kind: AttentionKind;
  /** When the first of them ends by itself, in epoch milliseconds; null or absent if none does. */
  ends?: number | null;
}

/** Sorts what needs somebody: by how long the kinds can wait, and what ends soon before the other orders. */
export const byUrgency = <Item extends Needing>(items: readonly Item[], now: number): Item[] => {
  const placeOf = ({ kind, ends }: Item): number => {
    const place = ATTENTION_KINDS.indexOf(kind);
    const endsSoon = ends !== undefined && ends !== null && ends - now <= ENDS_SOON_MS;
    return endsSoon ? Math.min(place, BEFORE_OTHER_ORDERS) : place;
  };
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
};
