import { randomUUID } from 'node:crypto';
import { COINS, type Rates, readRates } from '#domain/quotes.ts';
import { takeLease } from '../../db/leases.ts';
import { ElsewhereError, readElsewhere } from '../../lib/read-elsewhere.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { storeReadRates } from './rates.service.ts';

const INTERVAL_MS = 5 * 60_000;
/** One interval is a lease: the process that takes it fetches. */
const LEASE = 'rates';
const CALLED = { name: 'The rates', plural: true } as const;
const LIMITS = { milliseconds: 10_000, bytes: 64 * 1024 };

/** Reads the rates from RATE_URL at the start and every 5 minutes (behavior 7.15). Without it there is nothing to do. */
export const startFetchingRates = (shop: Shop): BackgroundJob => {
  const { settings, currentSettings, log } = shop;
  const stopping = new AbortController();
  let last: string | undefined;
  const job = repeat({ name: 'rates', every: INTERVAL_MS, log }, async () => {
    const { RATE_URL: address } = settings;
    // The interval may belong to a process that ended, so each start, and another address, fetches whatever others do.
    const isNew = address !== last;
    last = address;
    if (address !== undefined && ((await takeInterval(shop)) || isNew))
      await updateRates(shop, address, {
        publicOnly: currentSettings.mustBePublic('RATE_URL'),
        stopped: stopping.signal,
      });
  });
  const stopListening = currentSettings.onChange(() => settings.RATE_URL !== last && job.wake());
  return {
    stop: () => {
      stopListening();
      stopping.abort();
      return job.stop();
    },
  };
};

const takeInterval = ({ database, clock }: Shop): Promise<boolean> => {
  const now = clock();
  // A little less than the interval, so that the next run of this process takes it again.
  const milliseconds = INTERVAL_MS - 5000;
  return database.write((tx) => takeLease(tx, { name: LEASE, holder: randomUUID(), now, milliseconds }));
};

interface ReadOptions {
  /** The address was set in the panel, so that it must be public (behavior 1.24). */
  publicOnly?: boolean;
  stopped?: AbortSignal;
}

/** Stores the rates of an address. A failure is a warning, and the stored ones are used until they are too old. */
export const updateRates = async (
  { database, settings, clock, log }: Pick<Shop, 'database' | 'settings' | 'clock' | 'log'>,
  address: string,
  options: ReadOptions = {},
): Promise<void> => {
  const rates = await fetchRates(address, options);
  if (typeof rates === 'string') {
    if (!options.stopped?.aborted) log.warn(`rates: ${rates}. RATE_URL changed nothing.`);
    return;
  }
  const unusable = Object.entries(rates).flatMap(([coin, rate]) => (rate === null ? [coin] : []));
  if (unusable.length > 0) log.warn(`rates: RATE_URL has no usable rate for ${unusable.join(', ')}`);
  const read = { rates, now: clock(), limitPercent: settings.RATE_JUMP };
  const waiting = await database.write((tx, touch) => storeReadRates(tx, touch, read));
  const coins = COINS.filter((coin) => waiting?.[coin]);
  if (coins.length > 0) log.warn(`rates: the rate of ${coins.join(' and ')} moved too far and waits for a person`);
};

/** The rates of an address, or what is wrong with it. */
const fetchRates = async (address: string, options: ReadOptions): Promise<Rates | string> => {
  try {
    const headers = { accept: 'application/json' };
    const { status, bytes } = await readElsewhere(new URL(address), {
      called: CALLED,
      headers,
      limits: LIMITS,
      ...options,
    });
    if (status < 200 || status > 299) return `RATE_URL answered with status ${status}`;
    return readRates(JSON.parse(bytes.toString('utf8'))) ?? 'RATE_URL sent no object with BTC and LTC';
  } catch (error) {
    if (error instanceof SyntaxError) return 'RATE_URL sent no JSON';
    if (error instanceof ElsewhereError) return error.message;
    throw error;
  }
};
