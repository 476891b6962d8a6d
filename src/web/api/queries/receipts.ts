import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getPointsToCome } from '#contract/points.ts';
import {
  cancelOwnReceipt,
  getBuyAgain,
  getReceipt,
  listReceipts,
  type Receipt,
  renewQuotes,
  sayPaymentSent,
} from '#contract/receipts.ts';
import type { Ids } from '#domain/changed-ids.ts';
import { call } from '../client.ts';
import { pageQueryDefaults, paginated, reload } from '../query-client.ts';
import { readIf, settled } from '../settled.ts';

/** The prefix of all queries about the member's receipts. */
export const receiptsKey = ['receipts'] as const;

const LIST = 'list';
const BUY_AGAIN = 'buy-again';
const POINTS_TO_COME = 'points-to-come';

/** The member's receipts, newest first. */
export const receiptListQuery = paginated(
  [...receiptsKey, LIST],
  listReceipts,
  { query: { limit: 20 }, fallback: 'Your receipts could not be fetched.' },
  pageQueryDefaults,
);

/** Products that the member has received (behavior 7.16). */
export const buyAgainQuery = queryOptions({
  queryKey: [...receiptsKey, BUY_AGAIN],
  queryFn: ({ signal }) => call(getBuyAgain, { signal }),
  ...pageQueryDefaults,
});

/** The points that open orders will earn (behavior 8.2). */
export const pointsToComeQuery = queryOptions({
  queryKey: [...receiptsKey, POINTS_TO_COME],
  queryFn: ({ signal }) => call(getPointsToCome, { signal }),
  ...pageQueryDefaults,
});

/** One receipt. Events bring its changes. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...receiptsKey, id],
    queryFn: ({ signal }) =>
      call(getReceipt, { params: { id }, signal, fallback: 'The receipt could not be fetched.' }),
    ...pageQueryDefaults,
  });

const NEWS = 'news';

/** The newest receipts, from which the shop tells what has changed (behavior 7.14). Events bring their changes. */
export const receiptNewsQuery = queryOptions({
  queryKey: [...receiptsKey, NEWS],
  queryFn: ({ signal }) => call(listReceipts, { query: { limit: 20 }, signal }),
});

const LISTS: readonly unknown[] = [LIST, BUY_AGAIN, POINTS_TO_COME, NEWS];

/** Reads again what is shown of these receipts; null for all. Lists show any of them. */
export const receiptsChanged = (queryClient: QueryClient, ids: Ids<string>): void =>
  void reload(queryClient, {
    queryKey: receiptsKey,
    predicate: ({ queryKey: [, part] }) => ids === null || LISTS.includes(part) || ids.some((id) => id === part),
  });

/** Changes a receipt. If the response is lost, the receipt says whether the change was made. */
const changeReceipt = (
  id: string,
  send: () => Promise<{ receipt: Receipt }>,
  isDone: (receipt: Receipt) => boolean,
): Promise<{ receipt: Receipt }> =>
  settled(
    send,
    readIf(
      () => call(getReceipt, { params: { id } }),
      ({ receipt }) => isDone(receipt),
    ),
  );

/** Tells the seller that a receipt is paid (behavior 7.8). */
export const sendPaymentNote = (id: string, body: { coin: string; txid: string }) =>
  changeReceipt(
    id,
    () => call(sayPaymentSent, { params: { id }, body, fallback: 'The seller could not be told. Please try again.' }),
    ({ paymentSentAt, coin, txid }) =>
      paymentSentAt !== null && (coin ?? '') === body.coin && (txid ?? '') === body.txid,
  );

/** Asks for today's amounts in coins (behavior 7.15). */
export const renewReceiptQuotes = (id: string) =>
  call(renewQuotes, { params: { id }, body: {}, fallback: "Today's amount could not be fetched. Please try again." });

/** Cancels a receipt that awaits payment (behavior 7.9). */
export const cancelReceipt = (id: string) =>
  changeReceipt(
    id,
    () =>
      call(cancelOwnReceipt, {
        params: { id },
        body: {},
        fallback: 'The order could not be canceled. Please try again.',
      }),
    ({ status }) => status === 'cancelled',
  );
