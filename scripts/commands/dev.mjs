import { runVisibly } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/**
 * `npm run dev`: runs the server from its sources and restarts it after each change, and serves the pages with Vite,
 * which shows changes immediately and forwards calls to the server. Ctrl-C ends both.
 */
export const run = async () => {
  await prepare({ build: false });
  const tsx = inProject('node_modules', 'tsx', 'dist', 'cli.mjs');
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  process.exitCode = await Promise.race([
    runVisibly(process.execPath, [tsx, 'watch', inProject('src', 'server', 'main.ts')]),
    runVisibly(process.execPath, [vite]),
  ]);
  // Neither is of use without the other, so the first one to end stops the other.
  process.kill(process.pid, 'SIGTERM');
};
