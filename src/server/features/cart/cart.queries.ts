import { type InferResult, type QueryCreator, sql } from 'kysely';
import type { StockedItem } from '#domain/cart.ts';
import type { ShippingOption } from '#domain/constants.ts';
import { fromJson, jsonRow, jsonRows } from '../../db/json.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import type { StateKey } from '../../db/shop-state.ts';
import type { Flag } from '../../db/table.ts';
import type { Db, Tx } from '../../db/types.ts';
import { limitsOfPanel, purchasedLines } from '../purchase-limits/purchase-limits.queries.ts';
import { activeSession, SESSION_COLUMNS, type SessionKey } from '../users/sessions.queries.ts';

/** The columns that decide how many pieces of an item can be ordered. */
const STOCK_COLUMNS = ['items.listed', 'items.is_active', 'items.quantity as stock', 'items.reserved'] as const;

export interface Stock {
  listed: Flag;
  is_active: Flag;
  stock: number;
  reserved: number;
}

/** A row as the rules of the domain expect it. */
export const stockedItem = (row: Stock): StockedItem => ({
  listed: row.listed === 1,
  isActive: row.is_active === 1,
  quantity: row.stock,
  reserved: row.reserved,
});

/** The columns of an item that a cart line shows or needs for its price and availability. */
const ITEM_COLUMNS = [
  'items.name',
  'items.description',
  'items.brand',
  'items.category',
  'items.tags',
  'items.size',
  'items.weight_label',
  'items.images',
  'items.price_cents',
  'items.markup_cents',
  'items.tiers',
  'items.batch',
  ...STOCK_COLUMNS,
] as const;

export const LINE_COLUMNS = ['id', 'item_id', 'quantity', 'added_price_cents', 'created_at'] as const;

/** The session of a request with its user's points. */
export const cartSession = (db: QueryCreator<Schema>, param: ParamOf<SessionKey>) =>
  activeSession(db, param).select('users.points_balance as balance');

/** The columns of the choices that a member makes for the whole cart. */
export const CHOICE_COLUMNS = ['shipping_option', 'notes', 'points'] as const;

/** The tables of a statement that finds a session and changes its cart. */
export type CartTables = {
  session: InferResult<ReturnType<typeof cartSession>>[number];
  /** Lines that the statement stored. */
  changed: { id: number; item_id: number; quantity: number; added_price_cents: number; created_at: number };
  /** Lines that it removed. */
  removed: { id: number };
  /** The choices that it stored. */
  chosen: { shipping_option: ShippingOption; notes: string; points: number };
};

/** The changes that a statement makes, by the names of their tables. */
type CartChange = Exclude<keyof CartTables, 'session'>;

/**
 * The session with its cart as it is after the changes: the lines in the order in which they were added, and the
 * choices. A statement of PostgreSQL does not see its own changes, so they come from their tables. Nor does it see that
 * an order has taken a line while it waited, so a changed line replaces every line of its product.
 */
export const wholeCart = (
  db: Db,
  tables: QueryCreator<Schema & Pick<CartTables, 'session'>>,
  changes: readonly CartChange[] = [],
) => {
  const cart = db.withTables<CartTables>();
  const ofMember = cart.selectFrom('session').select('session.userId');
  const lines = cart
    .selectFrom('cart_items')
    .select(LINE_COLUMNS)
    .where('user_id', '=', ofMember)
    .$if(changes.includes('removed'), (q) => q.where('id', 'not in', cart.selectFrom('removed').select('removed.id')))
    .$if(changes.includes('changed'), (q) =>
      q
        .where('item_id', 'not in', cart.selectFrom('changed').select('changed.item_id'))
        .unionAll(cart.selectFrom('changed').select(LINE_COLUMNS)),
    );
  const choices = changes.includes('chosen')
    ? cart.selectFrom('chosen').select(CHOICE_COLUMNS)
    : cart.selectFrom('carts').select(CHOICE_COLUMNS).where('user_id', '=', ofMember);
  return tables
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .select([
      'session.balance',
      jsonRows(
        db,
        cart
          .selectFrom(lines.as('line'))
          .innerJoin('items', 'items.id', 'line.item_id')
          .select([
            'line.id',
            'line.item_id',
            'line.quantity',
            'line.added_price_cents',
            'line.created_at',
            ...ITEM_COLUMNS,
          ])
          .orderBy('line.created_at')
          .orderBy('line.id'),
      ).as('lines'),
      jsonRow(db, choices).as('choices'),
    ]);
};

/** The values with which a statement finds a session and what its member has ordered. */
export interface LimitsKey extends SessionKey {
  /** Purchases before this time count for no limit. */
  since: number;
}

/** The notices of the shop, which say whether it takes orders. */
export const shopNotices = sql<string>`coalesce((select value from shop_state where key = ${sql.lit('shop_notices' satisfies StateKey)}), '')`;

/**
 * The session and cart of a request, with everything that decides whether it can be confirmed. These are the purchases
 * that limits count, the limits of the panel, the notices of the shop, and the member's unpaid receipts.
 */
export const cartToOrder = (db: Db, param: ParamOf<LimitsKey>) =>
  wholeCart(
    db,
    db.with('session', (q) => cartSession(q, param)),
  ).select([
    purchasedLines(db, param('since')),
    limitsOfPanel(db).as('limitsOfPanel'),
    shopNotices.as('shopNotices'),
    jsonRow(
      db,
      db
        .selectFrom('receipts')
        .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(total_cents), 0)`.as('totalCents')])
        .where('receipts.user_id', '=', sql.ref<string>('session.userId'))
        // A literal, so that the engines see that an index fits.
        .where('receipts.status', '=', sql.lit('awaiting_payment'))
        // Those of which enough was received do not count (behavior 6.13).
        .where(sql<boolean>`(coalesce(received_cents, 0) < total_cents or coalesce(received_cents, 0) <= 0)`),
    ).as('openOrders'),
  ]);

export const findCart = prepareQuery('cart.find', cartToOrder);

/** A row of a cart with what decides whether it can be confirmed. */
export type OrderRow = InferResult<ReturnType<typeof cartToOrder>>[number];

/** A session with its cart, as the statements return it. No row means that there is no session. */
export type CartRow = InferResult<ReturnType<typeof wholeCart>>[number];

/** The cart of such a row. */
export const cartOf = ({ lines, choices }: Pick<CartRow, 'lines' | 'choices'>) => ({
  lines: fromJson(lines),
  choices: fromJson(choices),
});

export type CartLineRow = ReturnType<typeof cartOf>['lines'][number];

/** True if an order of a member was ever shipped or completed. */
export const hasBought = async (db: Db | Tx, { userId }: { userId: string }): Promise<boolean> =>
  (await db
    .selectFrom('receipts')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['shipped', 'completed'])
    .limit(1)
    .executeTakeFirst()) !== undefined;
