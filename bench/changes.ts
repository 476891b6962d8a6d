import {
  call,
  listItems,
  longestBlock,
  plainProducts,
  readBytes,
  setMarkup,
  setPercentOfAll,
  signInAdmin,
  uploadProducts,
  withShop,
} from './fixtures.ts';
import { meanwhile } from './load.ts';
import { type Figure, type Part, percentile, timed, timedEach } from './part.ts';
import { onBothEngines } from './postgres.ts';
import type { Running } from './processes.ts';
import { median } from './rounds.ts';
import { ROUNDS, repeated, scaled } from './scale.ts';

const ITEMS = scaled(20_000);
const REVERTED = scaled(5000);
const LISTED = scaled(15_000);
/** How many times a list is read, and a single change is made. */
const CALLS = repeated(20);
/** The pause between two looks at the catalogue, or at the event loop, in milliseconds. */
const PAUSE_MS = 2;

/** What admins do to a large inventory: they list it, change many prices and undo that, and change one item. */
export const changes: Part = {
  name: 'changes',
  measure: async () => {
    const many = await onBothEngines(({ name, settings }) => withShop((shop) => measureMany(shop, name), settings));
    const single = await onBothEngines(({ name, settings }) => withShop((shop) => measureOne(shop, name), settings));
    return { figures: [...many, ...single].flat() };
  },
};

interface Changed {
  changeId: number | null;
}

const measureMany = async (shop: Running, engine: string): Promise<Figure[]> => {
  const token = await signInAdmin(shop);
  await uploadProducts(shop, token, plainProducts(ITEMS, 0));
  const items = await listItems(shop, token);
  const ids = items.slice(0, REVERTED).map(({ id }) => id);
  const readList = () => readBytes(shop, '/api/admin/inventory', token);
  await readList();
  const listing = await timedEach(CALLS, readList);
  const changedLists: number[] = [];
  for (let round = 0; round < CALLS; round++) {
    await setMarkup(shop, token, { id: ids[round]!, markupDollars: 20 + round });
    changedLists.push(await timed(readList));
  }
  const ruling = await timedEach(ROUNDS, (round) => setPercentOfAll(shop, token, 10 + round));
  const reverting: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { changeId } = await call<Changed>(shop, token, [
      'POST',
      '/api/admin/inventory/bulk',
      { ids, set: { markupDollars: 30 + round } },
    ]);
    reverting.push(await timed(() => call(shop, token, ['POST', `/api/admin/changes/${changeId}/revert`, {}])));
  }
  const count = (items: number) => items.toLocaleString('en-US');
  return [
    { name: `Admin list of ${count(ITEMS)}, ${engine}, p95`, value: percentile(listing, 95), unit: 'ms', bar: 100 },
    { name: `The same right after an edit, ${engine}, p95`, value: percentile(changedLists, 95), unit: 'ms', bar: 100 },
    { name: `Price rule over ${count(ITEMS)}, ${engine}`, value: median(ruling), unit: 'ms', bar: 2000 },
    { name: `Revert of ${count(REVERTED)} rows, ${engine}`, value: median(reverting), unit: 'ms', bar: 500 },
  ];
};

/** One edit of a markup, until it is in the bytes that members get, while something else asks the event loop. */
const measureOne = async (shop: Running, engine: string): Promise<Figure[]> => {
  const token = await signInAdmin(shop);
  await uploadProducts(shop, token, plainProducts(LISTED, 0));
  const items = await listItems(shop, token);
  const visible: number[] = [];
  const waits: number[] = [];
  // Forgets the upload.
  await longestBlock(shop);
  for (let round = 0; round < CALLS; round++) {
    const before = await readVersion(shop);
    const edit = async () => {
      await setMarkup(shop, token, { id: items[round]!.id, markupDollars: 40 + round });
      while ((await readVersion(shop)) === before) await pause();
    };
    const askHealth = () => fetch(`${shop.url}/healthz`).then((response) => response.text());
    const [took] = await meanwhile(async () => visible.push(await timed(edit)), [askHealth], PAUSE_MS);
    waits.push(...took!);
  }
  const products = LISTED.toLocaleString('en-US');
  return [
    {
      name: `An edit in the served bytes, ${products} products, ${engine}, p95`,
      value: percentile(visible, 95),
      unit: 'ms',
      bar: 150,
    },
    {
      name: `Longest block of the event loop meanwhile, ${engine}`,
      value: await longestBlock(shop),
      unit: 'ms',
      bar: 20,
    },
    { name: `Longest wait of another call meanwhile, ${engine}`, value: Math.max(...waits), unit: 'ms' },
  ];
};

/** The version of the catalogue that members get. */
const readVersion = async (shop: Running): Promise<string> => (await readBytes(shop, '/api/inventory-data')).etag!;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
