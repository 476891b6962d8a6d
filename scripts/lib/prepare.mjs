import { build, staleBuilds } from './build.mjs';
import { step } from './child-process.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { ensureNativeModule, nativeModuleLoads } from './native-module.mjs';
import { inProject } from './project.mjs';
import { hasNodeApi10 } from './sqlite-package.mjs';

/**
 * What a command needs. Every command needs the packages of the shop and its native module.
 *
 * @typedef {object} Needs
 * @property {boolean} [build] the builds of server and pages; true if it is absent
 * @property {boolean} [tools] the packages for checks and tests; true if it is absent
 * @property {boolean} [bench] the packages of bench/, for the bench and the mutation tests
 */

/**
 * Makes a fresh or changed clone ready to run. If everything is ready, this takes a few hundredths of a second. A lock
 * keeps two starts from building at the same time.
 *
 * @param {Needs} [needs]
 * @throws {import('./project.mjs').ScriptError}
 */
export const prepare = async ({ build: withBuild = true, tools = true, bench = false } = {}) => {
  const isReady =
    isInstalled({ tools }) &&
    (!bench || isInstalled({ place: 'bench' })) &&
    nativeModuleLoads() &&
    (!withBuild || staleBuilds().length === 0);
  if (isReady) return;
  await withSetupLock(async () => {
    await installPackages({ tools, bench });
    const stale = withBuild ? staleBuilds() : [];
    const compiles = !nativeModuleLoads();
    if (!compiles && stale.length === 0) return;
    const takesLong = compiles && !hasNodeApi10();
    await step(takesLong ? 'Building (the first time takes a minute or two)' : 'Building', () =>
      // Compiling keeps one core busy, so both together take no longer.
      Promise.all([ensureNativeModule(), buildAll(stale)]),
    );
  });
};

/**
 * Does work that no other start may do at the same time.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
export const withSetupLock = (work) =>
  withLock(inProject('dist', 'setup.lock'), work, {
    onWait: (holder) => process.stderr.write(`Waiting for the setup by another start (${holder}) …\n`),
  });

/** @param {{tools: boolean, bench: boolean}} needs */
export const installPackages = async ({ tools, bench }) => {
  if (!isInstalled({ tools })) await install({ tools });
  if (bench && !isInstalled({ place: 'bench' })) await install({ place: 'bench' });
};

/** @param {import('./build.mjs').Build[]} names one after the other, because Vite uses every core itself */
export const buildAll = async (names) => {
  for (const name of names) await build(name);
};
