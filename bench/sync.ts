import { type Feed, feedFile, startFeed } from './feed.ts';
import { call, plainProducts, signInAdmin, withShop } from './fixtures.ts';
import type { Figure, Part } from './part.ts';
import { onBothEngines } from './postgres.ts';
import { cpuTime, type Running } from './processes.ts';
import { repeated, scaled } from './scale.ts';

const PRODUCTS = scaled(15_000);
/** How many syncs share one figure, because the kernel counts CPU time in steps. */
const SYNCS = repeated(20);

/** A sync that finds nothing new, as nearly every sync does. */
export const sync: Part = {
  name: 'sync',
  measure: async () => {
    const feed = await startFeed();
    try {
      const figures = await onBothEngines(({ name, settings }) =>
        withShop((shop) => measureSyncs(shop, feed, name), { ...settings, INVENTORY_FEED_URL: feed.url }),
      );
      return { figures: figures.flat() };
    } finally {
      feed.stop();
    }
  },
};

const measureSyncs = async (shop: Running, feed: Feed, engine: string): Promise<Figure[]> => {
  const token = await signInAdmin(shop);
  const file = feedFile(plainProducts(PRODUCTS, 0));
  const syncNow = () => call(shop, token, ['POST', '/api/admin/inventory/sync', {}]);
  const cpuOfSync = async (): Promise<number> => {
    // The first syncs bring the products and the ETag.
    await syncNow();
    await syncNow();
    const before = cpuTime(shop.pid);
    for (let run = 0; run < SYNCS; run++) await syncNow();
    return (cpuTime(shop.pid) - before) / SYNCS;
  };
  feed.serve(file);
  const whole = await cpuOfSync();
  feed.serve(file, { etag: '"bench"' });
  const notModified = await cpuOfSync();
  const name = `Sync of ${PRODUCTS.toLocaleString('en-US')} unchanged products, CPU time`;
  return [
    { name: `${name}, ${engine}`, value: whole, unit: 'ms', bar: 150 },
    { name: `The same with an unchanged ETag, ${engine}`, value: notModified, unit: 'ms', bar: 5 },
  ];
};
