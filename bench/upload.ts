import { type BareUpload, openPostgresUpload, openSqliteUpload } from './bare-upload.ts';
import {
  call,
  plainProducts,
  productIds,
  readBytes,
  registerMembers,
  signInAdmin,
  uploadProducts,
  withShop,
} from './fixtures.ts';
import { meanwhile } from './load.ts';
import { type Figure, type Part, percentile, timed } from './part.ts';
import { onBothEngines } from './postgres.ts';
import type { Running } from './processes.ts';
import { median } from './rounds.ts';
import { ROUNDS, scaled } from './scale.ts';

const PRODUCTS = scaled(20_000);
/** The largest 99th percentile of these calls, in milliseconds. */
const P99_BAR = 60;

/**
 * A large upload in which every product changes: its preview and its application, each compared with the bare work, and
 * its effect on members.
 */
export const upload: Part = {
  name: 'upload',
  measure: async () => {
    const figures = await onBothEngines(async ({ name, settings }) => {
      const { DATABASE_URL } = settings;
      const bare = DATABASE_URL ? await openPostgresUpload(DATABASE_URL) : openSqliteUpload();
      try {
        return await withShop((shop) => measureUploads(shop, bare, name), settings);
      } finally {
        await bare.close();
      }
    });
    return { figures: figures.flat() };
  },
};

const measureUploads = async (shop: Running, bare: BareUpload, engine: string): Promise<Figure[]> => {
  const token = await signInAdmin(shop);
  await uploadProducts(shop, token, plainProducts(PRODUCTS, 0));
  const [member] = await registerMembers(shop, 1);
  const [productId] = await productIds(shop, 1);
  const times = { bare: [] as number[], plan: [] as number[], apply: [] as number[] };
  const latencies = { catalogue: [] as number[], cart: [] as number[] };
  for (let round = 1; round <= ROUNDS; round++) {
    const products = plainProducts(PRODUCTS, round);
    const file = JSON.stringify({ data: products });
    times.bare.push(await timed(() => bare.store(file)));
    times.plan.push(await timed(() => uploadProducts(shop, token, products, { dryRun: true })));
    const [catalogue, cart] = await meanwhile(
      async () => times.apply.push(await timed(() => uploadProducts(shop, token, products))),
      [
        () => readBytes(shop, '/api/inventory-data'),
        () => call(shop, member!, ['POST', '/api/cart/add', { productId, quantity: 1 }]),
      ],
    );
    latencies.catalogue.push(...catalogue!);
    latencies.cart.push(...cart!);
  }
  const [plan, apply] = [median(times.plan), median(times.apply)];
  const count = PRODUCTS.toLocaleString('en-US');
  const ratio = (of: readonly number[]) => median(of.map((time, round) => time / times.bare[round]!));
  return [
    { name: `Bare work for ${count} products, ${engine}`, value: median(times.bare), unit: 'ms' },
    { name: `Preview of an upload, ${engine}`, value: plan, unit: 'ms' },
    { name: `Preview instead of the bare work, ${engine}`, value: ratio(times.plan), unit: 'times', bar: 2 },
    { name: `Upload, all changed, ${engine}`, value: apply, unit: 'ms', bar: 3000 },
    { name: `Upload instead of the bare work, ${engine}`, value: ratio(times.apply), unit: 'times', bar: 3 },
    {
      name: `The catalogue during an upload, ${engine}, p99`,
      value: percentile(latencies.catalogue, 99),
      unit: 'ms',
      bar: P99_BAR,
    },
    {
      name: `Add to cart during an upload, ${engine}, p99`,
      value: percentile(latencies.cart, 99),
      unit: 'ms',
      bar: P99_BAR,
    },
  ];
};
