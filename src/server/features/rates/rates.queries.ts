import { type DatedRates, NO_RATES, type RateSource, type Rates, usableRates } from '#domain/quotes.ts';
import { findState, type StateKey, setState } from '../../db/shop-state.ts';
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

export const storeRates = (tx: Tx, { source, rates, now }: { source: RateSource; rates: Rates; now: number }) =>
  setState(tx, KEYS[source], JSON.stringify({ ...rates, at: now } satisfies DatedRates));
