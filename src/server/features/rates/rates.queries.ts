import { type DatedRates, NO_RATES, type RateSource, type Rates, usableRates } from '#domain/quotes.ts';
import { NO_GUARD, type RateGuard } from '#domain/rate-guard.ts';
import { findState, lockState, type StateKey, setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';

type RateSettings = Pick<Settings, 'RATE_URL'>;

/** Rates by hand count only if RATE_URL is not set. Both are kept, so that removing it returns to them. */
const KEYS = { manual: 'manual_rates', url: 'url_rates' } as const satisfies Record<RateSource, StateKey>;

export const rateSource = ({ RATE_URL }: RateSettings): RateSource => (RATE_URL === undefined ? 'manual' : 'url');

/** The key under which the rates in use are stored. */
export const ratesKey = (settings: RateSettings) => KEYS[rateSource(settings)];

/** Reads stored rates, as far as they can be used now. */
export const parseRates = (stored: string | null, { settings, now }: { settings: RateSettings; now: number }) =>
  usableRates(stored === null ? NO_RATES : (JSON.parse(stored) as DatedRates), { source: rateSource(settings), now });

/** The rates that can be used now (behavior 7.15). */
export const findRates = async (
  db: Db | Tx,
  { settings, now }: { settings: RateSettings; now: number },
): Promise<DatedRates> => parseRates(await findState(db, ratesKey(settings)), { settings, now });

/** Rates as they are stored, however old they are. */
export const findStoredRates = async (tx: Tx, source: RateSource): Promise<DatedRates> => {
  const stored = await findState(tx, KEYS[source]);
  return stored === null ? NO_RATES : (JSON.parse(stored) as DatedRates);
};

export const storeRates = (tx: Tx, source: RateSource, rates: DatedRates) =>
  setState(tx, KEYS[source], JSON.stringify(rates));

const parseGuard = (stored: string | null): StoredGuard => (stored ? (JSON.parse(stored) as StoredGuard) : NO_GUARD);

/** The guard, and the rates of the last entry of the evidence that was not made by a person. */
export interface StoredGuard extends RateGuard {
  recorded?: { inUse: Rates; waiting: Rates; at: number };
}

export const findRateGuard = async (db: Db): Promise<StoredGuard> => parseGuard(await findState(db, 'rate_guard'));

/** The guard, which no other transaction changes until this one ends. */
export const lockRateGuard = async (tx: Tx): Promise<StoredGuard> => parseGuard(await lockState(tx, 'rate_guard'));

export const storeRateGuard = (tx: Tx, guard: StoredGuard) => setState(tx, 'rate_guard', JSON.stringify(guard));
