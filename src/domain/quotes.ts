import { type Decimal, divideHalfUp, readDecimal } from './decimal.ts';
import { isToCome } from './stored-times.ts';

/** The coins that a quote can be in, and that the shop can have a wallet for. */
export const COINS = ['BTC', 'LTC'] as const;
export type Coin = (typeof COINS)[number];

export const COIN_NAMES: Readonly<Record<Coin, string>> = { BTC: 'Bitcoin', LTC: 'Litecoin' };

/** Dollars per coin, as text; null for none. */
export type Rates = Readonly<Record<Coin, string | null>>;

/** The source of the rates: an owner, or RATE_URL. */
export type RateSource = 'manual' | 'url';

/** The rates and when they were set. Epoch milliseconds; null if they never were. */
export interface DatedRates extends Rates {
  at: number | null;
  /** When the rate of a coin was read or accepted, if that is not `at`. */
  times?: Partial<Record<Coin, number>>;
}

export const NO_RATES: DatedRates = { BTC: null, LTC: null, at: null };

const MINUTE_MS = 60_000;
/** How long rates of RATE_URL are used. */
const URL_RATES_LAST_MS = 30 * MINUTE_MS;
/** From this age on, manual rates need attention. They are used nevertheless. */
export const MANUAL_RATES_OLD_MS = 24 * 60 * MINUTE_MS;

const RATE = /^\d{1,12}(\.\d{1,8})?$/;

/** Returns whether a text is a rate: dollars above 0, with up to 8 decimals (behavior 7.15). */
export const isRate = (text: string): boolean => RATE.test(text) && /[1-9]/.test(text);

/**
 * Returns the rates in a response of RATE_URL, each null if it is missing or no rate. Returns null for a response that
 * is not an object.
 */
export const readRates = (answer: unknown): Rates | null => {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const { BTC, LTC } = answer as Partial<Record<Coin, unknown>>;
  const read = (value: unknown) => (typeof value === 'string' && isRate(value) ? value : null);
  return { BTC: read(BTC), LTC: read(LTC) };
};

/** Returns the rates as far as they can be used: those of RATE_URL for 30 minutes, manual ones at any age. */
export const usableRates = (rates: DatedRates, { source, now }: { source: RateSource; now: number }): DatedRates => {
  const { at, times } = rates;
  const usable = (coin: Coin): string | null => {
    const since = times?.[coin] ?? at;
    const isTooOld = source === 'url' && since !== null && (now - since > URL_RATES_LAST_MS || isToCome(since, now));
    return isTooOld ? null : rates[coin];
  };
  return { BTC: usable('BTC'), LTC: usable('LTC'), at };
};

/** The price of a receipt in a coin, valid for a limited time (behavior 7.15). Times are epoch milliseconds. */
export interface Quote {
  coin: Coin;
  /** Coins, with 8 decimals. */
  amount: string;
  /** Dollars per coin. */
  rate: string;
  at: number;
  expiresAt: number;
}

const DECIMALS = 8;

/** A rate, digit by digit. Throws a RangeError if it is none. */
const readRate = (rate: string): Decimal => {
  const decimal = isRate(rate) ? readDecimal(rate) : null;
  if (decimal === null) throw new RangeError(`not a rate: ${rate}`);
  return decimal;
};

/** A cent in the smallest unit of a coin, times the units of its rate. */
const centOf = ({ scale }: Decimal): bigint => 10n ** BigInt(DECIMALS - 2 + scale);

/** How many of the smallest units an amount is, rounded up. */
const unitsFor = (cents: number, rate: Decimal): bigint =>
  (BigInt(cents) * centOf(rate) + rate.units - 1n) / rate.units;

/** Returns an amount in the smallest unit of a coin as a text with 8 decimals. */
export const unitsText = (units: bigint | number): string => {
  const digits = units.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

/** Returns what an amount is in a coin: a text with 8 decimals, rounded up. Throws a RangeError if it is no rate. */
export const coinAmount = (cents: number, rate: string): string => unitsText(unitsFor(cents, readRate(rate)));

/** Returns what an amount in the smallest unit of a coin is worth, in cents, with a half rounded up. */
export const coinCents = (units: bigint | number, rate: string): number => {
  const decimal = readRate(rate);
  return Number(divideHalfUp(BigInt(units) * decimal.units, centOf(decimal)));
};

/** The same of an amount in coins, as text; null if that is no amount. */
export const coinsCents = (coins: string, rate: string): number | null => {
  const amount = readDecimal(coins);
  if (amount === null) return null;
  const { units, scale } = readRate(rate);
  const cents = Number(divideHalfUp(amount.units * units * 100n, 10n ** BigInt(amount.scale + scale)));
  return Number.isSafeInteger(cents) ? cents : null;
};

/**
 * Returns whether an amount in the smallest unit of a coin pays a total at the rate of a quote. It does if the quote
 * asks for it, or if it is less than a cent away from the total.
 */
export const paysTotal = (units: bigint, rate: string, totalCents: number): boolean => {
  const decimal = readRate(rate);
  const cent = centOf(decimal);
  const off = units * decimal.units - BigInt(totalCents) * cent;
  return (off > -cent && off < cent) || units === unitsFor(totalCents, decimal);
};

/** Returns a quote for each coin with a rate and a wallet. An order that costs nothing has none. */
export const makeQuotes = (
  totalCents: number,
  { rates, wallets, now, validMs }: { rates: Rates; wallets: readonly Coin[]; now: number; validMs: number },
): Quote[] =>
  totalCents === 0
    ? []
    : wallets.flatMap((coin) => {
        const rate = rates[coin];
        return rate === null
          ? []
          : [{ coin, amount: coinAmount(totalCents, rate), rate, at: now, expiresAt: now + validMs }];
      });

/** Returns whether there are quotes and all are valid. */
export const areValid = (quotes: readonly Quote[], now: number): boolean =>
  quotes.length > 0 && quotes.every(({ expiresAt }) => now < expiresAt);

/** Returns the quotes for another amount, such as a rest, at their own rates and for their own time. */
export const requote = <Quoted extends Pick<Quote, 'amount' | 'rate'>>(
  quotes: readonly Quoted[],
  cents: number,
): Quoted[] => (cents === 0 ? [] : quotes.map((quote) => ({ ...quote, amount: coinAmount(cents, quote.rate) })));

/** So many unused addresses a wallet looks ahead, unless somebody raises it (behavior 7.27). */
export const USUAL_GAP_LIMIT = 20;

/** The gap limit that a wallet needs to see the addresses after a run of unused ones, and those of the next orders. */
export const neededGapLimit = (run: number): number => run + USUAL_GAP_LIMIT;
