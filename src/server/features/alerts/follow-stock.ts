import type { Ids } from '#domain/changed-ids.ts';
import { ChangeFollower } from '../../db/change-follower.ts';
import { lockItems } from '../../db/locks.ts';
import { chunks } from '../../db/sql.ts';
import type { BackgroundJob } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { recordNotice } from '../notices/notices.queries.ts';
import { findBehind, recordReturns, withdrawReturns } from './alerts.queries.ts';

/** Items whose alerts change in one transaction. */
const ITEMS_AT_ONCE = 100;

/**
 * Brings alerts up to date with the stock (behavior 5.23): those of items that are back say so, and those that nobody saw
 * wait again if the item sold out. The webhook is notified once per item and return. Looks at these items, or at all
 * without `ids`. It compares what is stored, so it does not matter what moved the stock, and running it twice changes
 * nothing more.
 */
export const followStock = async (shop: Shop, ids: Ids = null): Promise<void> => {
  const { database } = shop;
  const behind = await findBehind(database.read, { ids });
  for (const itemIds of chunks(behind, ITEMS_AT_ONCE)) {
    await database.write(async (tx, touch) => {
      // Of several processes, the first one notifies.
      await lockItems(tx, itemIds);
      await withdrawReturns(tx, { itemIds });
      touch('alerts', itemIds);
      const now = shop.clock();
      for (const item of await recordReturns(tx, { itemIds, now })) {
        if (!shop.settings.ORDER_WEBHOOK_URL) continue;
        const { id, name, brand } = item;
        const product = {
          id,
          externalId: item.external_id,
          name,
          brand,
          quantity: item.available,
          waiting: item.waited,
        };
        await recordNotice(tx, touch, { event: 'product.back', product, now });
      }
    });
  }
};

/** Changes in quick succession are processed together. A request in between returns the current state anyway. */
const TOGETHER_MS = 500;
/** In case this process missed a change. */
const INTERVAL_MS = 60_000;

/** Lets alerts follow the stock: sync, file, edits and orders all report a changed item as a change of the catalogue. */
export const startFollowingStock = (shop: Shop): BackgroundJob => {
  const { database, log } = shop;
  const follower = new ChangeFollower(database, {
    topics: ['catalogue'],
    read: (ids) => followStock(shop, ids),
    eager: { every: TOGETHER_MS, log, failure: 'alerts could not follow the stock' },
  });
  const timer = setInterval(() => follower.notice(null), INTERVAL_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      return follower.close();
    },
  };
};
