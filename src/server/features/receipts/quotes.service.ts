import { ShopError } from '#contract/errors.ts';
import { areValid, type Coin, makeQuotes, type Quote, type Rates } from '#domain/quotes.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { findRates } from '../rates/rates.queries.ts';
import { type LockedReceipt, lockReceipt, setQuotes } from './receipts.queries.ts';

/** The coins that the shop has a wallet or an account key for. */
const walletsOf = ({ BTC_ADDRESS, LTC_ADDRESS, BTC_XPUB, LTC_XPUB }: Settings): Coin[] => [
  ...(BTC_ADDRESS || BTC_XPUB ? (['BTC'] as const) : []),
  ...(LTC_ADDRESS || LTC_XPUB ? (['LTC'] as const) : []),
];

/** The quotes of a receipt that is made now (behavior 7.15). */
export const quotesFor = (
  totalCents: number,
  { settings, rates, now }: { settings: Settings; rates: Rates; now: number },
): Quote[] =>
  makeQuotes(totalCents, { rates, wallets: walletsOf(settings), now, validMs: settings.QUOTE_MINUTES * 60_000 });

const quotesOf = (stored: string): Quote[] => JSON.parse(stored) as Quote[];

/** All quotes that a receipt has or had. */
export const allQuotes = ({ quotes, former_quotes }: Pick<LockedReceipt, 'quotes' | 'former_quotes'>): Quote[] => [
  ...quotesOf(former_quotes),
  ...quotesOf(quotes),
];

/**
 * Makes new quotes for a receipt of a member, unless those it has are still valid. The receipt is locked, so that of two
 * calls at once the second returns what the first made.
 * @throws ShopError not_found (404), step_not_allowed (409) if it does not await payment
 */
export const renewQuotes = (
  { database, settings, clock }: Shop,
  { id, userId }: { id: string; userId: string },
): Promise<void> =>
  database.write(async (tx, touch) => {
    const receipt = await lockReceipt(tx, { id, userId });
    if (!receipt) throw new ShopError('not_found');
    if (receipt.status !== 'awaiting_payment') throw new ShopError('step_not_allowed');
    const now = clock();
    if (areValid(quotesOf(receipt.quotes), now)) return;
    const rates = await findRates(tx, { settings, now });
    const quotes = JSON.stringify(quotesFor(receipt.total_cents, { settings, rates, now }));
    if (quotes === receipt.quotes) return;
    // A payment may come with a former quote (behavior 7.28).
    await setQuotes(tx, { id, quotes, former_quotes: JSON.stringify(allQuotes(receipt)) });
    touch('receipts', [id]);
  });
