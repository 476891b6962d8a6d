/**
 * `npm run dev`: the server from its sources, started anew when one changes, and the pages from Vite, which shows
 * a change at once and passes calls on to the server. Ctrl-C ends both.
 */
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { prepare } = await import('./lib/prepare.mjs');
const { inProject, runScript } = await import('./lib/project.mjs');
const { runVisibly } = await import('./lib/run.mjs');

await runScript(async () => {
  await prepare({ built: false });
  const tsx = inProject('node_modules', 'tsx', 'dist', 'cli.mjs');
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const code = await Promise.race([
    runVisibly(process.execPath, [tsx, 'watch', inProject('src', 'server', 'main.ts')]),
    runVisibly(process.execPath, [vite]),
  ]);
  // Either alone is of no use: the first to end takes the other along.
  process.exitCode = code;
  process.kill(process.pid, 'SIGTERM');
});
