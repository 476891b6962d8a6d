import { type Feed, feedFile, startFeed } from './feed.ts';
import { call, plainProducts, signInAdmin, withOtherStock, withShop } from './fixtures.ts';
import { load } from './load.ts';
import { type Measured, type Part, p99Figures } from './part.ts';
import { type Running, startScript } from './processes.ts';
import { compare, type Round } from './rounds.ts';
import { ROUNDS, scaled } from './scale.ts';

const PRODUCTS = scaled(15_000);
const CONNECTIONS = 16;
/** The largest 99th percentile while a sync changes products every second, in milliseconds. */
const P99_BAR = 50;
const SYNC_MS = 1000;

/**
 * The whole catalogue, its 304, and the whole catalogue while a sync changes one product of a hundred every second.
 * Compared with a bare server that sends the same bytes and headers.
 */
export const catalogue: Part = {
  name: 'catalogue',
  measure: async () => {
    const feed = await startFeed();
    feed.serve(feedFile(plainProducts(PRODUCTS, 0)));
    try {
      return await withShop((shop) => measureCatalogue(shop, feed), { INVENTORY_FEED_URL: feed.url });
    } finally {
      feed.stop();
    }
  },
};

const measureCatalogue = async (shop: Running, feed: Feed): Promise<Measured> => {
  const token = await signInAdmin(shop);
  const syncNow = () => call(shop, token, ['POST', '/api/admin/inventory/sync', {}]);
  await syncNow();
  const url = `${shop.url}/api/inventory-data`;
  const bare = await startScript('bare-server.ts', { FETCH_URL: url });
  const brotli = { 'accept-encoding': 'br' };
  const { etag } = Object.fromEntries((await fetch(url, { headers: brotli })).headers);
  const read = (of: string) => load({ url: of, connections: CONNECTIONS, headers: brotli }, 200);
  const readKnown = (of: string) =>
    load({ url: of, connections: CONNECTIONS, headers: { ...brotli, 'if-none-match': etag! } }, 304);
  const about = (name: string) => ({ name, unit: 'requests a second', rounds: ROUNDS });
  const count = PRODUCTS.toLocaleString('en-US');
  try {
    const whole = await compare(about(`Whole catalogue, ${count} products`), () => read(url), [
      { name: 'bare server', bar: 0.9, measure: () => read(bare.url) },
    ]);
    const known = await compare(about('Catalogue not changed (304)'), () => readKnown(url), [
      { name: 'bare server', bar: 0.9, measure: () => readKnown(bare.url) },
    ]);
    // Made before, because the client runs in this process.
    const editions = [2000, 1000].map((qty) => feedFile(withOtherStock(plainProducts(PRODUCTS, 0), qty)));
    let synced = 0;
    const readAndSync = (): Promise<Round> =>
      whileRepeated(
        () => read(url),
        async () => {
          feed.serve(editions[synced++ % 2]!);
          await syncNow();
        },
      );
    const whileSynced = await compare(about('Whole catalogue while a sync changes 1 % a second'), readAndSync, [
      { name: 'bare server', bar: 0.8, measure: () => read(bare.url) },
    ]);
    return { comparisons: [...whole, ...known, ...whileSynced], figures: p99Figures(whileSynced, P99_BAR) };
  } finally {
    await bare.stop();
  }
};

/** Runs the work while `repeated` runs every SYNC_MS. */
const whileRepeated = async <Result>(work: () => Promise<Result>, repeated: () => Promise<void>): Promise<Result> => {
  let done = false;
  const repeating = (async () => {
    while (!done) {
      const next = new Promise((resolve) => setTimeout(resolve, SYNC_MS));
      await repeated();
      await next;
    }
  })();
  const result = await work();
  done = true;
  await repeating;
  return result;
};
