import { plainProducts, signInAdmin, uploadProducts, withShop } from './fixtures.ts';
import { ROUNDS } from './load.ts';
import type { Part } from './part.ts';
import type { Running } from './processes.ts';
import { median } from './rounds.ts';

const PRODUCTS = 20_000;

/** A large upload, and its effect on members. */
export const upload: Part = {
  name: 'upload',
  measure: () =>
    withShop(async (shop) => {
      const { milliseconds, catalogueP99 } = await measureUploads(shop, PRODUCTS, ROUNDS);
      const replacing = `Replace ${PRODUCTS.toLocaleString('en-US')} products, all changed`;
      return {
        figures: [
          { name: replacing, value: milliseconds, unit: 'ms', bar: 3000 },
          { name: 'The catalogue during an upload, p99', value: catalogueP99, unit: 'ms', bar: 100 },
        ],
      };
    }),
};

/** The times of an upload, in milliseconds. */
interface UploadTimes {
  /** Until the response: the file is read and planned, and the plan is applied and stored as a change-set. */
  milliseconds: number;
  /** The 99th percentile of the catalogue calls that started during the upload. */
  catalogueP99: number;
}

/** One page fetches the catalogue 50 times a second. */
const PAUSE_MS = 20;

/**
 * Replaces the inventory several times by one of the same size in which every product changed, while a member's page
 * reads the catalogue all the time. Returns the medians of the rounds.
 */
const measureUploads = async (shop: Running, products: number, rounds: number): Promise<UploadTimes> => {
  const token = await signInAdmin(shop);
  await uploadProducts(shop, token, plainProducts(products, 0));
  const measured: UploadTimes[] = [];
  for (let round = 1; round <= rounds; round++) {
    let done = false;
    const latencies: number[] = [];
    const reading = (async () => {
      while (!done) {
        latencies.push(await timed(() => readCatalogue(shop)));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    })();
    const milliseconds = await timed(() => uploadProducts(shop, token, plainProducts(products, round)));
    done = true;
    await reading;
    latencies.sort((a, b) => a - b);
    measured.push({ milliseconds, catalogueP99: latencies[Math.ceil(latencies.length * 0.99) - 1]! });
  }
  return {
    milliseconds: median(measured.map((each) => each.milliseconds)),
    catalogueP99: median(measured.map((each) => each.catalogueP99)),
  };
};

const readCatalogue = async ({ url }: Running): Promise<void> => {
  const response = await fetch(`${url}/api/inventory-data`, { headers: { 'accept-encoding': 'br' } });
  if (!response.ok) throw new Error(`The catalogue returned ${response.status}.`);
  await response.body?.cancel();
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
