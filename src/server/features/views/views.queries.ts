import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../db/types.ts';

const withMakers = (db: Db | Tx) =>
  db.selectFrom('views').innerJoin('users', 'users.id', 'views.user_id').selectAll('views').select('users.username');

/** The views of a user and those that others share, by name. */
export const listViewsFor = (db: Db, { userId }: { userId: string }) =>
  withMakers(db)
    .where(({ eb, or }) => or([eb('views.user_id', '=', userId), eb('views.shared', '=', 1)]))
    .orderBy('views.name')
    .orderBy('users.username')
    .execute();

/** The views that a user made, by name. */
export const listOwnViews = (db: Db | Tx, { userId }: { userId: string }) =>
  withMakers(db).where('views.user_id', '=', userId).orderBy('views.name').execute();

/** The view of this name that a user made. */
export const findView = (db: Db | Tx, { userId, name }: { userId: string; name: string }) =>
  withMakers(db).where('views.user_id', '=', userId).where('views.name', '=', name).executeTakeFirst();

export type ViewRow = NonNullable<Awaited<ReturnType<typeof findView>>>;

interface WrittenView {
  userId: string;
  name: string;
  query: string;
  shared: boolean;
  now: number;
}

/** Adds a view, or replaces the one of the same name. */
export const storeView = async (tx: Tx, { userId, name, query, shared, now }: WrittenView): Promise<void> => {
  const values = { query, shared: shared ? (1 as const) : (0 as const), updated_at: now };
  await tx
    .insertInto('views')
    .values({ id: randomUUID(), user_id: userId, name, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(values))
    .execute();
};

/** Gives a view a name that its maker uses for no other one. */
export const renameView = async (tx: Tx, { id, name }: { id: string; name: string }): Promise<void> => {
  await tx.updateTable('views').set({ name }).where('id', '=', id).execute();
};

export const removeView = async (tx: Tx, { id }: { id: string }): Promise<void> => {
  await tx.deleteFrom('views').where('id', '=', id).execute();
};
