import { type QueryCreator, sql } from 'kysely';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import { jsonTable } from '../../db/json.ts';
import { lockingRows } from '../../db/locks.ts';
import { type ParamOf, prepareQuery, prepareWrite } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import type { StateKey } from '../../db/shop-state.ts';
import { asText, asWhole } from '../../db/sql.ts';
import { touchedVersions, touchingTopics, type Writer } from '../../db/topic-versions.ts';
import type { Db, Topic } from '../../db/types.ts';
import { insertEntry, insertEntryTexts, type PreparedActor } from '../audit/prepared-audit.queries.ts';
import { cartWithPurchases, type LimitsKey } from '../cart/cart.queries.ts';
import { lockedBalance, type NoticeParts, withNotice, withPoints } from './confirm-extras.queries.ts';

/*
 * Confirming takes two statements. The first reads the session and the cart, and the rules of the domain decide. The
 * second makes the receipt if the cart, its prices and the stock are still what the rules saw, and otherwise nothing.
 *
 * Purchase limits need nothing else. An order takes all lines of its member's cart, and a line's id never returns. So if
 * the lines are those that were read together with the member's purchases, no other order of the member came in between.
 */

/** The notices of the shop, which say whether it takes orders. */
const shopNotices = sql<string>`coalesce((select value from shop_state where key = ${sql.lit('shop_notices' satisfies StateKey)}), '')`;

interface ConfirmKey extends LimitsKey {
  /** The Idempotency-Key of the request, or null. */
  key: string | null;
  /** The key of the rates in use. */
  ratesKey: StateKey;
}

/** The session and cart of a request, the rates, and the receipt that the request's key has already made. */
export const findOrder = prepareQuery((db, param: ParamOf<ConfirmKey>) =>
  cartWithPurchases(db, param).select([
    sql<string | null>`(select value from shop_state where key = ${param('ratesKey')})`.as('rates'),
    shopNotices.as('shopNotices'),
    sql<string | null>`(
      select receipts.id from receipts
      where receipts.user_id = session.${sql.ref('userId')} and receipts.idempotency_key = ${asText(param('key'))})`.as(
      'receiptId',
    ),
  ]),
);

/** A line as the rules saw it. Texts and prices are kept in the receipt. */
const ORDERED_LINE = {
  position: 'bigint',
  line_id: 'bigint',
  item_id: 'bigint',
  quantity: 'bigint',
  price_cents: 'bigint',
  markup_cents: 'bigint',
  tiers: 'text',
  unit_price_cents: 'bigint',
  product_name: 'text',
  product_brand: 'text',
  amounts: 'text',
  batch: 'text',
} as const;

export type OrderedLine = {
  [Column in Exclude<keyof typeof ORDERED_LINE, 'batch'>]: (typeof ORDERED_LINE)[Column] extends 'bigint'
    ? number
    : string;
} & { batch: string | null };

/** The columns of such a line that the receipt keeps. */
const KEPT_COLUMNS = [
  'position',
  'item_id',
  'product_name',
  'product_brand',
  'quantity',
  'unit_price_cents',
  'amounts',
  'batch',
] as const;

export interface NewReceipt extends PreparedActor {
  /** Nobody can guess it. */
  id: string;
  userId: string;
  username: string;
  key: string | null;
  shippingOption: ShippingOption;
  notes: string;
  /** The points that the cart asks for. The order uses `points` of them. */
  chosenPoints: number;
  points: number;
  pointsDiscountCents: number;
  subtotalCents: number;
  shippingCents: number;
  totalCents: number;
  now: number;
  expiresAt: number;
  /** JSON list of what the receipt costs in coins. */
  quotes: string;
  /** JSON list of OrderedLine. */
  lines: string;
  lineCount: number;
  /** The notices of the shop as the rules saw them. */
  shopNotices: string;
}

const FIRST_NUMBER = 1001;

/** Tables of the statement that Kysely's types do not know. */
const tablesOf = <Tables>(q: unknown) => q as QueryCreator<Tables>;
interface Known {
  wanted: OrderedLine;
  line: { id: number; item_id: number; quantity: number };
  item: {
    id: number;
    listed: number;
    is_active: number;
    free: number;
    price_cents: number;
    markup_cents: number;
    tiers: string;
    batch: string | null;
  };
  choice: { user_id: string };
  balance: { points_balance: number };
  ok: { ok: number };
  number: { value: number };
  receipt: { id: string };
}

/**
 * A statement that makes the receipt, reserves its stock, takes its points and empties the cart, all or nothing. It
 * returns the receipt's number, or no row if anything has changed since the cart was read. Rows are locked in the order
 * of their ids, so two orders cannot deadlock (behavior 6.6).
 */
const receiptStatement = ({ spends, notifies }: { spends: boolean; notifies: boolean }) =>
  prepareWrite((db, param: ParamOf<NewReceipt & NoticeParts & Writer>) => {
    const made = receiptTables(db, param, spends);
    const paid = spends ? withPoints(made, param) : made;
    return returnNumber(db, param, notifies ? withNotice(paid, param) : paid, [
      'catalogue',
      ...(notifies ? (['notices'] as const) : []),
      ...(spends ? (['points'] as const) : []),
      'receipts',
    ]);
  });

const STATEMENTS = {
  plain: receiptStatement({ spends: false, notifies: false }),
  noticed: receiptStatement({ spends: false, notifies: true }),
  spending: receiptStatement({ spends: true, notifies: false }),
  spendingNoticed: receiptStatement({ spends: true, notifies: true }),
};

/** The statement that makes a receipt. An order without points, or without a webhook, costs nothing for either. */
export const makeReceipt = ({ spends, notifies }: { spends: boolean; notifies: boolean }) => {
  if (spends) return notifies ? STATEMENTS.spendingNoticed : STATEMENTS.spending;
  return notifies ? STATEMENTS.noticed : STATEMENTS.plain;
};

const receiptTables = (db: Db, param: ParamOf<NewReceipt>, spends: boolean): QueryCreator<Schema> => {
  const wanted = jsonTable(db, param('lines'), ORDERED_LINE);
  const now = asWhole(param('now'));
  return (
    db
      .with('wanted', () => sql<OrderedLine>`${wanted}` as never)
      .with('line', (q) =>
        lockingRows(
          db,
          q
            .selectFrom('cart_items')
            .select(['id', 'item_id', 'quantity'])
            .where('user_id', '=', param('userId'))
            .orderBy('id'),
        ),
      )
      .with('item', (q) =>
        lockingRows(
          db,
          q
            .selectFrom('items')
            .select(['id', 'listed', 'is_active', 'price_cents', 'markup_cents', 'tiers', 'batch'])
            .select(sql<number>`quantity - reserved`.as('free'))
            .where('id', 'in', tablesOf<Known>(q).selectFrom('wanted').select('item_id'))
            .orderBy('id'),
        ),
      )
      .with('choice', (q) =>
        lockingRows(
          db,
          q.selectFrom('carts').select(['shipping_option', 'notes', 'points']).where('user_id', '=', param('userId')),
        ),
      )
      .with('balance', (q) => lockedBalance(db, q, param))
      .with('ok', () => sql<{ ok: number }>`(select 1 as ok where ${unchanged(param, spends)})` as never)
      // Other orders wait from here on: numbers have no gaps. Everything below happens only if there is a number.
      .with('number', (q) =>
        q
          .insertInto('counters')
          .columns(['name', 'value'])
          .expression(
            tablesOf<Known>(q)
              .selectFrom('ok')
              .select([sql.lit('receipt').as('name'), sql.lit(FIRST_NUMBER).as('value')])
              .where(sql<boolean>`true`),
          )
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`counters.value + 1` }))
          .returning('value'),
      )
      .with('reserved_item', (q) =>
        q
          .updateTable('items')
          .from(sql`(select item_id, quantity from wanted, number)`.as('taken'))
          .set({ reserved: sql`items.reserved + taken.quantity` })
          .where(sql<boolean>`items.id = taken.item_id`)
          .returning('items.id'),
      )
      .with('receipt', (q) =>
        q
          .insertInto('receipts')
          .columns([
            'id',
            'number',
            'user_id',
            'status',
            'subtotal_cents',
            'shipping_option',
            'shipping_cents',
            'total_cents',
            'points',
            'points_discount_cents',
            'notes',
            'idempotency_key',
            'created_at',
            'expires_at',
            'quotes',
          ])
          .expression(
            tablesOf<Known>(q)
              .selectFrom('number')
              .select([
                asText(param('id')).as('id'),
                'number.value as number',
                asText(param('userId')).as('user_id'),
                sql.lit('awaiting_payment').as('status'),
                asWhole(param('subtotalCents')).as('subtotal_cents'),
                asText(param('shippingOption')).as('shipping_option'),
                asWhole(param('shippingCents')).as('shipping_cents'),
                asWhole(param('totalCents')).as('total_cents'),
                asWhole(param('points')).as('points'),
                asWhole(param('pointsDiscountCents')).as('points_discount_cents'),
                asText(param('notes')).as('notes'),
                asText(param('key')).as('idempotency_key'),
                now.as('created_at'),
                asWhole(param('expiresAt')).as('expires_at'),
                asText(param('quotes')).as('quotes'),
              ]),
          )
          .returning('id'),
      )
      .with('receipt_line', (q) =>
        q
          .insertInto('receipt_lines')
          .columns(['receipt_id', ...KEPT_COLUMNS])
          .expression(
            tablesOf<Known>(q)
              .selectFrom(['receipt', 'wanted'])
              .select(['receipt.id', ...KEPT_COLUMNS]),
          )
          .returning('id'),
      )
      .with('receipt_event', (q) =>
        q
          .insertInto('receipt_events')
          .columns(['receipt_id', 'status', 'actor', 'note', 'at'])
          .expression(
            tablesOf<Known>(q)
              .selectFrom('receipt')
              .select([
                'receipt.id',
                sql.lit('awaiting_payment').as('status'),
                asText(param('username')).as('actor'),
                sql<null>`cast(null as text)`.as('note'),
                now.as('at'),
              ]),
          )
          .returning('id'),
      )
      .with('entry', (q) =>
        insertEntry(q, param, {
          from: 'receipt, number',
          kind: 'receipt',
          subject: 'receipt.id',
          after: `'{"number":' || number.value || ',"status":"awaiting_payment"}'`,
        }),
      )
      .with('entry_text', (q) => insertEntryTexts(q, param, 'entry'))
      .with('taken_line', (q) =>
        q
          .deleteFrom('cart_items')
          .where('id', 'in', tablesOf<Known>(q).selectFrom(['line', 'number']).select('line.id'))
          .returning('id'),
      )
      .with('reset_choice', (q) =>
        q
          .updateTable('carts')
          .set({ shipping_option: DEFAULT_SHIPPING_OPTION, notes: '', points: 0, updated_at: now })
          .where('user_id', '=', param('userId'))
          .where(({ exists }) => exists(tablesOf<Known>(q).selectFrom('number').select('value')))
          .returning('user_id'),
      ) as unknown as QueryCreator<Schema>
  );
};

const returnNumber = (db: Db, param: ParamOf<NewReceipt & Writer>, tables: unknown, topics: readonly Topic[]) =>
  tablesOf<Known & Schema>(touchingTopics(db, tablesOf<Schema>(tables), { topics, when: 'number' }))
    .selectFrom('number')
    .select('number.value as number')
    .select(touchedVersions(db, param).as('touched'));

/**
 * The condition: lines, prices, batches, choices and notices are still those the rules saw, and the stock is still there.
 */
const unchanged = (param: ParamOf<NewReceipt>, spends: boolean) => sql<boolean>`
  (select count(*) from line) = ${param('lineCount')}
  and ${shopNotices} = ${param('shopNotices')}
  and (select count(*) from line
    join wanted on wanted.line_id = line.id and wanted.quantity = line.quantity) = ${param('lineCount')}
  and (select count(*) from item
    join wanted on wanted.item_id = item.id and wanted.price_cents = item.price_cents
      and wanted.markup_cents = item.markup_cents and wanted.tiers = item.tiers
      and coalesce(wanted.batch, '') = coalesce(item.batch, '') and wanted.quantity <= item.free
    where item.listed = 1 and item.is_active = 1) = ${param('lineCount')}
  and not exists (select 1 from choice
    where choice.shipping_option <> ${param('shippingOption')} or choice.notes <> ${param('notes')}
      or choice.points <> ${param('chosenPoints')})
  ${spends ? sql`and (select points_balance from balance) >= ${param('points')}` : sql``}`;
