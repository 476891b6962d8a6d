import { runVisibly } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/**
 * `npm run dev`: builds the server again and restarts it after each change, and serves the pages with Vite, which shows
 * changes immediately and forwards calls to the server. Ctrl-C ends everything.
 */
export const run = async () => {
  await prepare();
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const server = inProject('vite.server.config.ts');
  process.exitCode = await Promise.race([
    runVisibly(process.execPath, [vite, 'build', '--watch', '--no-emptyOutDir', '--config', server]),
    runVisibly(process.execPath, ['--watch', inProject('dist', 'server', 'main.js')]),
    runVisibly(process.execPath, [vite]),
  ]);
  // Each is of no use without the others, so the first one to end stops them all.
  process.kill(process.pid, 'SIGTERM');
};
