import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { type Member, readInventory, registerMember, uploadInventory } from '../../tests/e2e/shop-api.ts';
import { type FaultShop, inventoryOf } from '../../tests/faults/fault-shop.ts';
import { type NetworkProxy, startProxy } from '../../tests/faults/proxy.ts';
import type { ReadRows } from '../../tests/faults/saved.ts';
import { type Cluster, startCluster } from './cluster.mjs';
import { findClusterPrograms } from './programs.mjs';

/** How commits reach the standbys: `sync` waits for one of them. */
export type Mode = 'sync' | 'async';

/** Two shops on a cluster, as their members see them: through HAProxy. */
export interface ClusterShop {
  cluster: Cluster;
  /** For the load and the calls of tests/faults, which use nothing but address, members and products. */
  shop: FaultShop;
  /** The networks of each machine, if they are connected by proxies. */
  networks: ReadonlyMap<string, readonly NetworkProxy[]>;
  close(): Promise<void>;
}

const MEMBERS = 8;
const PRODUCTS = 20;

/**
 * Starts a cluster with a shop whose products never run out. With `proxies`, each machine is connected to the others by
 * proxies, which can be cut.
 */
export const openClusterShop = async ({ mode, proxies }: { mode: Mode; proxies: boolean }): Promise<ClusterShop> => {
  const networks = new Map<string, NetworkProxy[]>();
  const connect = async (machine: string, port: number) => {
    if (!proxies) return port;
    const proxy = await startProxy(port);
    networks.set(machine, [...(networks.get(machine) ?? []), proxy]);
    return proxy.port;
  };
  const accessCode = 'open-the-greenroom';
  const admin = { username: 'admin', password: 'a-password-for-the-cluster' };
  const cluster = await startCluster({
    programs: findClusterPrograms(),
    synchronous: mode === 'sync',
    shopSettings: {
      DEMO: 'off',
      RATE_LIMITS: 'off',
      OPEN_ORDERS: '0',
      FIRST_ORDER_MAX: '0',
      SHOP_ACCESS_CODE: accessCode,
      SHOP_ADMIN_USERNAME: admin.username,
      SHOP_ADMIN_PASSWORD: admin.password,
    },
    connect,
  });
  const ended = () => cluster.shops.map((each) => each.ended()).find((end) => end !== null) ?? null;
  const shop = { url: cluster.shopsUrl, accessCode, admin, ended } as FaultShop;
  const close = async () => {
    await cluster.stop();
    await Promise.all([...networks.values()].flat().map((proxy) => proxy.close()));
  };
  try {
    await uploadInventory(shop, inventoryOf('Northlight', PRODUCTS));
    const members: Member[] = [];
    while (members.length < MEMBERS) members.push(await registerMember(shop));
    const productIds = (await readInventory(shop)).map(({ id }) => id);
    return { cluster, shop: { ...shop, members, productIds }, networks, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Reads one server of the cluster directly. */
export const readerOf =
  (url: string): ReadRows =>
  async <Row extends object>(query: string) => {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return (await client.query<Row>(query)).rows;
    } finally {
      await client.end();
    }
  };

const commandLine = fileURLToPath(new URL('../../dist/server/cli/main.js', import.meta.url));

/** Runs `shop check` on the cluster. Returns what it finds. */
export const problemsOfCheck = ({ databaseUrl, shops }: Cluster): Promise<string[]> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: shops[0]!.dataDir };
    execFile(process.execPath, [commandLine, 'check'], { env, timeout: 30_000 }, (error, stdout, stderr) =>
      resolve(error ? [`shop check found problems: …${(stdout + stderr).slice(-500)}`] : []),
    );
  });

/** Adds one line of JSON to the file that CLUSTER_REPORT names. */
export const report = (line: object): void => {
  const file = process.env.CLUSTER_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
};
