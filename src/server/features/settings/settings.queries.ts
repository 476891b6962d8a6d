import type { InferResult } from 'kysely';
import { isSettingName, type SettingName } from '#contract/setting-list.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { PanelValues } from '../../settings.ts';

/** The values that owners have set in the panel. */
export const findPanelValues = async (db: Db | Tx): Promise<PanelValues> => {
  const set = db.selectFrom('settings').select(['name', 'value', 'host']).where('value', 'is not', null);
  const rows = (await set.orderBy('name').execute()).filter(({ name }) => isSettingName(name));
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, value!]));
  return { ...values, tokenHost: rows.find(({ host }) => host !== null)?.host ?? undefined };
};

/** When settings were changed in the panel, and by whom. */
export const findUpdates = (db: Db) =>
  db
    .selectFrom('settings')
    .leftJoin('users', 'users.id', 'settings.updated_by')
    .select(['settings.name', 'settings.updated_at', 'users.username'])
    .execute();

/** The changes that wait, of owners who still are owners. */
const waiting = (db: Db | Tx) =>
  db
    .selectFrom('waiting_settings')
    .innerJoin('users', 'users.id', 'waiting_settings.user_id')
    .select([
      'waiting_settings.name',
      'waiting_settings.value',
      'waiting_settings.made_at',
      'waiting_settings.works_at',
      'waiting_settings.user_id',
      'users.username',
    ])
    .where('users.role', '=', 'owner')
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('waiting_settings.name');

export type WaitingRow = InferResult<ReturnType<typeof waiting>>[number] & { name: SettingName };

export const findWaiting = async (db: Db | Tx): Promise<WaitingRow[]> => (await waiting(db).execute()) as WaitingRow[];

/** Stores a value of the panel; null returns to the default. */
export const storeSetting = async (
  tx: Tx,
  setting: { name: SettingName; value: string | null; host: string | null; userId: string | null; now: number },
): Promise<void> => {
  const { name, value, host } = setting;
  const changed = { value, host, updated_at: setting.now, updated_by: setting.userId };
  await tx
    .insertInto('settings')
    .values({ name, ...changed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute();
};

export const storeWaiting = async (
  tx: Tx,
  change: { name: SettingName; value: string | null; userId: string; madeAt: number; worksAt: number },
): Promise<void> => {
  const { name, value } = change;
  const row = { value, made_at: change.madeAt, works_at: change.worksAt, user_id: change.userId };
  await tx
    .insertInto('waiting_settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
};

/** Ends the waiting of a change. Returns whether there was one. */
export const deleteWaiting = async (tx: Tx, { name }: { name: string }): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('waiting_settings').where('name', '=', name).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** Returns whether an order was ever placed in this shop. */
export const hadOrders = async (db: Db | Tx): Promise<boolean> => {
  const order = await db.selectFrom('receipts').select('id').limit(1).executeTakeFirst();
  return order !== undefined;
};
