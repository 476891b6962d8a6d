import { type Kysely, sql } from 'kysely';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import { COINS } from '#domain/quotes.ts';
import { type Json, jsonRow, jsonRows, jsonTable } from '../../db/json.ts';
import { forNoKeyUpdate, forUpdate, holdSessions } from '../../db/locks.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import { changes, prepareSteps, reads } from '../../db/prepared-steps.ts';
import type { StateKey } from '../../db/shop-state.ts';
import { asText, asWhole } from '../../db/sql.ts';
import type { Db } from '../../db/types.ts';
import { DELIVERY_COLUMNS, type DeliveryRow } from '../addresses/addresses.queries.ts';
import { entry, entryTexts, type PreparedActor } from '../audit/prepared-audit.queries.ts';
import { cartToOrder, type LimitsKey, shopNotices } from '../cart/cart.queries.ts';
import type { AddressRow } from '../order-addresses/order-addresses.queries.ts';

/*
 * Confirming takes two statements. The first reads the session and the cart, and the rules of the domain decide. The
 * second makes the receipt if the cart, its prices and the stock are still what the rules saw, and otherwise nothing.
 *
 * Limits need nothing else. An order takes all lines of its member's cart, and a line's id never returns. So if
 * the lines are those that were read together with the member's orders, no other order of the member came in between.
 */

interface ConfirmKey extends LimitsKey {
  /** The Idempotency-Key of the request, or null. */
  key: string | null;
  /** The key of the rates in use. */
  ratesKey: StateKey;
}

/** The session and cart of a request, the rates, and the receipt that the request's key has already made. */
export const findOrder = prepareQuery('receipts.order', (db, param: ParamOf<ConfirmKey>) =>
  cartToOrder(db, param).select([
    sql<string | null>`(select value from shop_state where key = ${param('ratesKey')})`.as('rates'),
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
  size: 'text',
  amounts: 'text',
  batch: 'text',
} as const;

export type OrderedLine = {
  [Column in Exclude<keyof typeof ORDERED_LINE, 'size' | 'batch'>]: (typeof ORDERED_LINE)[Column] extends 'bigint'
    ? number
    : string;
} & { size: string | null; batch: string | null };

export interface NewReceipt extends PreparedActor {
  /** Nobody can guess it. */
  id: string;
  /** The session whose order this is. */
  sessionId: string;
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
  /** The member's address that the receipt copies, or null. */
  addressId: string | null;
  /** JSON list of TakenKey: the order takes an address of each key. */
  keys: string;
  /** The notices of the shop as the rules saw them. */
  shopNotices: string;
}

/** The body for the seller's webhook, or null. Only the database knows the receipt's number, so a mark is in its place. */
export interface MarkedNotice {
  notice: string | null;
  numberMark: string;
}

const TAKEN_KEY = { key_id: 'bigint', wallet: 'text' } as const;

const FIRST_NUMBER = 1001;

const COPIED = sql.join(DELIVERY_COLUMNS.map((column) => sql.ref(column)));

/**
 * Makes the receipt, reserves its stock, takes its points and empties the cart, all or nothing. Returns the receipt's
 * number, or no row if the session has ended or anything has changed since the cart was read. Rows are locked in the order of their ids, so two
 * orders cannot deadlock (behavior 6.6). Most orders name no address, so they do not carry the steps that copy one.
 */
const makingSteps =
  ({ namesAddress }: { namesAddress: boolean }) =>
  (db: Db, param: ParamOf<NewReceipt & MarkedNotice>) => {
    const points = asWhole(param('points'));
    return {
      wanted: reads(sql`select * from ${jsonTable(db, param('lines'), ORDERED_LINE)} as lines`),
      // Before everything else is locked: whatever ends a session then changes what belongs to its user.
      held: reads(
        holdSessions(
          db,
          db.selectFrom('sessions').select('sessions.user_id').where('sessions.id', '=', param('sessionId')),
        ),
      ),
      line: reads(sql`
        select id, item_id, quantity from cart_items where user_id = (select user_id from held)
        order by id ${forUpdate(db)}`),
      item: reads(sql`
        select id, listed, is_active, price_cents, markup_cents, tiers, batch, quantity - reserved as free
        from items where id in (select item_id from wanted) order by id ${forUpdate(db)}`),
      choice: reads(sql`
        select shipping_option, notes, points from carts where user_id = ${param('userId')} ${forUpdate(db)}`),
      // After the items, as steps of receipts do, so that nobody deadlocks. It is read only for an order that spends points.
      balance: reads(sql`
        select points_balance from users
        where id = ${param('userId')} and exists (select 1 from item) ${forNoKeyUpdate(db)}`),
      // As it is now, also if it was changed since the rules saw it.
      chosen_address: reads(sql<DeliveryRow & { id: string }>`
        select id, ${COPIED} from addresses
        where id = ${param('addressId')} and user_id = ${param('userId')} ${forUpdate(db)}`),
      // Orders that take an address of a key pass here one by one. If they waited for the address itself, each order would
      // wake all others. The limit tells the planner that there are few.
      key: reads(sql`
        select account_keys.id, wanted_key.wallet
        from account_keys join ${jsonTable(db, param('keys'), TAKEN_KEY)} as wanted_key on wanted_key.key_id = account_keys.id
        order by account_keys.id limit ${sql.lit(COINS.length)} ${forNoKeyUpdate(db)}`),
      // The next free address of each key. Locked, so one that was given while this order waited is passed over.
      free_address: reads(sql`
        select key.id as key_id, (
          select free.position from order_addresses as free
          where free.key_id = key.id and free.receipt_id is null and free.skipped is null and free.address <> key.wallet
          order by free.position limit 1 ${forUpdate(db)}) as next
        from key`),
      // Lines, prices, batches, choices and notices are those the rules saw, and there is enough stock.
      unchanged: reads(sql`
        select 1 as yes where (select count(*) from line) = ${param('lineCount')}
          and ${shopNotices} = ${param('shopNotices')}
          ${namesAddress ? sql`and exists (select 1 from chosen_address)` : sql``}
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
          and (select count(next) from free_address) =
            (select count(*) from ${jsonTable(db, param('keys'), TAKEN_KEY)} as wanted_key)
          and case when ${points} > 0 then (select points_balance from balance) >= ${points} else true end`),
      // Other orders wait from here on: numbers have no gaps. Everything below happens only if there is a number.
      number: changes('counters', ['value'], ['catalogue', 'receipts'])`
        insert into counters (name, value) select 'receipt', ${FIRST_NUMBER} from unchanged where true
        on conflict (name) do update set value = counters.value + 1`,
      reserved_item: changes('items', ['id'])`
        update items set reserved = items.reserved + taken.quantity
        from (select item_id, quantity from wanted, number) as taken
        where items.id = taken.item_id`,
      receipt: changes('receipts', ['id'])`
        insert into receipts (
          id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents, total_cents,
          points, points_discount_cents, notes, idempotency_key, created_at, expires_at, quotes)
        select ${param('id')}, number.value, ${param('userId')}, 'awaiting_payment', ${param('subtotalCents')},
          ${param('shippingOption')}, ${param('shippingCents')}, ${param('totalCents')},
          ${param('points')}, ${param('pointsDiscountCents')}, ${param('notes')}, ${param('key')},
          ${param('now')}, ${param('expiresAt')}, ${param('quotes')}
        from number`,
      own_address: changes('order_addresses', ['coin', 'address', 'position'])`
        update order_addresses set receipt_id = receipt.id, given_at = ${param('now')}
        from receipt, free_address
        where order_addresses.key_id = free_address.key_id and order_addresses.position = free_address.next`,
      delivery: namesAddress
        ? changes('deliveries', DELIVERY_COLUMNS)`
            insert into deliveries (receipt_id, ${COPIED}) select receipt.id, ${COPIED} from receipt, chosen_address`
        : reads(sql<DeliveryRow>`select ${COPIED} from chosen_address`),
      used_address: namesAddress
        ? changes('addresses', ['id'])`
            update addresses set used_at = ${param('now')}
            where id in (select chosen_address.id from chosen_address, number)`
        : reads(sql<{ id: string }>`select id from chosen_address`),
      receipt_line: changes('receipt_lines', ['id'])`
        insert into receipt_lines (
          receipt_id, position, item_id, product_name, product_brand, size, quantity, unit_price_cents, amounts, batch)
        select receipt.id,
          position, item_id, product_name, product_brand, size, quantity, unit_price_cents, amounts, batch
        from receipt, wanted`,
      receipt_event: changes('receipt_events', ['id'])`
        insert into receipt_events (receipt_id, status, actor, note, at)
        select receipt.id, 'awaiting_payment', ${param('username')}, null, ${param('now')} from receipt`,
      entry: entry(param, {
        from: sql`receipt, number`,
        kind: 'receipt',
        subject: sql`receipt.id`,
        after: sql`'{"number":' || number.value || ',"status":"awaiting_payment"}'`,
      }),
      entry_text: entryTexts(param),
      taken_line: changes('cart_items', ['id'])`delete from cart_items where id in (select line.id from line, number)`,
      reset_choice: changes('carts', ['user_id'])`
        update carts set shipping_option = ${DEFAULT_SHIPPING_OPTION}, notes = '', points = 0, updated_at = ${param('now')}
        where user_id = ${param('userId')} and exists (select 1 from number)`,
      spent: changes('users', ['id'])`
        update users set points_balance = points_balance - ${points}
        where ${points} > 0 and id = ${param('userId')} and exists (select 1 from number)`,
      redeemed: changes('points_entries', ['id'], ['points'])`
        insert into points_entries (user_id, points, kind, reason, actor, receipt_id, created_at)
        select ${param('userId')}, -${points}, 'redeemed', 'Spent on receipt #' || number.value, null, receipt.id,
          ${param('now')}
        from receipt, number where ${points} > 0`,
      notice: changes('notices', ['id'], ['notices'])`
        insert into notices (event, receipt_id, payload, next_attempt_at, created_at)
        select 'receipt.confirmed', receipt.id,
          replace(${param('notice')}, ${param('numberMark')}, cast(number.value as text)), ${param('now')}, ${param('now')}
        from receipt, number where ${asText(param('notice'))} is not null`,
    };
  };

/** The addresses that the order took. */
const ownAddresses = (db: Db, q: Kysely<{ own_address: AddressRow }>) =>
  jsonRows(db, q.selectFrom('own_address').select(['coin', 'address', 'position']).orderBy('coin'));

export const makeReceipt = prepareSteps('receipts.make', makingSteps({ namesAddress: false }), (q, db) =>
  q
    .selectFrom('number')
    .select([
      'value as number',
      sql<Json<DeliveryRow | null>>`null`.as('delivery'),
      ownAddresses(db, q).as('addresses'),
    ]),
);

export const makeReceiptWithAddress = prepareSteps(
  'receipts.make_with_address',
  makingSteps({ namesAddress: true }),
  (q, db) =>
    q
      .selectFrom('number')
      .select([
        'value as number',
        jsonRow(db, q.selectFrom('delivery').select(DELIVERY_COLUMNS)).as('delivery'),
        ownAddresses(db, q).as('addresses'),
      ]),
);
