/** The three machines of the cluster, each with etcd, Patroni and PostgreSQL. */
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readIfExists } from '../../scripts/lib/project.mjs';
import { writePatroniConfig } from './patroni.mjs';
import { findPorts } from './ports.mjs';
import { startProgram } from './processes.mjs';
import { until } from './waiting.mjs';

/** @typedef {import('./patroni.mjs').Node} Node */
/** @typedef {import('../../scripts/lib/postgres-cluster.mjs').ClusterPlace} ClusterPlace */

const NAMES = ['node-1', 'node-2', 'node-3'];

/**
 * Gives each machine a folder and ports.
 *
 * @param {ClusterPlace} place
 * @param {(machine: string, port: number) => Promise<number>} connect returns the port on which a machine and the others
 *   reach each other's port
 * @returns {Promise<Node[]>}
 */
export const layOutMachines = async ({ folder, owner }, connect) => {
  const ports = await findPorts(NAMES.length * 4);
  const etcd = NAMES.map((_, index) => ports[index * 4 + 2] ?? 0);
  return Promise.all(
    NAMES.map(async (name, index) => {
      const [postgres = 0, patroni = 0, , etcdPeers = 0] = ports.slice(index * 4);
      const own = makeFolder(folder, name, owner);
      return {
        name,
        folder: own,
        etcdFolder: makeFolder(own, 'etcd', owner),
        ports: { postgres, patroni, etcd: etcd[index] ?? 0, etcdPeers },
        reached: { postgres: await connect(name, postgres), patroni: await connect(name, patroni) },
        etcd: await Promise.all(etcd.map((port) => connect(name, port))),
      };
    }),
  );
};

/**
 * Creates a folder for the user who runs the programs in it.
 *
 * @param {string} parent
 * @param {string} name
 * @param {ClusterPlace['owner']} owner
 * @returns {string} its path
 */
export const makeFolder = (parent, name, owner) => {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
};

/**
 * Starts the programs of a machine on which none runs. Resolves when Patroni is starting.
 *
 * @param {Node} node
 * @param {readonly Node[]} all
 * @param {{place: ClusterPlace, programs: import('./programs.mjs').Programs, synchronous: boolean}} options
 */
export const startMachine = async (node, all, { place: { owner, password }, programs, synchronous }) => {
  const config = writePatroniConfig(node, { programs: programs.postgres, password, synchronous });
  const etcd = { command: programs.etcd, args: etcdArguments(node, all), log: 'etcd.log' };
  startProgram({ ...etcd, folder: node.etcdFolder, owner });
  // Patroni would look again only after 5 s.
  await until(`the etcd of ${node.name} has joined the others`, () => hasJoined(node));
  startProgram({ command: programs.patroni, args: [config], log: 'patroni.log', folder: node.folder, owner });
};

/**
 * @param {Node} node
 * @param {readonly Node[]} all
 */
const etcdArguments = ({ name, etcdFolder, ports }, all) => [
  ...['--name', name, '--data-dir', join(etcdFolder, 'data'), '--enable-v2'],
  ...['--initial-cluster', all.map((each) => `${each.name}=http://127.0.0.1:${each.ports.etcdPeers}`).join()],
  ...['--listen-client-urls', `http://127.0.0.1:${ports.etcd}`],
  ...['--advertise-client-urls', `http://127.0.0.1:${ports.etcd}`],
  ...['--listen-peer-urls', `http://127.0.0.1:${ports.etcdPeers}`],
  ...['--initial-advertise-peer-urls', `http://127.0.0.1:${ports.etcdPeers}`],
];

/**
 * True once the members of etcd have found each other.
 *
 * @param {Node} node
 */
const hasJoined = async ({ ports }) => {
  try {
    const response = await fetch(`http://127.0.0.1:${ports.etcd}/version`, { signal: AbortSignal.timeout(1_000) });
    return /^\d/.test(/** @type {{etcdcluster: string}} */ (await response.json()).etcdcluster);
  } catch {
    return false;
  }
};

/**
 * The end of what Patroni and PostgreSQL logged on a machine.
 *
 * @param {Node} node
 */
export const endOfLog = ({ name, folder }) =>
  `${name}:\n${(readIfExists(join(folder, 'patroni.log')) ?? '').slice(-2_000)}`;
