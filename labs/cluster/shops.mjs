/** The processes of the shop in the cluster. */
import { join } from 'node:path';
import { inProject, readIfExists } from '../../scripts/lib/project.mjs';
import { makeFolder } from './machines.mjs';
import { startProgram } from './processes.mjs';
import { until } from './waiting.mjs';

/**
 * @typedef {object} ClusterShop
 * @property {string} name
 * @property {string} url without HAProxy
 * @property {string} dataDir
 * @property {() => string | null} ended how its process ended, or null while it runs
 */

/**
 * Starts a shop, and waits until it is open.
 *
 * @param {string} parent the folder in which it gets a folder of its own
 * @param {{name: string, port: number}} shop
 * @param {Record<string, string>} settings
 * @returns {Promise<ClusterShop>}
 */
export const startClusterShop = async (parent, { name, port }, settings) => {
  const folder = makeFolder(parent, name, null);
  const dataDir = join(folder, 'data');
  const { ended } = startProgram({
    command: process.execPath,
    args: [inProject('dist', 'server', 'main.js')],
    folder,
    log: 'shop.log',
    owner: null,
    env: { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, TRUST_PROXY: 'on', ...settings },
  });
  const url = `http://127.0.0.1:${port}`;
  await until(`${name} is open`, async () => ended() !== null || isReady(url));
  if (ended() !== null) throw new Error(`${name} did not start:\n${readIfExists(join(folder, 'shop.log'))}`);
  return { name, url, dataDir, ended };
};

/**
 * True if a shop reaches its database.
 *
 * @param {string} url
 */
export const isReady = async (url) => {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) })).ok;
  } catch {
    return false;
  }
};
