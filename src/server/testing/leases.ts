import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type LeaseTime, takeLease } from '../db/leases.ts';
import type { TestShop } from './test-shop.ts';

/**
 * Lets time pass for the shop and for its leases. Those of PostgreSQL go by the clock of the server, which no test moves,
 * so they move instead.
 */
export const passTime = async (shop: TestShop, milliseconds: number): Promise<void> => {
  shop.advance(milliseconds);
  if (shop.database.engineName === 'SQLite') return;
  await shop.database.write((tx) => sql`update leases set expires_at = expires_at - ${milliseconds}`.execute(tx));
};

/** Takes a lease in the name of another process. Returns whether it was free. */
export const takeForAnother = (
  { database, clock }: TestShop,
  name: string,
  time: Omit<LeaseTime, 'now'>,
): Promise<boolean> => database.write((tx) => takeLease(tx, { name, holder: randomUUID(), now: clock(), ...time }));
