import { ShopError } from '#contract/errors.ts';
import { getRates, type RatesInUse, setRates } from '#contract/rates.ts';
import { COINS, type DatedRates, type Rates } from '#domain/quotes.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf, recordAudit } from '../audit/audit.queries.ts';
import { findRates, rateSource, storeRates } from './rates.queries.ts';

/** Dollars per coin, from which quotes are made (behavior 7.15). */
export const registerRates: Feature = (serve, { database, settings, clock }) => {
  const source = rateSource(settings);
  const present = ({ at, BTC, LTC }: DatedRates): RatesInUse => ({
    BTC,
    LTC,
    at: at === null ? null : new Date(at).toISOString(),
    source,
  });

  serve(getRates, async () => present(await findRates(database.read, { settings, now: clock() })));

  serve(setRates, async ({ user, input: rates }) => {
    if (source === 'url') throw new ShopError('rates_from_url');
    const now = clock();
    await database.write(async (tx, touch) => {
      const before = await findRates(tx, { settings, now });
      await storeRates(tx, { source, rates, now });
      const [from, to] = [asText(before), asText(rates)];
      if (from !== to) {
        const change = { subject: 'rates', before: from, after: to };
        await recordAudit(tx, { actor: actorOf(user), kind: 'settings', ...change, now });
      }
      touch('receipts', []);
    });
    return present({ ...rates, at: now });
  });
};

/** The rates as the evidence shows them: "BTC $65000, LTC none". */
const asText = (rates: Rates): string =>
  COINS.map((coin) => `${coin} ${rates[coin] === null ? 'none' : `$${rates[coin]}`}`).join(', ');
