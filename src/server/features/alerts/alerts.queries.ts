import { sql } from 'kysely';
import { jsonRows } from '../../db/json.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import { changes, prepareSteps, reads } from '../../db/prepared-steps.ts';
import { chunks, countOf } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { activeSession, heldSession, MEMBER, SESSION_COLUMNS, type SessionKey } from '../users/sessions.queries.ts';

/** The condition: members can order the item. The rule is `orderable` of the domain. */
const isAvailable = sql<boolean>`(items.listed = 1 and items.is_active = 1 and items.quantity > items.reserved)`;

/** The condition: the alert does not say what the stock says. An alert that was seen keeps what it said. */
const isBehind = sql<boolean>`(alerts.seen_at is null and (alerts.back_at is null) = ${isAvailable})`;

/** The alerts of the session's member, the last set first, and whether each is behind the stock. */
const ofSession = (db: Db) =>
  db
    .selectFrom('alerts')
    .innerJoin('items', 'items.id', 'alerts.item_id')
    .select(['alerts.item_id', 'alerts.created_at', 'alerts.back_at'])
    .select(sql<number>`case when ${isBehind} then 1 else 0 end`.as('behind'))
    .where('alerts.user_id', '=', sql.ref<string>('session.userId'))
    .orderBy('alerts.created_at', 'desc')
    .orderBy('alerts.id', 'desc');

/** The session of a request with its member's alerts. */
export const findAlerts = prepareQuery('alerts.find', (db, param: ParamOf<SessionKey>) =>
  db
    .with('session', (q) => activeSession(q, param))
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .select(jsonRows(db, ofSession(db)).as('alerts')),
);

/** Ends the alert of the session's member on a product, if there is one. Panels are notified. */
export const deleteAlert = prepareSteps(
  'alerts.delete',
  (db, param: ParamOf<SessionKey & { itemId: number }>) => ({
    session: reads(heldSession(db, param)),
    ended: changes(
      'alerts',
      ['id'],
      ['alerts'],
    )`delete from alerts where user_id = ${MEMBER} and item_id = ${param('itemId')}`,
  }),
  (q, db) =>
    q
      .selectFrom('session')
      .select(SESSION_COLUMNS)
      .select([
        jsonRows(db, ofSession(db).where('alerts.id', 'not in', sql<number>`(select id from ended)`)).as('alerts'),
        countOf('ended').as('ended'),
      ]),
);

/** The step of a statement that has put `changed` lines into the cart of `session`: it ends the alerts on their products. */
export const endAlertsOnChanged = changes('alerts', ['id'])`
  delete from alerts where user_id = ${MEMBER} and item_id in (select item_id from changed)`;

interface OwnProduct {
  userId: string;
  itemId: number;
}

/**
 * Reads the facts that decide whether a member can wait for a product: whether members see it, its stock, and the
 * member's alerts.
 */
export const alertState = prepareQuery('alerts.state', (db, param: ParamOf<OwnProduct>) => {
  const own = db.selectFrom('alerts').where('user_id', '=', param('userId'));
  return db.selectNoFrom([
    db
      .selectFrom('items')
      .select(sql<number>`case when ${isAvailable} then 1 else 0 end`.as('available'))
      .where('id', '=', param('itemId'))
      .where('listed', '=', 1)
      .where('is_active', '=', 1)
      .as('available'),
    own.where('item_id', '=', param('itemId')).select('id').as('alert'),
    own.select((select) => select.fn.countAll<number>().as('count')).as('count'),
  ]);
});

/** Makes a member wait for an item. An alert that still waits stays as it is, one of an earlier return begins again. */
export const upsertAlert = async (tx: Tx, { userId, itemId, now }: OwnProduct & { now: number }): Promise<void> => {
  await tx
    .insertInto('alerts')
    .values({ user_id: userId, item_id: itemId, back_at: null, seen_at: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'item_id'])
        .doUpdateSet({ back_at: null, seen_at: null, created_at: now })
        .where('alerts.back_at', 'is not', null),
    )
    .execute();
};

/** A member's alerts, the last set first. */
export const listAlerts = (db: Db | Tx, { userId }: { userId: string }) =>
  db
    .selectFrom('alerts')
    .innerJoin('items', 'items.id', 'alerts.item_id')
    .select(['alerts.item_id', 'items.name', 'alerts.created_at', 'alerts.back_at'])
    .where('alerts.user_id', '=', userId)
    .orderBy('alerts.created_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .execute();

/** Remembers that a member knows of the return of these items. */
export const markSeen = async (
  tx: Tx,
  { userId, itemIds, now }: { userId: string; itemIds: readonly number[]; now: number },
): Promise<void> => {
  if (itemIds.length === 0) return;
  await tx
    .updateTable('alerts')
    .set({ seen_at: now })
    .where('user_id', '=', userId)
    .where('item_id', 'in', itemIds)
    .where('back_at', 'is not', null)
    .where('seen_at', 'is', null)
    .execute();
};

/** The items whose alerts are behind their stock, of these or of all, by id. */
export const findBehind = async (db: Db, { ids }: { ids: readonly number[] | null }): Promise<number[]> => {
  const behind = db
    .selectFrom('alerts')
    .innerJoin('items', 'items.id', 'alerts.item_id')
    .select('alerts.item_id')
    .distinct()
    .where('alerts.seen_at', 'is', null)
    .where(isBehind)
    .orderBy('alerts.item_id');
  const found: number[] = [];
  for (const chunk of ids === null ? [null] : chunks(ids)) {
    const rows = await (chunk ? behind.where('alerts.item_id', 'in', chunk) : behind).execute();
    found.push(...rows.map((row) => row.item_id));
  }
  return found;
};

/** The item of an alert, if members can order it. */
const availableItem = (tx: Tx) =>
  tx
    .selectFrom('items')
    .select('items.id')
    .where('items.id', '=', sql.ref<number>('alerts.item_id'))
    .where(isAvailable);

/** Takes back what unseen alerts said about items that sold out again. */
export const withdrawReturns = async (tx: Tx, { itemIds }: { itemIds: readonly number[] }): Promise<void> => {
  await tx
    .updateTable('alerts')
    .set({ back_at: null })
    .where('item_id', 'in', itemIds)
    .where('seen_at', 'is', null)
    .where('back_at', 'is not', null)
    .where(({ not, exists }) => not(exists(availableItem(tx))))
    .execute();
};

/** Tells waiting alerts that their items are back. Returns the items, each with the number of members that waited. */
export const recordReturns = async (tx: Tx, { itemIds, now }: { itemIds: readonly number[]; now: number }) => {
  const told = await tx
    .updateTable('alerts')
    .set({ back_at: now })
    .where('item_id', 'in', itemIds)
    .where('seen_at', 'is', null)
    .where('back_at', 'is', null)
    .where(({ exists }) => exists(availableItem(tx)))
    .returning('item_id')
    .execute();
  const waited = new Map<number, number>();
  for (const { item_id } of told) waited.set(item_id, (waited.get(item_id) ?? 0) + 1);
  if (waited.size === 0) return [];
  const items = await tx
    .selectFrom('items')
    .select(['id', 'external_id', 'name', 'brand', sql<number>`quantity - reserved`.as('available')])
    .where('id', 'in', [...waited.keys()])
    .orderBy('id')
    .execute();
  return items.map((item) => ({ ...item, waited: waited.get(item.id)! }));
};

/**
 * The alerts of members who wait for a listed item that is out of stock. The stock itself decides, because alerts follow
 * it half a second later. It is read for each alert, since a join would read all items.
 */
export const waitingAlerts = (db: Db) =>
  db
    .selectFrom('alerts')
    .where('alerts.back_at', 'is', null)
    .where(
      (select) =>
        select
          .selectFrom('items')
          .select(sql<number>`items.quantity - items.reserved`.as('available'))
          .whereRef('items.id', '=', 'alerts.item_id')
          .where('items.listed', '=', 1),
      '<=',
      0,
    );

/** The sold-out items that members wait for, by id, with how many wait and since when. */
export const listWantedItems = (db: Db) =>
  waitingAlerts(db)
    .select(({ fn }) => [
      'alerts.item_id',
      fn.countAll<number>().as('members'),
      fn.min<number>('alerts.created_at').as('since'),
    ])
    .groupBy('alerts.item_id')
    .orderBy('alerts.item_id')
    .execute();
