import { randomUUID } from 'node:crypto';
import { addToCarts } from './add-to-carts.ts';
import { productIds, registerMembers, withStockedShop } from './fixtures.ts';
import { type Calls, loadCalls } from './load.ts';
import type { Figure, Part } from './part.ts';
import { withPostgres } from './postgres.ts';
import { cpuTime, type Running, startShop } from './processes.ts';
import { median } from './rounds.ts';
import { ROUNDS, scaled } from './scale.ts';

const PRODUCTS = scaled(2000);
const MEMBERS = 16;

/** Loads a shop process for one round with the calls of some members. */
type Load = (shop: Running, tokens: readonly string[]) => Promise<Calls>;

/** Two shop processes on one PostgreSQL that read and fill carts, compared with one process that has all the members. */
export const twoProcesses: Part = {
  name: 'two-processes',
  measure: () =>
    withPostgres((databaseUrl) => {
      const settings = { DATABASE_URL: databaseUrl };
      return withStockedShop(
        PRODUCTS,
        async (first) => {
          const tokens = await registerMembers(first, MEMBERS);
          const ids = await productIds(first, 5);
          const second = await startShop(settings);
          const compared = (load: Load) => compareProcesses([first, second], tokens, load);
          try {
            const reads = await compared(readCarts);
            const writes = await compared((shop, some) => addToCarts(shop, { tokens: some, ids, newKey: randomUUID }));
            return { figures: [...figuresOf('read', reads, 1.1), ...figuresOf('write', writes)] };
          } finally {
            await second.stop();
          }
        },
        settings,
      );
    }),
};

/** One round: calls a second, and the CPU time of the shop for each of them, in milliseconds. */
interface Costs {
  rate: number;
  cpu: number;
}

const figuresOf = (call: string, { rate, cpu }: Costs, bar?: number): Figure[] => [
  { name: `CPU time of a ${call} with two processes instead of one`, value: cpu, unit: 'times', ...(bar && { bar }) },
  {
    name: `${call === 'read' ? 'Reads' : 'Writes'} a second with two processes instead of one`,
    value: rate,
    unit: 'times',
  },
];

/** How many times the costs of one process two have. */
const compareProcesses = async (shops: readonly Running[], tokens: readonly string[], load: Load): Promise<Costs> => {
  const one: Costs[] = [];
  const two: Costs[] = [];
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    one.push(await costsOf(shops.slice(0, 1), tokens, load));
    two.push(await costsOf(shops, tokens, load));
  }
  const times = (cost: keyof Costs) => median(two.slice(1).map((each, round) => each[cost] / one[round + 1]![cost]));
  return { rate: times('rate'), cpu: times('cpu') };
};

/** Loads the processes for one round. Each has its share of the members. */
const costsOf = async (shops: readonly Running[], tokens: readonly string[], load: Load): Promise<Costs> => {
  const cpuTimes = () => shops.reduce((sum, { pid }) => sum + cpuTime(pid), 0);
  const before = cpuTimes();
  const started = performance.now();
  const rounds = await Promise.all(
    shops.map((shop, at) =>
      load(
        shop,
        tokens.filter((_, member) => member % shops.length === at),
      ),
    ),
  );
  const calls = rounds.reduce((sum, { latencies }) => sum + latencies.length, 0);
  return { rate: (calls * 1000) / (performance.now() - started), cpu: (cpuTimes() - before) / calls };
};

/** Reads the first member's cart for one round, over a connection for each member. */
export const readCarts: Load = ({ url }, tokens) =>
  loadCalls(
    { url: `${url}/api/cart`, connections: tokens.length, headers: { authorization: `Bearer ${tokens[0]}` } },
    200,
  );
