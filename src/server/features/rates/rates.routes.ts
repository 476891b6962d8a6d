import { ShopError } from '#contract/errors.ts';
import { acceptRates, getRates, type RatesInUse, setRates } from '#contract/rates.ts';
import { waitingRates } from '#domain/rate-guard.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { findRateGuard, findRates, rateSource } from './rates.queries.ts';
import { acceptWaitingRates, setRatesByHand } from './rates.service.ts';

/** Dollars per coin, from which quotes are made (behavior 7.15). */
export const registerRates: Feature = (serve, { database, settings, clock }) => {
  const source = rateSource(settings);
  const isFromUrl = source === 'url';

  const present = async (): Promise<RatesInUse> => {
    const [{ at, BTC, LTC }, guard] = await Promise.all([
      findRates(database.read, { settings, now: clock() }),
      isFromUrl ? findRateGuard(database.read) : null,
    ]);
    const waiting = guard === null ? null : waitingRates(guard);
    return { BTC, LTC, at: at === null ? null : new Date(at).toISOString(), source, waiting };
  };

  serve(getRates, present);

  serve(setRates, async ({ user, input: rates }) => {
    if (isFromUrl) throw new ShopError('rates_from_url');
    const now = clock();
    await database.write((tx, touch) => setRatesByHand(tx, touch, { actor: actorOf(user), rates, now }));
    return { ...rates, at: new Date(now).toISOString(), source, waiting: null };
  });

  serve(acceptRates, async ({ user, input: rates }) => {
    await database.write((tx, touch) => acceptWaitingRates(tx, touch, { actor: actorOf(user), rates, now: clock() }));
    return present();
  });
};
