import { DAY_MS, TEN_MINUTES_MS } from '../../db/table.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteOldDeliveries } from './addresses.queries.ts';

/** Erases old addresses now and then. Several processes may do so at the same time. */
export const startErasingAddresses = (shop: Shop): BackgroundJob =>
  repeat({ name: 'erasing addresses', every: TEN_MINUTES_MS, log: shop.log }, () => eraseAddresses(shop));

/**
 * Deletes the addresses of orders that ended long enough ago, and removes what was deleted of addresses since the last time,
 * by whomever, from the bytes of the database too (behavior 6.14).
 */
export const eraseAddresses = async ({
  database,
  settings,
  clock,
}: Pick<Shop, 'database' | 'settings' | 'clock'>): Promise<void> => {
  const since = clock() - settings.ADDRESS_KEEP_DAYS * DAY_MS;
  await database.write((tx) => deleteOldDeliveries(tx, { since }));
  await database.removeErasedBytes();
};
