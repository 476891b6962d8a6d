import type { ShopDatabase } from '../../db/shop-database.ts';
import { presentItem } from './inventory.present.ts';
import { listItems } from './inventory.queries.ts';

/** The answer of GET /api/admin/inventory as bytes: every item in the lists, by id. */
export const adminInventoryJson = async ({ read }: ShopDatabase, _request: null): Promise<Uint8Array> => {
  const items = await listItems(read, { listedOnly: true });
  return Buffer.from(`{"inventory":[${items.map((item) => JSON.stringify(presentItem(item))).join(',')}]}`);
};
