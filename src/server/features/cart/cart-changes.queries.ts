import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import { jsonRow } from '../../db/json.ts';
import { holdSessions } from '../../db/locks.ts';
import type { ParamOf } from '../../db/prepared-query.ts';
import { changes, prepareSteps, reads } from '../../db/prepared-steps.ts';
import type { Schema } from '../../db/schema.ts';
import { asText, asWhole, countOf } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { endAlertsOnChanged } from '../alerts/alerts.queries.ts';
import { MEMBER, type SessionKey } from '../users/sessions.queries.ts';
import { CHOICE_COLUMNS, cartSession, LINE_COLUMNS, type Stock, wholeCart } from './cart.queries.ts';

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

/** The session of a request with its user's points. It cannot end before the change is stored. */
const heldCartSession = (db: Db, param: ParamOf<SessionKey>) => reads(holdSessions(db, cartSession(db, param)));

/**
 * Adds pieces to the line of a product, so that two tabs add up and never exceed the stock. The line keeps the price of
 * its first piece, before rounding. With a key that was used before it adds nothing (behavior 2.10). A new line comes
 * last, and one that is put back returns to its place (behavior 6.3).
 */
export const addLine = prepareSteps(
  'cart.add',
  (db, param: ParamOf<AddLine>) => {
    const pieces = param('quantity');
    const keyId = sql`'cart.add ' || session."userId" || ' ' || ${asText(param('key'))}`;
    return {
      session: heldCartSession(db, param),
      item: reads<Stock>(sql`
        select id, listed, is_active, quantity as stock, reserved, price_cents, markup_cents
        from items where id = ${param('productId')}`),
      used: reads(sql`
        select idempotency_keys.id from session join idempotency_keys on idempotency_keys.id = ${keyId}`),
      changed: changes('cart_items', LINE_COLUMNS)`
        insert into cart_items (user_id, item_id, quantity, added_price_cents, created_at)
        select session."userId", item.id, ${pieces}, item.price_cents + item.markup_cents, ${placeOf(param)}
        from session, item
        where item.listed = 1 and item.is_active = 1 and item.stock - item.reserved >= ${pieces}
          and not exists (select 1 from used)
        on conflict (user_id, item_id) do update set quantity = cart_items.quantity + excluded.quantity
        where cart_items.quantity + excluded.quantity <= (select stock - reserved from item)`,
      ended: endAlertsOnChanged,
      // A second call with the same key at the same time fails here, and runs again.
      remembered: changes('idempotency_keys', ['id'])`
        insert into idempotency_keys (id, user_id, answer, created_at)
        select ${keyId}, session."userId", '{}', ${param('now')}
        from session, changed where ${asText(param('key'))} is not null`,
    };
  },
  (q, db) =>
    wholeCart(db, q, ['changed']).select([
      stockOf(db, q),
      countOf('changed').as('added'),
      countOf('used').as('addedBefore'),
    ]),
);

/** Lines are in the order of these times, so no line of a member may have the time of another one. */
const placeOf = (param: ParamOf<AddLine>): RawBuilder<unknown> => {
  const [addedAt, now] = [asWhole(param('addedAt')), asWhole(param('now'))];
  return sql`coalesce(
            case when ${addedAt} <= ${now} then ${addedAt} end,
            (select max(created_at) + 1 from cart_items where user_id = session."userId" and created_at >= ${now}),
            ${now})`;
};

/** The stock of the item in question, with which a refusal is explained. */
const stockOf = (db: Db, q: Kysely<Schema & { item: Stock }>) =>
  jsonRow(db, q.selectFrom('item').select(['item.listed', 'item.is_active', 'item.stock', 'item.reserved'])).as('item');

/**
 * Sets the number of pieces of a line. More than the stock is refused, but fewer than before is always allowed, because
 * it fixes a line that is short.
 */
export const setLine = prepareSteps(
  'cart.set',
  (db, param: ParamOf<SessionKey & { lineId: number; quantity: number }>) => {
    const pieces = param('quantity');
    return {
      session: heldCartSession(db, param),
      item: reads<Stock>(sql`
        select cart_items.id, cart_items.quantity as in_cart, listed, is_active, items.quantity as stock, reserved
        from cart_items
        join items on items.id = cart_items.item_id
        join session on session."userId" = cart_items.user_id
        where cart_items.id = ${param('lineId')}`),
      changed: changes('cart_items', LINE_COLUMNS)`
        update cart_items set quantity = ${pieces}
        where id in (
          select id from item
          where ${pieces} < in_cart or (listed = 1 and is_active = 1 and stock - reserved >= ${pieces}))`,
    };
  },
  (q, db) => wholeCart(db, q, ['changed']).select([stockOf(db, q), countOf('changed').as('set')]),
);

/** Removes a line. Lines of other members are not found. */
export const removeLine = prepareSteps(
  'cart.remove',
  (db, param: ParamOf<SessionKey & { lineId: number }>) => ({
    session: heldCartSession(db, param),
    removed: changes('cart_items', ['id'])`
      delete from cart_items where id = ${param('lineId')} and user_id = ${MEMBER}`,
  }),
  (q, db) => wholeCart(db, q, ['removed']).select(countOf('removed').as('removed')),
);

/** A member's choices for the whole cart. Null keeps the stored value. */
export interface CartChoices {
  shippingOption: ShippingOption | null;
  notes: string | null;
  points: number | null;
}

type Choices = SessionKey & CartChoices;

const storeChoices = (param: ParamOf<Choices>) => {
  const shippingOption = asText(param('shippingOption'));
  const notes = asText(param('notes'));
  const points = asWhole(param('points'));
  // More points than the balance are refused.
  return changes('carts', CHOICE_COLUMNS)`
    insert into carts (user_id, shipping_option, notes, points, updated_at)
    select "userId", coalesce(${shippingOption}, ${DEFAULT_SHIPPING_OPTION}), coalesce(${notes}, ''),
      coalesce(${points}, 0), ${param('now')}
    from session where coalesce(${points}, 0) <= balance
    on conflict (user_id) do update set
      shipping_option = coalesce(${shippingOption}, carts.shipping_option),
      notes = coalesce(${notes}, carts.notes),
      points = coalesce(${points}, carts.points),
      updated_at = excluded.updated_at`;
};

/** Sets the shipping option, the notes or the points. Sets nothing if these are more points than the member has. */
export const setChoices = prepareSteps(
  'cart.choose',
  (db, param: ParamOf<Choices>) => ({
    session: heldCartSession(db, param),
    chosen: storeChoices(param),
  }),
  (q, db) => wholeCart(db, q, ['chosen']).select(countOf('chosen').as('set')),
);

/** Lowers the points that a cart uses to what its member has. */
export const lowerPoints = async (tx: Tx, { userId, points }: { userId: string; points: number }): Promise<void> => {
  await tx.updateTable('carts').set({ points }).where('user_id', '=', userId).where('points', '>', points).execute();
};

/** Removes all lines and the notes. The shipping option stays (behavior 6.4). */
export const emptyCart = prepareSteps(
  'cart.empty',
  (db, param: ParamOf<Choices>) => ({
    session: heldCartSession(db, param),
    removed: changes('cart_items', ['id'])`delete from cart_items where user_id = ${MEMBER}`,
    chosen: storeChoices(param),
  }),
  (q, db) => wholeCart(db, q, ['removed', 'chosen']),
);
