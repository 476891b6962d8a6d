import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../db/types.ts';
import type { TestShop } from './test-shop.ts';

/** Waits until this many statements on PostgreSQL wait for a lock that another transaction holds. */
export const expectLockWaits = async ({ database }: TestShop, atLeast = 1): Promise<void> => {
  const waiting = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const count = async () => (await waiting.execute(database.read)).rows.length;
  await expect.poll(count).toBeGreaterThanOrEqual(atLeast);
};

/** Holds a lock in a transaction: what needs it waits. Returns how to let it go on, once the lock is held. */
export const holdLock = async (
  { database }: TestShop,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<unknown>> => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let transaction: Promise<unknown> | undefined;
  await new Promise<void>((locked, failed) => {
    transaction = database.write(async (tx) => {
      await lock(tx);
      locked();
      await held;
    });
    transaction.catch(failed);
  });
  return () => {
    release();
    return transaction!;
  };
};
