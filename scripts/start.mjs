/**
 * `npm start`: makes the project ready (packages, build) where it is not, then serves the shop in this process, so
 * that signals reach the server itself.
 */
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { runScript } = await import('./lib/project.mjs');

// The server's own workers (WEB_CONCURRENCY) begin here as well; their parent has made everything ready.
if (!process.env.NODE_UNIQUE_ID) {
  const { prepare } = await import('./lib/prepare.mjs');
  await runScript(prepare);
}
await import(new URL('../dist/server/main.js', import.meta.url).href);
