/** This program: where its files are, its version, and how its commands are run. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder of the package, both for the sources and for the build. */
export const packageRoot = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
})();

/**
 * The path of a program of the server's build (vite.server.config.ts), such as `worker-thread`. Threads and processes
 * always start from the build, because Node.js 20 does not run TypeScript.
 */
export const builtFile = (name: string): string => join(packageRoot, 'dist', 'server', `${name}.js`);

/** The version of this program, such as "1.0.0". */
export const packageVersion: string = (
  JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
).version;

/**
 * Returns how to run a command on the shop from here, for messages: by the program of a release (behavior 1.15), or by
 * npm from the sources.
 *
 * @param args such as `check`
 */
export const shopCommand = (args: string): string => {
  const program = process.argv[1] ?? '';
  return basename(program) === 'greenroom' ? `${program} shop ${args}` : `npm run shop -- ${args}`;
};
