import { sql } from 'kysely';
import { jsonRows } from '../../db/json.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import { changes, prepareSteps, reads } from '../../db/prepared-steps.ts';
import { countOf } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { activeSession, heldSession, MEMBER, SESSION_COLUMNS, type SessionKey } from '../users/sessions.queries.ts';

/** A product of a member. */
interface OwnProduct {
  userId: string;
  itemId: number;
}

/** The favorites of the session's member, the last added first. */
const ofSession = (db: Db) =>
  db
    .selectFrom('favorites')
    .select('item_id')
    .where('user_id', '=', sql.ref<string>('session.userId'))
    .orderBy('id', 'desc');

/** The session of a request with its member's favorites. */
export const findFavorites = prepareQuery('favorites.find', (db, param: ParamOf<SessionKey>) =>
  db
    .with('session', (q) => activeSession(q, param))
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .select(jsonRows(db, ofSession(db)).as('favorites')),
);

/** Removes a favorite of the session's member, if it is one. Returns the session with those that are left. */
export const deleteFavorite = prepareSteps(
  'favorites.delete',
  (db, param: ParamOf<SessionKey & { itemId: number }>) => ({
    session: reads(heldSession(db, param)),
    removed: changes('favorites', ['id'])`
      delete from favorites where user_id = ${MEMBER} and item_id = ${param('itemId')}`,
  }),
  (q, db) =>
    q
      .selectFrom('session')
      .select(SESSION_COLUMNS)
      .select([
        jsonRows(db, ofSession(db).where('id', 'not in', sql<number>`(select id from removed)`)).as('favorites'),
        countOf('removed').as('removed'),
      ]),
);

/**
 * Reads the facts that decide whether a product can become a favorite: whether members see it, and the member's
 * favorites.
 */
export const favoriteState = prepareQuery('favorites.state', (db, param: ParamOf<OwnProduct>) => {
  const own = db.selectFrom('favorites').where('user_id', '=', param('userId'));
  return db.selectNoFrom([
    db
      .selectFrom('items')
      .select('id')
      .where('id', '=', param('itemId'))
      .where('listed', '=', 1)
      .where('is_active', '=', 1)
      .as('product'),
    own.where('item_id', '=', param('itemId')).select('id').as('favorite'),
    own.select((select) => select.fn.countAll<number>().as('count')).as('count'),
  ]);
});

export const insertFavorite = async (tx: Tx, { userId, itemId, now }: OwnProduct & { now: number }): Promise<void> => {
  await tx.insertInto('favorites').values({ user_id: userId, item_id: itemId, created_at: now }).execute();
};

/** A member's favorites, the last added first. */
export const listFavorites = (db: Db | Tx, { userId }: { userId: string }) =>
  db
    .selectFrom('favorites')
    .innerJoin('items', 'items.id', 'favorites.item_id')
    .select(['favorites.item_id', 'items.name', 'favorites.created_at'])
    .where('favorites.user_id', '=', userId)
    .orderBy('favorites.id', 'desc')
    .execute();
