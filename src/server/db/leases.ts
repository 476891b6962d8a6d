import { type RawBuilder, sql } from 'kysely';
import { CLOCK_TOLERANCE_MS } from '#domain/stored-times.ts';
import { isSqlite } from './json.ts';
import { SERVER_TIME } from './sql.ts';
import type { Db, Tx } from './types.ts';

interface Lease {
  name: string;
  holder: string;
}

/** How long a lease lasts, unless its holder renews it. */
export interface LeaseTime {
  /** The time of this process in epoch milliseconds. It counts on SQLite; a server has a clock of its own. */
  now: number;
  milliseconds: number;
  /** How long the longest lease of this name lasts, if processes or settings may differ in that. */
  longest?: number;
}

/** The clock of leases, the same for all processes. */
const timeOf = (db: Db | Tx, { now }: LeaseTime): RawBuilder<number> =>
  isSqlite(db) ? sql<number>`${now}` : SERVER_TIME;

const endOf = (db: Db | Tx, time: LeaseTime): RawBuilder<number> =>
  sql<number>`${timeOf(db, time)} + ${sql.lit(time.milliseconds)}`;

/**
 * The condition that somebody holds a lease: it has not ended yet. One that ends later than any of its name can was taken while the clock
 * was ahead. It holds nobody up, because its end may be a year away.
 */
const isHeld = (db: Db | Tx, time: LeaseTime): RawBuilder<boolean> => {
  const latest = (time.longest ?? time.milliseconds) + CLOCK_TOLERANCE_MS;
  const now = timeOf(db, time);
  return sql<boolean>`(leases.expires_at > ${now} and leases.expires_at <= ${now} + ${sql.lit(latest)})`;
};

/**
 * Takes a lease if no other holder has it. One that its holder did not renew in time is free. Returns whether it was
 * taken.
 */
export const takeLease = async (tx: Tx, { name, holder, ...time }: Lease & LeaseTime): Promise<boolean> => {
  const expiresAt = endOf(tx, time);
  const row = await tx
    .insertInto('leases')
    .values({ name, holder, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at: expiresAt })
        .where(({ eb, or, not }) => or([eb('leases.holder', '=', holder), not(isHeld(tx, time))])),
    )
    .returning('holder')
    .executeTakeFirst();
  return row !== undefined;
};

/** Extends a lease if this holder still has it. */
export const renewLease = async (tx: Tx, { name, holder, ...time }: Lease & LeaseTime): Promise<void> => {
  await tx
    .updateTable('leases')
    .set({ expires_at: endOf(tx, time) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
};

/** Returns a lease if this holder still has it. */
export const releaseLease = async (tx: Tx, { name, holder }: Lease): Promise<void> => {
  await tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
};

/** Returns whether somebody holds a lease now, before it is worth a write to take it. */
export const isLeaseHeld = async (db: Db | Tx, { name, ...time }: { name: string } & LeaseTime): Promise<boolean> => {
  const held = db.selectFrom('leases').select('name').where('name', '=', name).where(isHeld(db, time));
  return (await held.executeTakeFirst()) !== undefined;
};

/** Returns whether somebody holds one of the leases whose names begin with a prefix. */
export const areLeasesHeld = async (
  db: Db | Tx,
  { prefix, ...time }: { prefix: string } & LeaseTime,
): Promise<boolean> => {
  const held = db.selectFrom('leases').select('name').where('name', 'like', `${prefix}%`).where(isHeld(db, time));
  return (await held.limit(1).executeTakeFirst()) !== undefined;
};

/** Returns whether nobody else has taken a lease since this holder did. */
export const isStillHolder = async (tx: Tx, { name, holder }: Lease): Promise<boolean> => {
  const row = await tx.selectFrom('leases').select('holder').where('name', '=', name).executeTakeFirst();
  return row?.holder === holder;
};
