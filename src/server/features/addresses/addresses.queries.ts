import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { isSqlite } from '../../db/json.ts';
import { noteErasure } from '../../db/remove-deleted-bytes.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';

/** The columns of an address that a receipt copies. */
export const DELIVERY_COLUMNS = ['name', 'lines', 'city', 'region', 'postal_code', 'country', 'phone'] as const;
export type DeliveryRow = Pick<Selectable<Schema['addresses']>, (typeof DELIVERY_COLUMNS)[number]>;
export type AddressRow = DeliveryRow & { id: string };

/** A member's addresses: the one that an order used last, then the newest. */
export const listAddresses = (db: Db | Tx, { userId }: { userId: string }): Promise<AddressRow[]> =>
  db
    .selectFrom('addresses')
    .select(['id', ...DELIVERY_COLUMNS])
    .where('user_id', '=', userId)
    .orderBy(sql`coalesce(used_at, 0)`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Returns whether a member has an address: this one, or any if it is not named. */
export const hasAddress = async (
  db: Db | Tx,
  { userId, id }: { userId: string; id?: string | undefined },
): Promise<boolean> =>
  (await db
    .selectFrom('addresses')
    .select('id')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findAddress = (db: Db | Tx, { userId, id }: { userId: string; id: string }) =>
  db
    .selectFrom('addresses')
    .select(['id', ...DELIVERY_COLUMNS])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Returns the id of the new address. */
export const insertAddress = async (
  tx: Tx,
  { userId, values, now }: { userId: string; values: DeliveryRow; now: number },
): Promise<string> => {
  const id = randomBytes(12).toString('base64url');
  await tx
    .insertInto('addresses')
    .values({ id, user_id: userId, ...values, created_at: now, used_at: null })
    .execute();
  return id;
};

/** Returns the changed address; undefined if the member has none of this id. */
export const updateAddress = async (
  tx: Tx,
  { userId, id, values }: { userId: string; id: string; values: Partial<DeliveryRow> },
): Promise<AddressRow | undefined> => {
  const changed = await tx
    .updateTable('addresses')
    // With nothing to change, the row is only read.
    .set(({ ref }) => ({ name: ref('name'), ...values }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['id', ...DELIVERY_COLUMNS])
    .executeTakeFirst();
  if (changed) await noteErasure(tx);
  return changed;
};

/** Returns false if the member has none of this id. */
export const deleteAddress = async (tx: Tx, { userId, id }: { userId: string; id: string }): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('addresses')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await noteErasure(tx);
  return true;
};

/** Deletes a member's addresses, and the copies of all receipts but those that are paid and not shipped yet. */
export const deleteAddressesOf = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  const own = await tx.deleteFrom('addresses').where('user_id', '=', userId).executeTakeFirstOrThrow();
  const copies = await tx
    .deleteFrom('deliveries')
    .where('receipt_id', 'in', (ids) =>
      ids
        .selectFrom('receipts')
        .select('receipts.id')
        .where('receipts.user_id', '=', userId)
        .where('receipts.status', '<>', 'paid'),
    )
    .executeTakeFirstOrThrow();
  if (own.numDeletedRows + copies.numDeletedRows > 0n) await noteErasure(tx);
};

/** Deletes the copy of a receipt if the account of its member is deleted. */
export const deleteIfAccountIsDeleted = async (tx: Tx, { receiptId }: { receiptId: string }): Promise<void> => {
  const { numDeletedRows } = await tx
    .deleteFrom('deliveries')
    .where('receipt_id', 'in', (ids) =>
      ids
        .selectFrom('receipts')
        .innerJoin('users', 'users.id', 'receipts.user_id')
        .select('receipts.id')
        .where('receipts.id', '=', receiptId)
        .where('users.deleted_at', 'is not', null),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await noteErasure(tx);
};

/** Deletes the copies of receipts that have ended, or are on their way, since this time (behavior 6.14). */
export const deleteOldDeliveries = async (tx: Tx, { since }: { since: number }): Promise<void> => {
  // A step back at the same time comes before or after this.
  const locked = isSqlite(tx) ? sql`` : sql`for update of receipts`;
  const { numAffectedRows } = await sql`
    delete from deliveries where receipt_id in (
      select receipts.id from receipts
      where receipts.id in (select receipt_id from deliveries)
        and receipts.status in ('shipped', 'completed', 'cancelled', 'expired')
        and (
          select max(receipt_events.at) from receipt_events
          where receipt_events.receipt_id = receipts.id and receipt_events.kind in ('step', 'undo')) <= ${since}
      order by receipts.id ${locked})`.execute(tx);
  if (numAffectedRows) await noteErasure(tx);
};
