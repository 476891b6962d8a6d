import { ROUNDS } from './load.ts';
import { plainProducts, signInAdmin, uploadProducts, withShop } from './members.ts';
import type { Part } from './part.ts';
import type { Running } from './processes.ts';
import { median } from './rounds.ts';

const PRODUCTS = 20_000;

/** A big upload, and what members notice of it. */
export const upload: Part = {
  name: 'upload',
  measure: () =>
    withShop(async (shop) => {
      const { milliseconds, catalogueP99 } = await measureBigUploads(shop, PRODUCTS, ROUNDS);
      const replacing = `Replace ${PRODUCTS.toLocaleString('en-US')} products, all changed`;
      return {
        figures: [
          { name: replacing, value: milliseconds, unit: 'ms', bar: 3000 },
          { name: 'The catalogue meanwhile, p99', value: catalogueP99, unit: 'ms', bar: 100 },
        ],
      };
    }),
};

/** What a bounded piece of work took, and what members noticed of it. */
interface BigUpload {
  /** Until the upload was answered: read, planned, applied and stored as a change-set. */
  milliseconds: number;
  /** The slowest but one in a hundred catalogue calls that began while it ran. */
  catalogueP99: number;
}

/** One page that asks for the catalogue 50 times a second. */
const PAUSE_MS = 20;

/**
 * Replaces an inventory by one of the same size in which every product changed, again and again, while a member's page
 * reads the catalogue all the time; the median of the rounds.
 */
const measureBigUploads = async (shop: Running, products: number, rounds: number): Promise<BigUpload> => {
  const token = await signInAdmin(shop);
  await uploadProducts(shop, token, plainProducts(products, 0));
  const measured: BigUpload[] = [];
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
  const answer = await fetch(`${url}/api/inventory-data`, { headers: { 'accept-encoding': 'br' } });
  if (!answer.ok) throw new Error(`The catalogue answered ${answer.status}.`);
  await answer.body?.cancel();
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
