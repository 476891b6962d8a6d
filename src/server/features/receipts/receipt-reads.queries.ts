import { expressionBuilder, type InferResult, sql } from 'kysely';
import type { ReceiptSort } from '#contract/receipts.admin.ts';
import type { PaymentFilter } from '#domain/payments.ts';
import { RECEIPT_STATUSES, type ReceiptStatus, SOLD_STATUSES } from '#domain/receipt-state.ts';
import { type IdRange, isInRange } from '../../db/id-ranges.ts';
import { fromJson, isOneOf, type Json, jsonRow, jsonRows } from '../../db/json.ts';
import { inOrder, type Position } from '../../db/list-order.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';
import { DELIVERY_COLUMNS } from '../addresses/addresses.queries.ts';
import { ADDRESSES } from '../order-addresses/order-addresses.queries.ts';
import { usersCalled } from '../users/users.queries.ts';
import { found } from './found-receipts.queries.ts';
import { PAYMENT_CONDITIONS, SAYS_PAID } from './payment-conditions.queries.ts';
import { PAYMENTS } from './payments.queries.ts';
import { RECEIPT_ORDERS, SORT_NAME } from './receipt-sorts.queries.ts';
import { shortOfStock } from './short-of-stock.queries.ts';

/** A receipt as its member sees it. */
export const RECEIPT_COLUMNS = [
  'receipts.id',
  'receipts.number',
  'receipts.user_id',
  'receipts.status',
  'receipts.subtotal_cents',
  'receipts.shipping_option',
  'receipts.shipping_cents',
  'receipts.total_cents',
  'receipts.points',
  'receipts.points_discount_cents',
  'receipts.notes',
  'receipts.created_at',
  'receipts.expires_at',
  'receipts.payment_sent_at',
  'receipts.received_cents',
  'receipts.coin',
  'receipts.txid',
  'receipts.tracking',
  'receipts.quotes',
] as const;

/** Further columns, for admins. */
const ADMIN_COLUMNS = ['receipts.panel_note', 'users.username', 'users.member_type', 'users.signal_username'] as const;

const ofReceipt = expressionBuilder<Schema, 'receipts'>();
const LINES = ofReceipt
  .selectFrom('receipt_lines')
  .select([
    'item_id',
    'product_name',
    'product_brand',
    'size',
    'quantity',
    'unit_price_cents',
    'batch',
    'shipped_batch',
  ])
  .whereRef('receipt_lines.receipt_id', '=', 'receipts.id')
  .orderBy('position');
const EVENTS = ofReceipt
  .selectFrom('receipt_events')
  .select(['kind', 'status', 'actor', 'note', 'changes', 'at'])
  .whereRef('receipt_events.receipt_id', '=', 'receipts.id')
  .orderBy('receipt_events.id');

const DELIVERY = ofReceipt
  .selectFrom('deliveries')
  .select(DELIVERY_COLUMNS)
  .whereRef('deliveries.receipt_id', '=', 'receipts.id');

/** The lines, history, books and addresses of a receipt, all in order, and where it goes. `withDetails` reads them. */
export const receiptDetails = (db: Db | Tx) => [
  jsonRows(db, LINES).as('lines'),
  jsonRows(db, EVENTS).as('events'),
  jsonRow(db, DELIVERY).as('delivery'),
  jsonRows(db, PAYMENTS).as('payments'),
  jsonRows(db, ADDRESSES).as('addresses'),
];

export interface Details {
  lines: Json<InferResult<typeof LINES>>;
  events: Json<InferResult<typeof EVENTS>>;
  delivery: Json<InferResult<typeof DELIVERY>[number] | null>;
  payments: Json<InferResult<typeof PAYMENTS>>;
  addresses: Json<InferResult<typeof ADDRESSES>>;
}

type Read<Columns> = { [Name in keyof Columns]: Columns[Name] extends Json<infer Value> ? Value : never };

export const withDetails = <Row extends Details>(row: Row): Omit<Row, keyof Details> & Read<Details> => ({
  ...row,
  lines: fromJson(row.lines),
  events: fromJson(row.events),
  delivery: fromJson(row.delivery),
  payments: fromJson(row.payments),
  addresses: fromJson(row.addresses),
});

/** Which receipts a list shows. */
export interface ReceiptFilter {
  /** Set for a member, who sees only their own. */
  userId?: string | undefined;
  /** A member's id or name, for the filter of admins. */
  user?: string | undefined;
  status?: ReceiptStatus | undefined;
  /** Searches number, member, product, total, address and transaction. */
  q?: string | undefined;
  /** Only receipts that await payment and whose member says that they are paid. */
  paymentSent?: boolean | undefined;
  /** The recall list of a batch: receipts from paid on with a line that was ordered or shipped from it (behavior 7.20). */
  batch?: string | undefined;
  /** Confirmed at this time or later, and before that one; epoch milliseconds. */
  since?: number | undefined;
  until?: number | undefined;
  /** Sold, and first marked paid at this time or later, and before that one; epoch milliseconds (behavior 10.17). */
  paidSince?: number | undefined;
  paidUntil?: number | undefined;
  /** Only receipts with pieces of this item. */
  itemId?: number | undefined;
  /** The least and the largest total. */
  minCents?: number | undefined;
  maxCents?: number | undefined;
  /** Only receipts that the stock on hand no longer covers (behavior 10.8). */
  short?: boolean | undefined;
  /** Only receipts whose payment is like this (behavior 7.26, 10.8). */
  payment?: PaymentFilter | undefined;
  /** Only these numbers. */
  numbers?: readonly number[] | undefined;
  range?: IdRange | undefined;
}

export const matching = (
  db: Db | Tx,
  {
    userId,
    user,
    status,
    q,
    paymentSent,
    batch,
    since,
    until,
    minCents,
    maxCents,
    short,
    payment,
    numbers,
    range,
    ...sales
  }: ReceiptFilter,
) =>
  db
    .selectFrom('receipts')
    .$if(numbers !== undefined, (query) => query.where(isOneOf(db, 'receipts.number', numbers!)))
    .$if(range !== undefined, (query) => query.where(isInRange('receipts.number', range!)))
    .$if(userId !== undefined, (query) => query.where('receipts.user_id', '=', userId!))
    .$if(!!user, (query) => query.where('receipts.user_id', 'in', usersCalled(user!)))
    .$if(status !== undefined, (query) => query.where('receipts.status', '=', status!))
    .$if(!!q?.trim(), (query) => query.where('receipts.id', 'in', found(db, q!.trim(), range)))
    .$if(paymentSent === true, (query) => query.where(SAYS_PAID))
    .$if(short === true, (query) => query.where('receipts.id', 'in', shortOfStock(db)))
    .$if(payment !== undefined, (query) => query.where(PAYMENT_CONDITIONS[payment!]))
    .$if(!!batch, (query) =>
      query.where('receipts.status', 'in', SOLD_STATUSES).where('receipts.id', 'in', ofBatch(db, batch!)),
    )
    .$if(since !== undefined, (query) => query.where('receipts.created_at', '>=', since!))
    .$if(until !== undefined, (query) => query.where('receipts.created_at', '<', until!))
    .$if(isOfSales(sales), (query) => query.where('receipts.status', 'in', SOLD_STATUSES))
    .$if(sales.paidSince !== undefined, (query) => query.where('receipts.paid_at', '>=', sales.paidSince!))
    .$if(sales.paidUntil !== undefined, (query) => query.where('receipts.paid_at', '<', sales.paidUntil!))
    .$if(sales.itemId !== undefined, (query) => query.where('receipts.id', 'in', ofItem(db, sales.itemId!)))
    .$if(minCents !== undefined, (query) => query.where('receipts.total_cents', '>=', minCents!))
    .$if(maxCents !== undefined, (query) => query.where('receipts.total_cents', '<=', maxCents!));

/** Returns true if a filter asks for the sales of some days. */
const isOfSales = ({ paidSince, paidUntil }: ReceiptFilter): boolean =>
  paidSince !== undefined || paidUntil !== undefined;

const ofItem = (db: Db | Tx, itemId: number) =>
  db
    .selectFrom('receipt_lines')
    .select('receipt_lines.receipt_id')
    .where('receipt_lines.item_id', '=', itemId)
    .where('receipt_lines.quantity', '>', 0);

const ofBatch = (db: Db | Tx, batch: string) =>
  // Each half has an index of its own.
  db
    .selectFrom('receipt_lines')
    .select('receipt_lines.receipt_id')
    .where('receipt_lines.batch', '=', batch)
    .unionAll(
      db
        .selectFrom('receipt_lines')
        .select('receipt_lines.receipt_id')
        .where('receipt_lines.shipped_batch', '=', batch),
    );

/** A page of a list: an order, and where the last page ended. */
export interface ReceiptPage {
  sort: ReceiptSort;
  after: Position | null;
  limit: number;
}

/** The numbers of a page's receipts. */
export const numbersOfPage = (db: Db | Tx, { sort, after, limit, ...filter }: ReceiptFilter & ReceiptPage) =>
  inOrder(
    matching(db, filter)
      .$if(sort.startsWith('member'), (query) => query.innerJoin('users', 'users.id', 'receipts.user_id'))
      .select('receipts.number'),
    RECEIPT_ORDERS[sort],
    after,
  ).limit(limit);

/**
 * The receipts of a page with their lines and history. They are found first, or SQLite would read the lines and history of
 * every receipt that it sorts.
 */
export const listReceipts = async (db: Db | Tx, page: ReceiptFilter & ReceiptPage) => {
  const found = db
    .selectFrom('receipts')
    .innerJoin('users', 'users.id', 'receipts.user_id')
    .select([...RECEIPT_COLUMNS, ...ADMIN_COLUMNS])
    .select([...receiptDetails(db), SORT_NAME.as('sort_name')])
    .where('receipts.number', 'in', numbersOfPage(db, page));
  const rows = await inOrder(found, RECEIPT_ORDERS[page.sort], null).execute();
  return rows.map(withDetails);
};

const receiptById = prepareQuery('receipts.by-id', (db, param: ParamOf<{ id: string }>) =>
  db
    .selectFrom('receipts')
    .innerJoin('users', 'users.id', 'receipts.user_id')
    .select([...RECEIPT_COLUMNS, ...ADMIN_COLUMNS])
    .select(receiptDetails(db))
    .where('receipts.id', '=', param('id')),
);

/** A receipt with its lines and history. With `userId`, only if it is that member's. */
export const findReceipt = async (db: Db | Tx, { id, userId }: { id: string; userId?: string }) => {
  const [row] = await receiptById(db, { id });
  return row && (userId === undefined || row.user_id === userId) ? withDetails(row) : undefined;
};

export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** A receipt as its member sees it. */
export type OwnReceiptRow = Omit<ReceiptRow, 'panel_note' | 'username' | 'member_type' | 'signal_username'>;

/** A receipt as the seller's webhook receives it. */
export type NoticedRow = Omit<OwnReceiptRow, 'delivery' | 'payments' | 'addresses'> &
  Pick<ReceiptRow, 'username' | 'member_type'>;

/** How many receipts match, and their cents without shipping if the filter asks for the sales of some days. */
export interface ReceiptSums {
  count: number;
  cents?: number | null;
}

const sumReceipts = (db: Db, filter: ReceiptFilter): Promise<ReceiptSums> =>
  matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(isOfSales(filter), (query) =>
      query.select(sql<number | null>`cast(sum(receipts.total_cents - receipts.shipping_cents) as bigint)`.as('cents')),
    )
    .executeTakeFirstOrThrow();

/**
 * Returns the number of receipts in each state, of those that match the filter, and of those said to be paid. If the
 * filter has days of sales, it adds the income of those that match.
 */
export const countReceipts = async (
  db: Db,
  filter: ReceiptFilter,
  given?: ReceiptSums,
): Promise<{
  counts: Record<ReceiptStatus, number>;
  total: number;
  paymentSent: number;
  salesCents: number | null;
}> => {
  const { status, ...narrowing } = filter;
  const isSearch = Object.values(narrowing).some((value) => value !== undefined && value !== '' && value !== false);
  const [rows, found, said] = await Promise.all([
    db
      .selectFrom('receipts')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
    given ?? (isSearch ? sumReceipts(db, filter) : null),
    countPaymentSent(db),
  ]);
  const counted = new Map(rows.map((row) => [row.status, row.count]));
  const counts = Object.fromEntries(RECEIPT_STATUSES.map((name) => [name, counted.get(name) ?? 0])) as Record<
    ReceiptStatus,
    number
  >;
  const sum = status === undefined ? Object.values(counts).reduce((all, count) => all + count, 0) : counts[status];
  return {
    counts,
    total: found?.count ?? sum,
    paymentSent: said.count,
    salesCents: isOfSales(filter) ? (found?.cents ?? 0) : null,
  };
};

/** The receipts that await payment and whose member says that they are paid: how many, and since when. */
const countPaymentSent = (db: Db) =>
  matching(db, { paymentSent: true })
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('receipts.payment_sent_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
