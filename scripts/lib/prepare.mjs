import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { ensureNativeModule, nativeModuleLoads } from './native-module.mjs';
import { inProject } from './project.mjs';

/**
 * Makes a fresh clone, or one whose sources moved on, ready to run: packages, the native module, and (unless `built`
 * is false) the build. Costs a few hundredths of a second where all is ready. Two starts at once do it one after the
 * other, so that neither builds over the other.
 *
 * @param {{built?: boolean}} [wish]
 * @throws {import('./project.mjs').SetUpProblem}
 */
export const prepare = async ({ built = true } = {}) => {
  if (isInstalled() && nativeModuleLoads() && (!built || isBuilt())) return;
  await withLock(
    inProject('dist', 'set-up.lock'),
    async () => {
      if (!isInstalled()) await install();
      await ensureNativeModule();
      if (built && !isBuilt()) await build();
    },
    { onWait: (holder) => process.stderr.write(`Waiting for the set-up that another start (${holder}) is doing …\n`) },
  );
};
