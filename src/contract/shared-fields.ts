import * as z from 'zod/mini';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { plain, trimmedText } from './values.ts';

/* Fields that calls of members share with the panel. */

export const receiptStatus = z.enum(RECEIPT_STATUSES);

/** How a payment was made: a coin such as "BTC", or another way. Empty means none. */
export const coin = trimmedText(20).check(plain);
/** The transaction that paid. Empty means none. */
export const txid = trimmedText(200).check(plain);

/** A lab result: `url` is the address of its file (behavior 4.12). Unknown values are absent. */
export const labResult = z.object({
  tested: z.string(),
  expires: z.optional(z.string()),
  thc: z.optional(z.string()),
  cbd: z.optional(z.string()),
  url: z.optional(z.string()),
});
