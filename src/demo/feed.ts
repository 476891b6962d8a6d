import { type DemoProduct, demoProducts } from './catalogue.ts';
import { hashText } from './random.ts';

/** Ticks between two restockings of a product. It sells twice in between, after each third. */
const CYCLE = 72;
const THIRD = CYCLE / 3;

/** A product with at most this quantity in the catalogue stays scarce. */
const SCARCE = 4;

/**
 * Reads the demo feed (behavior 1.8). Its stock moves a little with each read. The cursor is the number of the tick as
 * text, and each read moves on by one. The same cursor gives the same feed in every process. With a new month the lab
 * results move on too.
 *
 * @param cursor The `cursor` of the read before. Null, or a text that is no cursor, starts from the beginning.
 * @param now Epoch milliseconds.
 * @returns The file in the format of a feed (behavior 9.6) as JSON, and the cursor of this read.
 */
export const readDemoFeed = (cursor: string | null, now: number): { text: string; cursor: string } => {
  const before = Number(cursor !== null && /^\d{1,15}$/.test(cursor) ? cursor : 0);
  const tick = before + 1;
  return { text: JSON.stringify(demoFeed(tick, now)), cursor: String(tick) };
};

/**
 * The demo feed at a tick: the catalogue with other quantities. Tick 0 is the catalogue itself. Each product sells one
 * or two pieces twice in a cycle and is then restocked. The cycles of the products are spread, so about one product in
 * twenty-five moves at each tick. Scarce products may run out and come back, and stay scarce.
 */
export const demoFeed = (tick: number, now: number): { data: DemoProduct[] } => {
  const products = demoProducts(now);
  const order = shuffledRanks(products);
  return {
    data: products.map((product, i) => ({ ...product, qty: stockAt(product, order[i]!, tick) })),
  };
};

/** The rank of each product in a fixed shuffle. Products with consecutive ranks begin their cycles one tick apart. */
const shuffledRanks = (products: readonly DemoProduct[]): number[] => {
  const shuffled = products.map((product, i) => ({ i, key: hashText(product.id) })).toSorted((a, b) => a.key - b.key);
  const ranks: number[] = [];
  for (const [rank, { i }] of shuffled.entries()) ranks[i] = rank;
  return ranks;
};

const stockAt = (product: DemoProduct, rank: number, tick: number): number => {
  // Scarce products begin right after a restocking, so their stock never exceeds that of the catalogue.
  const offset = product.qty <= SCARCE ? rank % THIRD : rank % CYCLE;
  const full = product.qty + soldBy(product.id, offset);
  return Math.max(0, full - soldBy(product.id, tick + offset));
};

/** The pieces of a product sold since its last restocking. `time` counts the ticks of the product's own cycles. */
const soldBy = (id: string, time: number): number => {
  const cycle = Math.floor(time / CYCLE);
  const phase = time - cycle * CYCLE;
  const amount = (sale: number): number => 1 + (hashText(`${id} ${cycle} ${sale}`) % 2);
  return (phase >= THIRD ? amount(1) : 0) + (phase >= 2 * THIRD ? amount(2) : 0);
};
