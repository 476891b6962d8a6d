/** Shows that the shop works on the oldest Node.js that it supports. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandFailed, runNpm, runVisibly, step } from '../child-process.mjs';
import { root, ScriptError } from '../project.mjs';

/** What a copy of the project does not need, because it makes it anew. */
const MADE = ['.git', 'node_modules', 'dist', 'data', 'release', 'mutation', 'pictures', 'test-results'];

/**
 * Runs the rules, the API tests on SQLite and a start in a copy of the project, with the oldest Node.js of package.json.
 * npm has it as a package for each kind of machine.
 *
 * @param {string} staging an empty folder
 * @param {string} oldest such as `20.19`
 * @throws {ScriptError}
 */
export const tryOnOldestNode = async (staging, oldest) => {
  const [nodeFolder, copy] = [join(staging, 'node'), join(staging, 'copy')];
  mkdirSync(nodeFolder, { recursive: true });
  const nodePackage = `node-${process.platform}-${process.arch}`;
  await step(`Installing Node.js ${oldest}`, () =>
    runNpm(['install', '--prefix', nodeFolder, '--no-audit', '--no-fund', `${nodePackage}@~${oldest}.0`]),
  ).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    throw new ScriptError(`Node.js ${oldest} could not be installed.\n\n${error.output}`);
  });
  const bin = join(nodeFolder, 'node_modules', nodePackage, 'bin');
  const node = join(bin, 'node');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  for (const name of readdirSync(root).filter((each) => !MADE.includes(each))) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  }
  const program = join(copy, 'scripts', 'run.mjs');
  for (const args of [
    ['--only', 'rules'],
    ['--only', 'api', '--sqlite'],
  ]) {
    const code = await runVisibly(node, [program, 'test', ...args], { env, folder: copy });
    if (code !== 0) throw new ScriptError(`Tests failed on Node.js ${oldest}: ${args.join(' ')}`);
  }
  await step(`Starting the shop on Node.js ${oldest}`, () => tryStart(node, program, { env, folder: copy }));
};

/**
 * @param {string} node
 * @param {string} program
 * @param {{env: NodeJS.ProcessEnv, folder: string}} options
 */
const tryStart = async (node, program, { env, folder }) => {
  const shop = spawn(node, [program, 'start'], {
    cwd: folder,
    env: { ...env, PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(shop, 'exit');
  let output = '';
  try {
    const address = await new Promise((resolve, reject) => {
      for (const pipe of [shop.stdout, shop.stderr]) {
        pipe.setEncoding('utf8').on('data', (part) => {
          output += part;
          const found = / is open at (http:\/\/\S+)\n/.exec(output)?.[1];
          if (found) resolve(found);
        });
      }
      shop.once('error', reject);
      ended.then(() => reject(new ScriptError(`The shop ended before it was open.\n\n${output}`)));
    });
    const { status } = await fetch(`${address}/readyz`);
    if (status !== 200) throw new ScriptError(`/readyz answered ${status}.\n\n${output}`);
  } finally {
    shop.kill('SIGTERM');
    await ended;
  }
};
