import { DAY_MS, TEN_MINUTES_MS } from '../../db/table.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteOldDeliveries } from './addresses.queries.ts';

/** Erases the addresses of orders that have ended long ago, and what else was deleted of addresses, down to the bytes. */
export const startErasingAddresses = (shop: Shop): BackgroundJob =>
  repeat({ name: 'erasing addresses', every: TEN_MINUTES_MS, log: shop.log }, () => eraseAddresses(shop));

export const eraseAddresses = async ({
  database,
  settings,
  clock,
}: Pick<Shop, 'database' | 'settings' | 'clock'>): Promise<void> => {
  const since = clock() - settings.ADDRESS_KEEP_DAYS * DAY_MS;
  await database.write((tx) => deleteOldDeliveries(tx, { since }));
  await database.removeErasedBytes();
};
