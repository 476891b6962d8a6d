/** `npm run shop -- …`: makes the project ready where it is not, then runs the shop's command line. */
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { runScript } = await import('./lib/project.mjs');
const { prepare } = await import('./lib/prepare.mjs');
await runScript(prepare);
await import(new URL('../dist/server/cli/main.js', import.meta.url).href);
