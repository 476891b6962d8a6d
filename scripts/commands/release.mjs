import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { step } from '../lib/child-process.mjs';
import { warnOfUnsupportedNode } from '../lib/node-version.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject, ScriptError } from '../lib/project.mjs';
import { pack, writeChecksums } from '../lib/release/archive.mjs';
import { tryInContainer } from '../lib/release/container.mjs';
import { tryOnOldestNode } from '../lib/release/oldest-node.mjs';
import { stageRelease } from '../lib/release/stage.mjs';
import { askForWeaknesses } from '../lib/release/weaknesses.mjs';

/**
 * `npm run release`: makes `greenroom-VERSION.tar.gz` for this kind of machine and this Node.js (behavior
 * 1.15), says which packages have known weaknesses, and shows that the shop works on the oldest Node.js that it supports. With `--container` it also runs the release
 * in a container. With `--only-pack` it shows nothing.
 *
 * @param {string[]} args `[--output FOLDER] [--container] [--only-pack]`; the folder is release/ if it is absent
 */
export const run = async (args) => {
  const { output, container, onlyPack } = readArguments(args);
  warnOfUnsupportedNode();
  await prepare();
  mkdirSync(output, { recursive: true });
  // Next to the result, because the folder for temporary files may be in memory.
  const staging = mkdtempSync(join(output, '.staging-'));
  try {
    const { folder, time } = await step('Collecting the release', () => stageRelease(staging));
    const file = await step('Packing it', () => {
      writeChecksums(folder);
      return pack(folder, { output, time });
    });
    process.stdout.write(`${file}\n`);
    if (container) await tryInContainer(file);
    const { engines } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
    if (!onlyPack) {
      process.stdout.write(`${(await askForWeaknesses()).join('\n')}\n`);
      await tryOnOldestNode(join(staging, 'oldest'), engines.node.replace('>=', ''));
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
};

/** @param {string[]} args */
const readArguments = (args) => {
  try {
    const options = /** @type {const} */ ({
      output: { type: 'string' },
      container: { type: 'boolean', default: false },
      'only-pack': { type: 'boolean', default: false },
    });
    const { output, container, 'only-pack': onlyPack } = parseArgs({ args, options }).values;
    return { output: output === undefined ? inProject('release') : resolve(output), container, onlyPack };
  } catch (error) {
    throw new ScriptError(/** @type {Error} */ (error).message);
  }
};
