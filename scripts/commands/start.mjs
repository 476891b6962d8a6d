import { warnOfUnsupportedNode } from '../lib/node-version.mjs';
import { prepare } from '../lib/prepare.mjs';

/**
 * `npm start`: makes the project ready (packages, build) and serves the shop in this process, so signals reach the
 * server itself (behavior 1.1).
 */
export const run = async () => {
  // A worker of the server (WEB_CONCURRENCY) starts here too. Its parent has made everything ready.
  if (!process.env.NODE_UNIQUE_ID) {
    warnOfUnsupportedNode();
    await prepare({ tools: false });
  }
  await import(new URL('../../dist/server/main.js', import.meta.url).href);
};
