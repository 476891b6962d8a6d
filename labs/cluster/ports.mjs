import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, so that none of them takes the port of a stopped server. */
const FIRST = 15_000;
const COUNT = 15_000;

/**
 * Finds ports of this machine that nobody uses. They stay free while their server is stopped.
 *
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export const findPorts = async (count) => {
  /** @type {Set<number>} */
  const found = new Set();
  while (found.size < count) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
};

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
