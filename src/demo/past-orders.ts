import type { ShippingOption } from '#domain/constants.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { createRandom, type Random } from './random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How many days the demo has been open for when it starts. */
export const DEMO_DAYS = 90;
/** The last past order was placed so long before the start, so that all of them were paid or cancelled in time. */
const LATEST_MS = 7 * HOUR_MS;

/** An order of the days before the demo's first start. Times are milliseconds before it. */
export interface PastOrder {
  readonly username: string;
  readonly ago: number;
  readonly shipping: ShippingOption;
  /** The ordered items: a place in the list of plentiful products, and pieces. */
  readonly lines: readonly { readonly place: number; readonly pieces: number }[];
  readonly steps: readonly { readonly to: ReceiptStatus; readonly ago: number }[];
}

const MEMBERS = [
  'alder', 'birch', 'clover', 'dove', 'elm', 'fennel', 'gale', 'hazel',
  'iris', 'jay', 'kestrel', 'linden', 'moss', 'nettle', 'olive', 'poppy',
] as const; // biome-ignore format: one name a line says no more

/** The products of which something was ordered. Those at the front sell best. */
const SOLD_PRODUCTS = 48;

/** The orders of the last 90 days, oldest first: slowly more, of which some were cancelled (behavior 1.8). */
export const pastOrders = (): PastOrder[] => {
  const random = createRandom('past orders');
  const orders: PastOrder[] = [];
  for (let day = DEMO_DAYS; day >= 1; day--) {
    const expected = 0.4 + 0.8 * (1 - day / DEMO_DAYS);
    for (let order = 0; order < Math.floor(expected + random.between(0, 1)); order++) {
      const ago = Math.round((day - random.between(0, 1)) * DAY_MS);
      orders.push(pastOrder(random, Math.max(ago, LATEST_MS)));
    }
  }
  return orders.sort((a, b) => b.ago - a.ago);
};

const pastOrder = (random: Random, ago: number): PastOrder => {
  const places = new Set(
    Array.from({ length: random.whole(1, 3) }, () => Math.floor(SOLD_PRODUCTS * random.between(0, 1) ** 2)),
  );
  return {
    username: MEMBERS[Math.floor(MEMBERS.length * random.between(0, 1) ** 1.5)]!,
    ago,
    shipping: random.between(0, 1) < 0.25 ? 'express' : 'standard',
    lines: [...places].map((place) => ({ place, pieces: random.between(0, 1) < 0.8 ? 1 : 2 })),
    steps: stepsAfter(random, ago).filter((step) => step.ago > 0),
  };
};

const stepsAfter = (random: Random, ordered: number): PastOrder['steps'] => {
  const decided = Math.round(ordered - random.between(0.2, 6) * HOUR_MS);
  if (random.between(0, 1) < 0.06) return [{ to: 'cancelled', ago: decided }];
  const shipped = Math.round(decided - random.between(4, 20) * HOUR_MS);
  const completed = Math.round(shipped - random.between(24, 72) * HOUR_MS);
  return [
    { to: 'paid', ago: decided },
    { to: 'shipped', ago: shipped },
    { to: 'completed', ago: completed },
  ];
};
