import { randomUUID } from 'node:crypto';
import { type Execute, memberStatement, receiptStatements, withDirectAccess } from './direct.ts';
import { type Feed, feedFile, startFeed } from './feed.ts';
import {
  call,
  type FileProduct,
  listItems,
  logInMember,
  plainProducts,
  productIds,
  readBytes,
  registerMembers,
  setMarkup,
  setPercentOfAll,
  signInAdmin,
  uploadProducts,
  withOtherStock,
  withShop,
  withStockedShop,
} from './fixtures.ts';
import { type Growth, type GrowthLine, type Part, timed, timedEach } from './part.ts';
import { type Engine, onBothEngines } from './postgres.ts';
import type { Running } from './processes.ts';
import { median } from './rounds.ts';
import { isShort, repeated } from './scale.ts';

const PRODUCTS = isShort ? [100, 200] : [1000, 5000, 15_000, 50_000];
const RECEIPTS = isShort ? [100, 200] : [1000, 10_000, 100_000];
/** How many times a slow call and a fast call is measured. The figure is the median. */
const SLOW_CALLS = repeated(3);
const FAST_CALLS = repeated(20);
/** The products of a shop whose receipts and members grow. */
const STOCKED = isShort ? 500 : 2000;

/** How the cost of calls grows with the number of products, and with that of receipts and members. */
export const growth: Part = {
  name: 'growth',
  measure: async () => {
    const feed = await startFeed();
    try {
      return {
        growths: [
          await measureGrowth('products', PRODUCTS, (engine, count) => withProducts(engine, count, feed)),
          await measureGrowth('receipts and members', RECEIPTS, withReceipts),
        ],
      };
    } finally {
      feed.stop();
    }
  },
};

/** What calls took in one shop: the name of the call, and milliseconds. */
type Timings = Record<string, number>;

const measureGrowth = async (
  of: string,
  counts: readonly number[],
  measure: (engine: Engine, count: number) => Promise<Timings>,
): Promise<Growth> => {
  const lines = new Map<string, GrowthLine>();
  for (const at of counts) {
    await onBothEngines(async (engine) => {
      for (const [path, milliseconds] of Object.entries(await measure(engine, at))) {
        const name = `${path}, ${engine.name}`;
        const line = lines.get(name) ?? { path, engine: engine.name, points: [] };
        lines.set(name, line);
        line.points.push({ at, milliseconds });
      }
    });
  }
  return { of, lines: [...lines.values()] };
};

const medianOf = async (times: number, work: (time: number) => Promise<unknown>): Promise<number> =>
  median(await timedEach(times, work));

/** Products without description and pictures, so that 50,000 of them fit in an upload of 10 MB. */
const leanProducts = (count: number, edition: number): FileProduct[] =>
  plainProducts(count, edition).map((product) => ({ ...product, description: '', images: [] }));

const withProducts = ({ settings }: Engine, count: number, feed: Feed): Promise<Timings> =>
  withShop(
    async (shop) => {
      const [member] = await registerMembers(shop, 1);
      const token = await signInAdmin(shop);
      await uploadProducts(shop, token, leanProducts(count, 0));
      const upload = await medianOf(SLOW_CALLS, (time) => uploadProducts(shop, token, leanProducts(count, time + 1)));
      const rule = await medianOf(SLOW_CALLS, (time) => setPercentOfAll(shop, token, 10 + time));
      const syncNow = (stock: number) => {
        feed.serve(feedFile(withOtherStock(leanProducts(count, SLOW_CALLS), stock)));
        return timed(() => call(shop, token, ['POST', '/api/admin/inventory/sync', {}]));
      };
      await syncNow(1000);
      const syncs: number[] = [];
      for (let time = 0; time < SLOW_CALLS; time++) syncs.push(await syncNow(2000 + time));
      const ids = (await listItems(shop, token)).map(({ id }) => id);
      const edit = (markupDollars: number) => setMarkup(shop, token, { id: ids[0]!, markupDollars });
      const catalogues: number[] = [];
      const lists: number[] = [];
      for (let time = 0; time < FAST_CALLS; time++) {
        const before = (await readBytes(shop, '/api/inventory-data')).etag;
        await edit(50 + time);
        catalogues.push(
          await timed(async () => {
            while ((await readBytes(shop, '/api/inventory-data')).etag === before);
          }),
        );
        await edit(80 + time);
        lists.push(await timed(() => readBytes(shop, '/api/admin/inventory', token)));
      }
      return {
        'Upload, all changed': upload,
        'Price rule over all': rule,
        'Sync that changes 1 %': median(syncs),
        'Catalogue after an edit': median(catalogues),
        'Admin list after an edit': median(lists),
        'Add to cart': await medianOf(FAST_CALLS, (time) => addToCart(shop, member!, ids[time % ids.length]!)),
      };
    },
    { ...settings, INVENTORY_FEED_URL: feed.url },
  );

const withReceipts = ({ settings }: Engine, count: number): Promise<Timings> =>
  withStockedShop(
    STOCKED,
    async (shop) => {
      const [member] = await registerMembers(shop, 1);
      await withDirectAccess(shop, settings, (execute) => fill(execute, count));
      const token = await signInAdmin(shop);
      const ids = await productIds(shop, FAST_CALLS);
      const read = (path: string) => medianOf(FAST_CALLS, () => call(shop, token, ['GET', path]));
      const confirms: number[] = [];
      for (const id of ids) {
        await addToCart(shop, member!, id);
        confirms.push(await timed(() => call(shop, member!, ['POST', '/api/receipts', {}])));
      }
      return {
        'Confirm an order': median(confirms),
        'Log in': await medianOf(FAST_CALLS, () => logInMember(shop)),
        'Receipts, first page': await read('/api/admin/receipts'),
        'Members, first page': await read('/api/admin/users'),
        'Overview of 90 days': await read('/api/admin/overview?days=90'),
        'What needs the seller': await read('/api/admin/attention'),
      };
    },
    settings,
  );

const fill = async (execute: Execute, count: number): Promise<void> => {
  await execute(memberStatement(count));
  for (const statement of receiptStatements({ paid: count, awaiting: 20, members: count })) await execute(statement);
};

const addToCart = (shop: Running, token: string, productId: number): Promise<unknown> =>
  call(shop, token, ['POST', '/api/cart/add', { productId, quantity: 1 }], { 'idempotency-key': randomUUID() });
