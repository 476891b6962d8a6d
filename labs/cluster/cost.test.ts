import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPiece, confirmOrder } from '../../tests/faults/fault-shop.ts';
import { type ClusterShop, type Mode, openClusterShop, readerOf, report } from './cluster-shop.ts';

/** Both modes are measured this often, one after the other, because the machine may be busy for a while. */
const ROUNDS = 3;
const ROUND_MS = 5_000;

let running: ClusterShop;
beforeAll(async () => {
  // Without proxies between the machines, which would add their own time.
  running = await openClusterShop({ mode: 'sync', proxies: false });
});
afterAll(() => running?.close());

/** Changes the mode, and waits until the leader follows it. */
const setMode = async (mode: Mode): Promise<void> => {
  const { cluster } = running;
  await cluster.setSynchronous(mode === 'sync');
  const read = readerOf(cluster.urlOf(await cluster.leader()));
  const isSet = async () => {
    const [row] = await read<{ names: string }>(`select current_setting('synchronous_standby_names') as names`);
    return (row!.names !== '') === (mode === 'sync');
  };
  await vi.waitUntil(isSet, { timeout: 60_000, interval: 100 });
};

/** Lets every member order one piece again and again. Returns the milliseconds of each confirmed order. */
const orderAll = async (): Promise<number[]> => {
  const { members, productIds } = running.shop;
  const times: number[] = [];
  const until = performance.now() + ROUND_MS;
  const order = async (member: (typeof members)[number], productId: number) => {
    while (performance.now() < until) {
      expect((await addPiece(running.shop, member, productId, randomUUID())).status).toBe(200);
      const { status, milliseconds } = await confirmOrder(running.shop, member, randomUUID());
      expect(status).toBe(201);
      times.push(milliseconds);
    }
  };
  await Promise.all(members.map((member, index) => order(member, productIds[index]!)));
  return times;
};

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;

test('orders are accepted in both modes of replication, and the report says how fast', async () => {
  const times: Record<Mode, number[]> = { async: [], sync: [] };
  // The first orders prepare statements and fill caches.
  await orderAll();
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of ['async', 'sync'] as const) {
      await setMode(mode);
      times[mode].push(...(await orderAll()));
    }
  }
  for (const mode of ['async', 'sync'] as const) {
    const sorted = times[mode].toSorted((a, b) => a - b);
    report({
      mode,
      ordersPerSecond: sorted.length / ((ROUNDS * ROUND_MS) / 1000),
      p50Ms: quantile(sorted, 0.5),
      p99Ms: quantile(sorted, 0.99),
    });
  }
  expect(times.async.length).toBeGreaterThan(0);
  expect(times.sync.length).toBeGreaterThan(0);
});
