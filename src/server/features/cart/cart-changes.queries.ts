import { type QueryCreator, sql } from 'kysely';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import { jsonRow } from '../../db/json.ts';
import { type ParamOf, prepareWrite } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import { asText, asWhole, countOf, tablesOf } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { endAlertsOnChanged } from '../alerts/alerts.queries.ts';
import type { SessionKey } from '../users/sessions.queries.ts';
import {
  type CartTables,
  CHOICE_COLUMNS,
  cartSession,
  LINE_COLUMNS,
  STOCK_COLUMNS,
  type Stock,
  wholeCart,
} from './cart.queries.ts';

/*
 * The changes of a cart, each as one statement: it finds the session, changes the cart and returns the whole of it.
 */

interface AddLine extends SessionKey {
  productId: number;
  quantity: number;
  /** The Idempotency-Key of the request, or null. */
  key: string | null;
  /** When the line was first added, if it is put back: epoch milliseconds, or null. */
  addedAt: number | null;
}

/**
 * Adds pieces to the line of a product, so that two tabs add up and never exceed the stock. The line keeps the price of
 * its first piece, before rounding. With a key that was used before it adds nothing (behavior 2.10). A new line comes
 * last, and one that is put back returns to its place (behavior 6.3).
 */
export const addLine = prepareWrite((db, param: ParamOf<AddLine>) => {
  const pieces = asWhole(param('quantity'));
  const keyId = sql<string>`'cart.add ' || ${sql.ref('session.userId')} || ' ' || ${asText(param('key'))}`;
  const tables = db
    .with('session', (q) => cartSession(q, param))
    .with('item', (q) =>
      q
        .selectFrom('items')
        .select(['items.id', ...STOCK_COLUMNS, 'items.price_cents', 'items.markup_cents'])
        .where('id', '=', param('productId')),
    )
    .with('used', (q) =>
      q
        .selectFrom('session')
        .innerJoin('idempotency_keys', (join) => join.on('idempotency_keys.id', '=', keyId))
        .select('idempotency_keys.id'),
    )
    .with('changed', (q) =>
      q
        .insertInto('cart_items')
        .columns(['user_id', 'item_id', 'quantity', 'added_price_cents', 'created_at'])
        .expression(
          q
            .selectFrom(['session', 'item'])
            .select([
              'session.userId',
              'item.id',
              pieces.as('quantity'),
              sql<number>`item.price_cents + item.markup_cents`.as('added_price_cents'),
              placeOf(param).as('created_at'),
            ])
            .where('item.listed', '=', 1)
            .where('item.is_active', '=', 1)
            .where(sql<number>`item.stock - item.reserved`, '>=', pieces)
            .where(({ not, exists }) => not(exists(q.selectFrom('used').select('used.id')))),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'item_id'])
            .doUpdateSet({ quantity: sql`cart_items.quantity + excluded.quantity` })
            .where(sql<number>`cart_items.quantity + excluded.quantity`, '<=', freePieces(db)),
        )
        .returning(LINE_COLUMNS),
    )
    .with('ended', endAlertsOnChanged)
    // A second call with the same key at the same time fails here, and runs again.
    .with('remembered', (q) =>
      q
        .insertInto('idempotency_keys')
        .columns(['id', 'user_id', 'answer', 'created_at'])
        .expression(
          q
            .selectFrom(['session', 'changed'])
            .select([
              keyId.as('id'),
              'session.userId',
              sql<string>`'{}'`.as('answer'),
              asWhole(param('now')).as('created_at'),
            ])
            .where(asText(param('key')), 'is not', null),
        )
        .returning('id'),
    );
  return wholeCart(db, tables, ['changed']).select([
    itemStock(db).as('item'),
    countOf('changed').as('added'),
    countOf('used').as('addedBefore'),
  ]);
});

/** Lines are in the order of these times, so no line of a member may have the time of another one. */
const placeOf = (param: ParamOf<AddLine>) => {
  const [addedAt, now] = [asWhole(param('addedAt') as number), asWhole(param('now'))];
  const afterLast = sql`(select max(created_at) + 1 from cart_items
    where user_id = ${sql.ref('session.userId')} and created_at >= ${now})`;
  return sql<number>`coalesce(case when ${addedAt} <= ${now} then ${addedAt} end, ${afterLast}, ${now})`;
};

/** The stock of the item in question, with which a refusal is explained. */
const itemStock = (db: Db) =>
  jsonRow(
    db,
    tablesOf<{ item: Stock }>(db)
      .selectFrom('item')
      .select(['item.listed', 'item.is_active', 'item.stock', 'item.reserved']),
  );

const freePieces = (db: Db) =>
  tablesOf<{ item: Stock }>(db).selectFrom('item').select(sql<number>`item.stock - item.reserved`.as('free'));

/**
 * Sets the number of pieces of a line. More than the stock is refused, but fewer than before is always allowed, because
 * it fixes a line that is short.
 */
export const setLine = prepareWrite((db, param: ParamOf<SessionKey & { lineId: number; quantity: number }>) => {
  const pieces = asWhole(param('quantity'));
  const tables = db
    .with('session', (q) => cartSession(q, param))
    .with('item', (q) =>
      q
        .selectFrom('cart_items')
        .innerJoin('items', 'items.id', 'cart_items.item_id')
        .innerJoin('session', 'session.userId', 'cart_items.user_id')
        .select(['cart_items.id', 'cart_items.quantity as inCart', ...STOCK_COLUMNS])
        .where('cart_items.id', '=', param('lineId')),
    )
    .with('changed', (q) =>
      q
        .updateTable('cart_items')
        .set({ quantity: pieces })
        .where(
          'id',
          'in',
          q
            .selectFrom('item')
            .select('item.id')
            .where(({ or, eb }) =>
              or([
                eb(pieces, '<', eb.ref('item.inCart')),
                eb.and([
                  eb('item.listed', '=', 1),
                  eb('item.is_active', '=', 1),
                  eb(sql<number>`item.stock - item.reserved`, '>=', pieces),
                ]),
              ]),
            ),
        )
        .returning(LINE_COLUMNS),
    );
  return wholeCart(db, tables, ['changed']).select([itemStock(db).as('item'), countOf('changed').as('set')]);
});

/** Removes a line. Lines of other members are not found. */
export const removeLine = prepareWrite((db, param: ParamOf<SessionKey & { lineId: number }>) => {
  const tables = db
    .with('session', (q) => cartSession(q, param))
    .with('removed', (q) =>
      q
        .deleteFrom('cart_items')
        .where('id', '=', param('lineId'))
        .where('user_id', '=', q.selectFrom('session').select('session.userId'))
        .returning('id'),
    );
  return wholeCart(db, tables, ['removed']).select(countOf('removed').as('removed'));
});

/** A member's choices for the whole cart. Null keeps the stored value. */
export interface CartChoices {
  shippingOption: ShippingOption | null;
  notes: string | null;
  points: number | null;
}

type Choices = SessionKey & CartChoices;

const storeChoices = (q: QueryCreator<Schema & Pick<CartTables, 'session'>>, param: ParamOf<Choices>) => {
  const shippingOption = asText(param('shippingOption'));
  const notes = asText(param('notes'));
  const points = asWhole(param('points') as number);
  return q
    .insertInto('carts')
    .columns(['user_id', 'shipping_option', 'notes', 'points', 'updated_at'])
    .expression(
      q
        .selectFrom('session')
        .select([
          'session.userId',
          sql<ShippingOption>`coalesce(${shippingOption}, ${sql.lit(DEFAULT_SHIPPING_OPTION)})`.as('shipping_option'),
          sql<string>`coalesce(${notes}, '')`.as('notes'),
          sql<number>`coalesce(${points}, 0)`.as('points'),
          asWhole(param('now')).as('updated_at'),
        ])
        // More points than the balance are refused.
        .where(sql<boolean>`coalesce(${points}, 0) <= session.balance`),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        shipping_option: sql<ShippingOption>`coalesce(${shippingOption}, carts.shipping_option)`,
        notes: sql<string>`coalesce(${notes}, carts.notes)`,
        points: sql<number>`coalesce(${points}, carts.points)`,
        updated_at: sql<number>`excluded.updated_at`,
      }),
    )
    .returning(CHOICE_COLUMNS);
};

/** Sets the shipping option, the notes or the points. Sets nothing if these are more points than the member has. */
export const setChoices = prepareWrite((db, param: ParamOf<Choices>) => {
  const tables = db
    .with('session', (q) => cartSession(q, param))
    .with('chosen', (q) => storeChoices(q as never, param));
  return wholeCart(db, tables, ['chosen']).select(countOf('chosen').as('set'));
});

/** Lowers the points that a cart uses to what its member has. */
export const lowerPoints = async (tx: Tx, { userId, points }: { userId: string; points: number }): Promise<void> => {
  await tx.updateTable('carts').set({ points }).where('user_id', '=', userId).where('points', '>', points).execute();
};

/** Removes all lines and the notes. The shipping option stays (behavior 6.4). */
export const emptyCart = prepareWrite((db, param: ParamOf<Choices>) => {
  const tables = db
    .with('session', (q) => cartSession(q, param))
    .with('removed', (q) =>
      q
        .deleteFrom('cart_items')
        .where('user_id', '=', q.selectFrom('session').select('session.userId'))
        .returning('id'),
    )
    .with('chosen', (q) => storeChoices(q as never, param));
  return wholeCart(db, tables, ['removed', 'chosen']);
});
