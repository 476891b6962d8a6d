/** `npm run bench`: makes the project ready, then measures the built shop and writes BENCHMARKS.md. */
import { spawnSync } from 'node:child_process';
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { runScript } = await import('./lib/project.mjs');
const { prepare } = await import('./lib/prepare.mjs');
await runScript(prepare);
const run = spawnSync(process.execPath, ['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(run.status ?? 1);
