/**
 * Runs a command of package.json: `node scripts/run.mjs NAME [ARGUMENT …]`. Each command is a file in scripts/commands
 * that exports `run(args)`.
 *
 * The arguments of the process stay as they are: the server's workers (WEB_CONCURRENCY) start with the same ones.
 */
import { refuseOldNode } from './lib/node-version.mjs';

// Before any other import, because an old Node.js could not load the rest.
refuseOldNode();
const { runScript } = await import('./lib/project.mjs');

const [name, ...args] = process.argv.slice(2);
await runScript(async () => {
  const { run } = await import(`./commands/${name}.mjs`);
  await run(args);
});
