import { registerMembers, withStockedShop } from './fixtures.ts';
import { loadCalls } from './load.ts';
import type { Figure, Part } from './part.ts';
import { withPostgres } from './postgres.ts';
import { cpuTime, type Running, startShop } from './processes.ts';
import { median } from './rounds.ts';
import { ROUNDS, scaled } from './scale.ts';

const PRODUCTS = scaled(2000);
const CONNECTIONS = 16;

/** Two shop processes on one PostgreSQL that read carts, compared with one process that has the same connections. */
export const twoProcesses: Part = {
  name: 'two-processes',
  measure: () =>
    withPostgres((databaseUrl) => {
      const settings = { DATABASE_URL: databaseUrl };
      return withStockedShop(
        PRODUCTS,
        async (first) => {
          const [token] = await registerMembers(first, 1);
          const second = await startShop(settings);
          try {
            return { figures: await compareReads(first, second, token!) };
          } finally {
            await second.stop();
          }
        },
        settings,
      );
    }),
};

/** Reads in one round: calls a second, and the CPU time of the shop for each of them, in milliseconds. */
interface Reads {
  rate: number;
  cpu: number;
}

const compareReads = async (first: Running, second: Running, token: string): Promise<Figure[]> => {
  const one: Reads[] = [];
  const two: Reads[] = [];
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    one.push(await readCarts([first], token));
    two.push(await readCarts([first, second], token));
  }
  const ratio = (figure: keyof Reads) =>
    median(two.slice(1).map((each, round) => each[figure] / one[round + 1]![figure]));
  return [
    { name: 'CPU time of a read with two processes instead of one', value: ratio('cpu'), unit: 'times', bar: 1.1 },
    { name: 'Reads a second with two processes instead of one', value: ratio('rate'), unit: 'times' },
  ];
};

const readCarts = async (shops: readonly Running[], token: string): Promise<Reads> => {
  const cpuTimes = () => shops.reduce((sum, { pid }) => sum + cpuTime(pid), 0);
  const before = cpuTimes();
  const started = performance.now();
  const rounds = await Promise.all(
    shops.map(({ url }) =>
      loadCalls(
        {
          url: `${url}/api/cart`,
          connections: CONNECTIONS / shops.length,
          headers: { authorization: `Bearer ${token}` },
        },
        200,
      ),
    ),
  );
  const calls = rounds.reduce((sum, { latencies }) => sum + latencies.length, 0);
  return { rate: (calls * 1000) / (performance.now() - started), cpu: (cpuTimes() - before) / calls };
};
