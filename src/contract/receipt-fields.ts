import * as z from 'zod/mini';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { plain, trimmedText } from './values.ts';

/* Fields of receipts that forms of the panel check too. */

export const receiptStatus = z.enum(RECEIPT_STATUSES);

/** How a payment was made: a coin such as "BTC", or another way. Empty means none. */
export const coin = trimmedText(20).check(plain);
/** The transaction that paid. Empty means none. */
export const txid = trimmedText(200).check(plain);
