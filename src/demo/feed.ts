import { type DemoProduct, demoProducts } from './catalogue.ts';
import { hashText } from './random.ts';

/** From one restocking of a product to the next, in ticks; two sales lie between, a third of the way each. */
const CYCLE = 72;
const THIRD = CYCLE / 3;

/** Products with at most this many are low in stock, and stay so. */
const LOW = 4;

/**
 * The demo feed at a tick (decisions §1 "demo"): the catalogue with its stock moved a little. Tick 0 is the catalogue
 * itself. Each product sells one or two twice in a cycle and is then restocked, each at ticks of its own, so that
 * about one product in twenty-five moves at any tick; scarce ones may run out and come back, and stay scarce.
 * The same tick always gives the same feed, however many were asked for before.
 */
export const demoFeed = (tick: number): { data: DemoProduct[] } => {
  const products = demoProducts();
  const order = shuffledRanks(products);
  return {
    data: products.map((product, i) => ({ ...product, qty: stockAt(product, order[i]!, tick) })),
  };
};

/** Every product's place in a fixed shuffle: consecutive places begin their cycles one tick apart. */
const shuffledRanks = (products: readonly DemoProduct[]): number[] => {
  const shuffled = products.map((product, i) => ({ i, key: hashText(product.id) })).toSorted((a, b) => a.key - b.key);
  const ranks: number[] = [];
  for (const [rank, { i }] of shuffled.entries()) ranks[i] = rank;
  return ranks;
};

const stockAt = (product: DemoProduct, rank: number, tick: number): number => {
  // Scarce products begin freshly restocked: they can only go down from where the catalogue has them.
  const offset = product.qty <= LOW ? rank % THIRD : rank % CYCLE;
  const full = product.qty + soldBy(product.id, offset);
  return Math.max(0, full - soldBy(product.id, tick + offset));
};

/** How many of a product were sold since its last restocking, at a point of its own time. */
const soldBy = (id: string, time: number): number => {
  const cycle = Math.floor(time / CYCLE);
  const phase = time - cycle * CYCLE;
  const amount = (sale: number): number => 1 + (hashText(`${id} ${cycle} ${sale}`) % 2);
  return (phase >= THIRD ? amount(1) : 0) + (phase >= 2 * THIRD ? amount(2) : 0);
};
