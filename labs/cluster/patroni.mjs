/** Patroni: the file that configures a node, and the calls of its REST API. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who may change the cluster through the REST API. */
const OPERATOR = 'operator';

/** The superuser of the database servers. */
export const SUPERUSER = 'postgres';

/**
 * The times of deploy/high-availability/patroni.yml, in seconds. A leader that cannot renew its lock gives up after
 * `retry_timeout`, and another node takes over after `ttl`. Patroni asks for `loop_wait` + 2 × `retry_timeout` ≤ `ttl`.
 */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 };

/** How many bytes of the log a standby may lack and still take over. */
const MOST_LAG = 1024 * 1024;

/**
 * One machine of the cluster.
 *
 * @typedef {object} Node
 * @property {string} name
 * @property {string} folder the working directory of Patroni; PostgreSQL's and etcd's are in it
 * @property {string} etcdFolder
 * @property {{postgres: number, patroni: number, etcd: number, etcdPeers: number}} ports on which its servers listen
 * @property {{postgres: number, patroni: number}} reached ports on which the other machines and HAProxy reach them
 * @property {number[]} etcd ports on which this machine reaches the members of etcd
 */

/**
 * One line of Patroni's view of the cluster.
 *
 * @typedef {object} Member
 * @property {string} name
 * @property {'leader' | 'replica' | 'sync_standby'} role
 * @property {string} state `running` if its server runs
 * @property {number} [timeline]
 * @property {number | 'unknown'} [lag] bytes of the log that it lacks
 */

/**
 * Writes the configuration of a node, and returns the path. The format is YAML, and JSON is YAML.
 *
 * @param {Node} node
 * @param {{programs: string, password: string, synchronous: boolean}} options `programs` is PostgreSQL's folder
 */
export const writePatroniConfig = (node, { programs, password, synchronous }) => {
  const login = (/** @type {string} */ username) => ({ username, password });
  const config = {
    scope: 'greenroom',
    name: node.name,
    restapi: {
      listen: `127.0.0.1:${node.ports.patroni}`,
      connect_address: `127.0.0.1:${node.reached.patroni}`,
      authentication: login(OPERATOR),
    },
    // The older API of etcd, see docs/decisions/0021. With `use_proxies` it keeps to these addresses, instead of those
    // that the members of etcd know of each other.
    etcd: { hosts: node.etcd.map((port) => `127.0.0.1:${port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ...TIMES,
        maximum_lag_on_failover: MOST_LAG,
        synchronous_mode: synchronous,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 100 } },
      },
      initdb: [
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'icu' },
        { 'icu-locale': 'en-US' },
        'data-checksums',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${node.ports.postgres}`,
      connect_address: `127.0.0.1:${node.reached.postgres}`,
      data_dir: join(node.folder, 'data'),
      bin_dir: programs,
      pgpass: join(node.folder, 'pgpass'),
      authentication: { superuser: login(SUPERUSER), replication: login('replicator'), rewind: login('rewinder') },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      // A node whose data cannot be rewound gets a new copy.
      remove_data_directory_on_rewind_failure: true,
      parameters: {
        unix_socket_directories: node.folder,
        // Inside the data folder, so that nothing is left behind by a killed server.
        dynamic_shared_memory_type: 'mmap',
        shared_buffers: '64MB',
        jit: 'off',
      },
    },
  };
  const path = join(node.folder, 'patroni.yml');
  writeFileSync(path, JSON.stringify(config, null, 2), { mode: 0o644 });
  return path;
};

/** A call to Patroni gets its answer within this time. It retries with etcd before it answers some of them. */
const CALL_LIMIT_MS = 30_000;

/**
 * @param {number} port
 * @param {string} path
 * @param {RequestInit} [init]
 */
const callPatroni = (port, path, init) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(CALL_LIMIT_MS), ...init });

/**
 * Returns the members that a node knows; none if it does not answer.
 *
 * @param {Node} node
 * @returns {Promise<Member[]>}
 */
export const readMembers = async (node) => {
  try {
    const response = await callPatroni(node.ports.patroni, '/cluster', { signal: AbortSignal.timeout(1_000) });
    return /** @type {{members: Member[]}} */ (await response.json()).members;
  } catch {
    return [];
  }
};

/**
 * Makes a change through the API of a node, as its operator.
 *
 * @param {Node} node
 * @param {string} password
 * @param {{method: string, path: string, body: object}} change
 * @throws {Error} with Patroni's answer if it refuses
 */
export const changeThrough = async (node, password, { method, path, body }) => {
  const authorization = `Basic ${Buffer.from(`${OPERATOR}:${password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await callPatroni(node.ports.patroni, path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`Patroni refused ${path}: ${response.status} ${await response.text()}`);
};
