import { isJump, jumpsFrom, referencesOf, remember, type SinceThen } from './jump-guard.ts';
import { COINS, type Coin, type DatedRates, type Rates } from './quotes.ts';

/** A rate that waits for a person. */
export interface WaitingRate {
  rate: string;
  /** Since when a rate of this coin waits. Epoch milliseconds. */
  since: number;
}

/** The guard's memory of the rates of RATE_URL, for each coin by itself (behavior 7.15). */
export interface RateGuard {
  coins: Partial<Record<Coin, { history: SinceThen<string>[]; waiting: WaitingRate | null }>>;
}

export const NO_GUARD: RateGuard = { coins: {} };

/** Accepted rates, or rates by hand: whatever comes next is compared with them alone. */
export const startAnew = ({ coins }: RateGuard, rates: Rates, now: number): RateGuard => ({
  coins: {
    ...coins,
    ...Object.fromEntries(
      COINS.flatMap((coin) => {
        const rate = rates[coin];
        return rate === null ? [] : [[coin, { history: [{ value: rate, at: now }], waiting: null }]];
      }),
    ),
  },
});

/** The rates that wait; null if none does. */
export const waitingRates = ({ coins }: RateGuard): Rates | null => {
  const [BTC, LTC] = COINS.map((coin) => coins[coin]?.waiting?.rate ?? null);
  return BTC == null && LTC == null ? null : { BTC: BTC ?? null, LTC: LTC ?? null };
};

/** Since when rates wait; null if none does. */
export const waitingSince = ({ coins }: RateGuard): number | null => {
  const times = COINS.flatMap((coin) => coins[coin]?.waiting?.since ?? []);
  return times.length === 0 ? null : Math.min(...times);
};

/**
 * Takes in rates that were just read. One that differs by more than `limitPercent` from the last one, or from the one in
 * use a day ago, waits for a person, and the one before stays with its time. A first rate never waits. A missing rate is
 * none, and what waits goes on waiting.
 */
export const takeRates = (
  { stored, guard }: { stored: DatedRates; guard: RateGuard },
  { rates, now, limitPercent }: { rates: Rates; now: number; limitPercent: number },
): { stored: DatedRates; guard: RateGuard } => {
  const kept: Partial<Record<Coin, string | null>> = {};
  const times: Partial<Record<Coin, number>> = {};
  const coins = { ...guard.coins };
  for (const coin of COINS) {
    const rate = rates[coin];
    if (rate === null) continue;
    const { history, waiting } = coins[coin] ?? { history: [], waiting: null };
    if (jumpsFrom(rate, referencesOf(history, now), limitPercent) === null) {
      coins[coin] = { history: remember(history, { value: rate, at: now }), waiting: null };
    } else {
      coins[coin] = { history, waiting: { rate, since: waiting?.since ?? now } };
      kept[coin] = stored[coin];
      times[coin] = stored.times?.[coin] ?? stored.at ?? now;
    }
  }
  return { stored: { ...rates, ...kept, at: now, times }, guard: { coins } };
};

/** Returns whether any coin jumps from one pair of rates to the other. Rates that come or go do not. */
export const ratesJump = (before: Rates, after: Rates, limitPercent: number): boolean =>
  COINS.some((coin) => {
    const [from, to] = [before[coin], after[coin]];
    return from !== null && to !== null && isJump(from, to, limitPercent);
  });
