import { queryOptions } from '@tanstack/react-query';
import {
  cancelOwnReceipt,
  getBuyAgain,
  getReceipt,
  listReceipts,
  type Receipt,
  renewQuotes,
  sayPaymentSent,
} from '#contract/receipts.ts';
import { nextStates } from '#domain/receipt-state.ts';
import { call } from '../client.ts';
import { paginated } from '../query-client.ts';

/** The prefix of all queries about the member's receipts. */
export const receiptsKey = ['receipts'] as const;

/** The member's receipts, newest first. */
export const receiptListQuery = paginated([...receiptsKey, 'list'], listReceipts, {
  query: { limit: 20 },
  fallback: 'Your receipts could not be fetched.',
});

/** Products that the member has received (behavior 7.16). */
export const buyAgainQuery = queryOptions({
  queryKey: [...receiptsKey, 'buy-again'],
  queryFn: ({ signal }) => call(getBuyAgain, { signal }),
});

/** How often an open receipt is fetched again. */
const REFETCH_MS = 10_000;

/** One receipt. It is fetched again while its state can still change. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...receiptsKey, id],
    queryFn: ({ signal }) =>
      call(getReceipt, { params: { id }, signal, fallback: 'The receipt could not be fetched.' }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isOpen(data.receipt) && REFETCH_MS,
  });

/** True while the state can still change. */
export const isOpen = ({ status }: Pick<Receipt, 'status'>): boolean => nextStates(status).length > 0;

/** How often the newest receipts are fetched again: until they are shipped, and afterwards. */
const NEWS_MS = { soon: 15_000, later: 60_000 };

/** The newest receipts, from which the shop tells what has changed (behavior 7.14). */
export const receiptNewsQuery = queryOptions({
  queryKey: [...receiptsKey, 'news'],
  queryFn: ({ signal }) => call(listReceipts, { query: { limit: 20 }, signal }),
  refetchInterval: ({ state: { data } }) => {
    const open = data?.receipts.filter(isOpen) ?? [];
    if (open.length === 0) return false;
    return open.some(({ status }) => status !== 'shipped') ? NEWS_MS.soon : NEWS_MS.later;
  },
});

/** Tells the seller that a receipt is paid (behavior 7.8). */
export const sendPaymentNote = (id: string, body: { coin: string; txid: string }) =>
  call(sayPaymentSent, { params: { id }, body, fallback: 'The seller could not be told. Please try again.' });

/** Asks for today's amounts in coins (behavior 7.15). */
export const renewReceiptQuotes = (id: string) =>
  call(renewQuotes, { params: { id }, body: {}, fallback: "Today's amount could not be fetched. Please try again." });

/** Cancels a receipt that awaits payment (behavior 7.9). */
export const cancelReceipt = (id: string) =>
  call(cancelOwnReceipt, { params: { id }, body: {}, fallback: 'The order could not be canceled. Please try again.' });
