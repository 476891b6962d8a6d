import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestShop } from './test-shop.ts';

/** Waits until this many statements on PostgreSQL wait for a lock that another transaction holds. */
export const expectLockWaits = async ({ database }: TestShop, atLeast = 1): Promise<void> => {
  const waiting = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const count = async () => (await waiting.execute(database.read)).rows.length;
  await expect.poll(count).toBeGreaterThanOrEqual(atLeast);
};
