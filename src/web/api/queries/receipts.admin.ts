import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenInputOf, GivenQueryOf, OutputOf } from '#contract/endpoint.ts';
import * as payments from '#contract/payments.admin.ts';
import type { Payment } from '#contract/payments.ts';
import * as contract from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { randomKey } from '../../browser/random-key.ts';
import { call, messageOf, NO_RESPONSE } from '../client.ts';
import { isUnreachable } from '../connection.ts';
import { download } from '../download.ts';
import { adminListDefaults, adminQueryDefaults, paginated } from '../query-client.ts';
import { readIf, settled } from '../settled.ts';
import { attentionQuery } from './attention.ts';

export const RECEIPTS_FAILED = 'Failed to load receipts';

const allReceiptsKey = ['admin', 'receipts'] as const;

export type ReceiptFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listAllReceipts>>, 'cursor' | 'limit'>;

/** The receipts of all members. */
export const allReceiptsQuery = (filter: ReceiptFilter) =>
  paginated(
    [...allReceiptsKey, 'list', filter],
    contract.listAllReceipts,
    { query: filter, fallback: RECEIPTS_FAILED },
    adminListDefaults,
  );

/** The sum that a member has paid for: the number of these orders, and dollars without shipping. */
export const spentQuery = (userId: string) =>
  queryOptions({
    queryKey: [...allReceiptsKey, 'spent', userId],
    queryFn: async ({ signal }) => {
      const query = { user: userId, paidFrom: '1970-01-01', limit: 1 };
      const { total, sales } = await call(contract.listAllReceipts, { query, signal });
      return { orders: total, sales: sales ?? '0.00' };
    },
    ...adminQueryDefaults,
  });

const LAST_ORDERS = 5;

/** The newest receipts of a member, whatever their state. */
export const lastOrdersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...allReceiptsKey, 'last', userId],
    queryFn: async ({ signal }) => {
      const query = { user: userId, limit: LAST_ORDERS };
      return (await call(contract.listAllReceipts, { query, signal })).receipts;
    },
    ...adminQueryDefaults,
  });

/** So many pages of unpaid orders are looked through for those that are paid. */
const MOST_PAGES = 25;

/** The unpaid orders whose payment is complete and confirmed, as many as take one step together. */
export const findFullyPaid = async (): Promise<contract.AdminReceipt[]> => {
  const found: contract.AdminReceipt[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && found.length < contract.MOST_RECEIPTS; page++) {
    const query = { status: 'awaiting_payment', limit: 200, ...(cursor && { cursor }) } as const;
    const answer = await call(contract.listAllReceipts, { query, fallback: RECEIPTS_FAILED });
    found.push(
      ...answer.receipts.filter(
        ({ payment: { amount, confirmed } }) => confirmed && (amount === 'enough' || amount === 'over'),
      ),
    );
    if (answer.nextCursor === null) break;
    cursor = answer.nextCursor;
  }
  return found.slice(0, contract.MOST_RECEIPTS);
};

const anyReceiptKey = (id: string) => [...allReceiptsKey, 'one', id] as const;

/** A receipt as its drawer shows it. */
export type OpenReceipt = OutputOf<typeof contract.getAnyReceipt>;

/** One receipt. `listed` is the receipt as the list has it, shown until the full one is loaded. */
export const anyReceiptQuery = (id: string, listed: contract.AdminReceipt | undefined) =>
  queryOptions<OpenReceipt>({
    queryKey: anyReceiptKey(id),
    queryFn: ({ signal }) =>
      call(contract.getAnyReceipt, { params: { id }, signal, fallback: 'Failed to load the receipt' }),
    placeholderData: listed && { receipt: listed, short: [], alike: [] },
    ...adminQueryDefaults,
  });

type Changed = Promise<{ receipt: contract.AdminReceipt }>;

/**
 * Makes a change of one receipt and shows the receipt that it leads to. Lists reload after a refusal too, because someone
 * else was faster then.
 */
const change = async (
  queryClient: QueryClient,
  id: string,
  send: () => Changed,
  settle?: (error: unknown) => Changed,
): Promise<contract.AdminReceipt> => {
  try {
    const { receipt } = await settled(send, settle);
    queryClient.setQueryData<OpenReceipt>(anyReceiptKey(id), (open) => ({ short: [], alike: [], ...open, receipt }));
    return receipt;
  } finally {
    reloadReceipts(queryClient);
  }
};

/** Of a change without a response: the receipt says whether it was made. */
const readReceiptIf = (id: string, isDone: (receipt: contract.AdminReceipt) => boolean) =>
  readIf(
    () => call(contract.getAnyReceipt, { params: { id } }),
    ({ receipt }) => isDone(receipt),
  );

const reloadReceipts = (queryClient: QueryClient): void => {
  void queryClient.invalidateQueries({ queryKey: allReceiptsKey });
  void queryClient.invalidateQueries({ queryKey: attentionQuery.queryKey });
};

const NO_ANSWER = 'The shop did not answer. Please check the receipt before you try again.';
const NO_ANSWERS = 'The shop did not answer. The list shows which receipts took the step.';
const FACTS = ['tracking', 'panelNote'] as const;

/** The facts to write down about a receipt, and the step that it takes. */
export type ReceiptUpdate = GivenInputOf<typeof contract.moveReceipt>;

/** Moves a receipt to its next state, or writes something down about it. */
export const updateReceipt = (queryClient: QueryClient, id: string, body: ReceiptUpdate) =>
  change(queryClient, id, () => sendUpdate(id, body), readUpdate(id, body));

const sendUpdate = (id: string, body: ReceiptUpdate): Changed =>
  call(contract.moveReceipt, { params: { id }, body, fallback: NO_ANSWER });

/** Of an update without a response: the receipt says whether it was made. */
const readUpdate = (id: string, body: ReceiptUpdate) =>
  readReceiptIf(
    id,
    (receipt) =>
      (body.status === undefined || receipt.status === body.status) &&
      FACTS.every((fact) => body[fact] === undefined || (receipt[fact] ?? '') === (body[fact] ?? '').trim()),
  );

/** Marks these receipts shipped, those that have one with their tracking. */
export const shipReceipts = async (
  queryClient: QueryClient,
  receipts: readonly contract.AdminReceipt[],
  trackings: ReadonlyMap<string, string>,
): Promise<contract.EachReceipt> => {
  const tracked = await oneByOne(
    queryClient,
    receipts.filter(({ id }) => trackings.has(id)),
    ({ id, status }) => {
      const body = { status: 'shipped', from: status, tracking: trackings.get(id) } as const;
      return settled(() => sendUpdate(id, body), readUpdate(id, body));
    },
  );
  const others = receipts.filter(({ id }) => !trackings.has(id));
  if (others.length === 0) return tracked;
  const plain = await moveReceipts(queryClient, { receipts: others, status: 'shipped' }).catch((error: unknown) => {
    // What was shipped with its tracking is not silent about it.
    if (tracked.done.length === 0) throw error;
    return { done: [], refused: others.map(({ id }) => ({ id, message: messageOf(error, NO_RESPONSE) })) };
  });
  return { done: [...tracked.done, ...plain.done], refused: [...tracked.refused, ...plain.refused] };
};

/** Takes the step to the state `from` back. */
export const undoReceiptStep = (
  queryClient: QueryClient,
  id: string,
  body: { from: ReceiptStatus; reason?: string },
) => {
  const keyed = { idempotencyKey: randomKey(), fallback: NO_ANSWER };
  return change(queryClient, id, () => call(contract.undoReceiptStep, { params: { id }, body, ...keyed }));
};

const BULK_TIMEOUT_MS = 120_000;

/** Moves many receipts to a state, each for itself and only from the state that was seen (behavior 7.22). */
export const moveReceipts = (
  queryClient: QueryClient,
  { receipts, status }: { receipts: readonly contract.AdminReceipt[]; status: ReceiptStatus },
): Promise<contract.EachReceipt> =>
  changeMany(queryClient, (idempotencyKey) =>
    call(contract.moveReceipts, {
      idempotencyKey,
      body: { ...seen(receipts), status },
      timeoutMs: BULK_TIMEOUT_MS,
      fallback: NO_ANSWERS,
    }),
  );

/** Takes the step of many receipts to the state that was seen back, each for itself. */
export const undoReceiptSteps = (
  queryClient: QueryClient,
  receipts: readonly Pick<contract.AdminReceipt, 'id' | 'status'>[],
): Promise<contract.EachReceipt> =>
  changeMany(queryClient, (idempotencyKey) =>
    call(contract.undoReceiptSteps, {
      idempotencyKey,
      body: seen(receipts),
      timeoutMs: BULK_TIMEOUT_MS,
      fallback: NO_ANSWERS,
    }),
  );

/** The ids of receipts, and the states in which somebody saw them. */
const seen = (receipts: readonly Pick<contract.AdminReceipt, 'id' | 'status'>[]) => ({
  ids: receipts.map(({ id }) => id),
  from: Object.fromEntries(receipts.map(({ id, status }) => [id, status])),
});

const changeMany = async <Answer>(
  queryClient: QueryClient,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> => {
  const key = randomKey();
  try {
    return await settled(() => send(key));
  } finally {
    reloadReceipts(queryClient);
  }
};

/** One call for each receipt, one after the other. Once the shop does not answer, the others are not tried. */
const oneByOne = async <Each extends { id: string }>(
  queryClient: QueryClient,
  all: readonly Each[],
  send: (each: Each) => Promise<unknown>,
): Promise<contract.EachReceipt> => {
  const answer: contract.EachReceipt = { done: [], refused: [] };
  let isLost = false;
  for (const each of all) {
    try {
      if (isLost) throw new Error(NO_RESPONSE);
      await send(each);
      answer.done.push(each.id);
    } catch (error) {
      isLost ||= isUnreachable(error);
      answer.refused.push({ id: each.id, message: messageOf(error, NO_RESPONSE) });
    }
  }
  reloadReceipts(queryClient);
  return answer;
};

/** Reduces or removes lines. */
export const changeReceiptLines = (
  queryClient: QueryClient,
  id: string,
  lines: GivenInputOf<typeof contract.changeReceiptLines>['lines'],
) =>
  change(
    queryClient,
    id,
    () => call(contract.changeReceiptLines, { params: { id }, body: { lines }, fallback: NO_ANSWER }),
    readReceiptIf(id, (receipt) =>
      lines.every(
        ({ productId, quantity }) =>
          (receipt.lines.find((line) => line.productId === productId)?.quantity ?? 0) === quantity,
      ),
    ),
  );

/** Adds a payment or a refund to the books of a receipt. The same key adds nothing again. */
export const addPayment = (
  queryClient: QueryClient,
  id: string,
  body: GivenInputOf<typeof payments.addPayment>,
  idempotencyKey: string,
) => {
  const fallback = `The shop did not answer. Please save it again: the same ${body.kind === 'refunded' ? 'refund' : 'payment'} is never added twice.`;
  return change(queryClient, id, () => call(payments.addPayment, { params: { id }, body, idempotencyKey, fallback }));
};

/** Adds a payment to each of these receipts. Those that failed keep their key: sending it again adds nothing twice. */
export const addPayments = (
  queryClient: QueryClient,
  entries: readonly { id: string; body: GivenInputOf<typeof payments.addPayment>; idempotencyKey: string }[],
): Promise<contract.EachReceipt> =>
  oneByOne(queryClient, entries, ({ id, body, idempotencyKey }) =>
    settled(() => call(payments.addPayment, { params: { id }, body, idempotencyKey })),
  );

/** Takes an entry of the books back. */
export const undoPayment = (queryClient: QueryClient, { id, receiptId }: Payment) => {
  const params = { id: receiptId, paymentId: String(id) };
  const keyed = { idempotencyKey: randomKey(), fallback: NO_ANSWER };
  return change(queryClient, receiptId, () => call(payments.undoPayment, { params, body: {}, ...keyed }));
};

/** The books of these days, both included, as a CSV file. */
export const downloadPayments = (query: GivenQueryOf<typeof payments.paymentsCsv>): Promise<Blob> =>
  download(payments.paymentsCsv, { query, fallback: 'The payments could not be exported. Please try again.' });
