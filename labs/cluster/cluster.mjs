/**
 * A shop that survives the loss of a database machine, all on this machine: three machines with etcd, Patroni and
 * PostgreSQL, HAProxy, and two processes of the shop. `npm run cluster` shows and tests it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createClusterPlace } from '../../scripts/lib/postgres-cluster.mjs';
import { writeHaproxyConfig } from './haproxy.mjs';
import { endOfLog, layOutMachines, makeFolder, startMachine } from './machines.mjs';
import { changeThrough, readMembers, SUPERUSER } from './patroni.mjs';
import { findPorts } from './ports.mjs';
import { startProgram } from './processes.mjs';
import { isReady, startClusterShop } from './shops.mjs';
import { until } from './waiting.mjs';

/** @typedef {import('./patroni.mjs').Node} Node */
/** @typedef {import('./patroni.mjs').Member} Member */

const SHOPS = ['shop-1', 'shop-2'];
/** The name of the database and of the shop's user. */
const DATABASE = 'shop';

/**
 * @typedef {object} Options
 * @property {import('./programs.mjs').Programs} programs
 * @property {boolean} synchronous true if a commit waits for a standby
 * @property {Record<string, string>} shopSettings settings of both shops
 * @property {(machine: string, port: number) => Promise<number>} [connect] returns the port on which a machine and the
 *   others reach each other's port; the same one unless a network is in between
 */

/**
 * @typedef {object} Cluster
 * @property {readonly Node[]} nodes
 * @property {readonly import('./shops.mjs').ClusterShop[]} shops
 * @property {string} databaseUrl of the shop, through HAProxy
 * @property {string} shopsUrl of the shops, through HAProxy
 * @property {(node: Node) => string} urlOf a node's own server, without HAProxy, with the shop's login
 * @property {() => Promise<Member[]>} members as any node that answers knows them
 * @property {() => Promise<Node>} leader
 * @property {(node: Node) => Promise<void>} start starts the programs of a machine whose processes have all ended
 * @property {(node: Node) => Promise<void>} switchTo makes a node the leader, as before maintenance
 * @property {(synchronous: boolean) => Promise<void>} setSynchronous
 * @property {() => Promise<void>} healthy waits until a leader runs, both others follow it, and one of them is synchronous
 *   if commits wait for it: Patroni replaces a lost leader by no other
 * @property {() => Promise<void>} stop ends all processes and removes all files
 */

/**
 * Starts a cluster, and waits until it is healthy and the shops are open. It ends with this process, in whatever way
 * that ends.
 *
 * @param {Options} options
 * @returns {Promise<Cluster>}
 */
export const startCluster = async (options) => {
  const place = createClusterPlace(options.programs.postgres);
  const stop = startKeeper(place.folder);
  try {
    return { ...(await startAll(place, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/**
 * @param {import('../../scripts/lib/postgres-cluster.mjs').ClusterPlace} place
 * @param {Options} options
 * @returns {Promise<Omit<Cluster, 'stop'>>}
 */
const startAll = async (place, { programs, synchronous, shopSettings, connect = async (_, port) => port }) => {
  const { folder, owner, password } = place;
  const nodes = await layOutMachines(place, connect);
  const start = (/** @type {Node} */ node) => startMachine(node, nodes, { place, programs, synchronous });
  await Promise.all(nodes.map(start));

  const [database = 0, frontend = 0, ...shopPorts] = await findPorts(2 + SHOPS.length);
  const shopPlaces = SHOPS.map((name, index) => ({ name, port: shopPorts[index] ?? 0 }));
  const proxyFolder = makeFolder(folder, 'haproxy', owner);
  const config = writeHaproxyConfig(proxyFolder, { database, shops: frontend }, nodes, shopPlaces);
  startProgram({ command: programs.haproxy, args: ['-f', config], folder: proxyFolder, log: 'haproxy.log', owner });

  let isSynchronous = synchronous;
  const view = viewOf(nodes, () => isSynchronous);
  await view.healthy().catch((error) => {
    throw new Error(`${error.message}\n${nodes.map(endOfLog).join('\n')}`);
  });
  await createDatabase(await view.leader(), password);
  const databaseUrl = addressOf(password, database, '?target_session_attrs=read-write');
  const shops = [];
  // One after the other: the first one creates the tables.
  for (const shop of shopPlaces) {
    shops.push(await startClusterShop(folder, shop, { DATABASE_URL: databaseUrl, ...shopSettings }));
  }
  const shopsUrl = `http://127.0.0.1:${frontend}`;
  await until('HAProxy leads to a shop', () => isReady(shopsUrl));

  const change = async (/** @type {Parameters<typeof changeThrough>[2]} */ body) =>
    changeThrough(await view.leader(), password, body);
  return {
    ...view,
    nodes,
    shops,
    databaseUrl,
    shopsUrl,
    urlOf: ({ ports }) => addressOf(password, ports.postgres),
    start,
    switchTo: async (node) => {
      const { name } = await view.leader();
      await change({ method: 'POST', path: '/switchover', body: { leader: name, candidate: node.name } });
    },
    setSynchronous: async (on) => {
      await change({ method: 'PATCH', path: '/config', body: { synchronous_mode: on } });
      isSynchronous = on;
    },
  };
};

/**
 * What Patroni knows about the nodes.
 *
 * @param {readonly Node[]} nodes
 * @param {() => boolean} isSynchronous
 * @returns {Pick<Cluster, 'members' | 'leader' | 'healthy'>}
 */
const viewOf = (nodes, isSynchronous) => {
  const members = async () => {
    for (const node of nodes) {
      const found = await readMembers(node);
      if (found.length > 0) return found;
    }
    return [];
  };
  const leader = () =>
    until('there is a leader', async () => {
      const name = (await members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name;
      return nodes.find((node) => node.name === name);
    });
  const healthy = async () => {
    await until('both standbys follow the leader', async () => {
      const found = await members();
      return areHealthy(found, nodes.length) && found.some(({ role }) => role === 'sync_standby') === isSynchronous();
    });
  };
  return { members, leader, healthy };
};

/**
 * @param {readonly Member[]} members
 * @param {number} count
 */
const areHealthy = (members, count) => {
  const leader = members.find(({ role }) => role === 'leader');
  // Newer versions of Patroni call a standby that follows "streaming".
  const follows = (/** @type {Member} */ { timeline, state }) =>
    (state === 'running' || state === 'streaming') && timeline === leader?.timeline;
  return members.length === count && leader !== undefined && members.every(follows);
};

/**
 * @param {string} password
 * @param {number} port
 * @param {string} [options]
 */
const addressOf = (password, port, options = '') =>
  `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}${options}`;

/**
 * Creates the shop's user and its database.
 *
 * @param {Node} leader
 * @param {string} password
 */
const createDatabase = async ({ ports }, password) => {
  const login = { user: SUPERUSER, password, database: 'postgres' };
  const client = new pg.Client({ host: '127.0.0.1', port: ports.postgres, ...login });
  await client.connect();
  await client.query(`create role ${DATABASE} login password '${password}'`);
  await client.query(`create database ${DATABASE} owner ${DATABASE}`);
  await client.end();
};

/**
 * Starts the process that ends the cluster. Returns how to end it now.
 *
 * @param {string} folder
 */
const startKeeper = (folder) => {
  const path = fileURLToPath(new URL('./keeper.mjs', import.meta.url));
  const child = spawn(process.execPath, [path, folder], { stdio: ['pipe', 'inherit', 'inherit'], detached: true });
  const ended = once(child, 'exit');
  child.unref();
  /** @type {import('node:net').Socket} */ (child.stdin).unref();
  return async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
};
