import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { ensureNativeModule, nativeModuleLoads } from './native-module.mjs';
import { inProject } from './project.mjs';

/**
 * Makes a fresh or changed clone ready to run: packages, the native module, and the build unless `build` is false. If
 * everything is ready, this takes a few hundredths of a second. A lock keeps two starts from building at the same time.
 *
 * @param {{build?: boolean}} [options]
 * @throws {import('./project.mjs').ScriptError}
 */
export const prepare = async ({ build: withBuild = true } = {}) => {
  if (isInstalled() && nativeModuleLoads() && (!withBuild || isBuilt())) return;
  await withLock(
    inProject('dist', 'setup.lock'),
    async () => {
      if (!isInstalled()) await install();
      await ensureNativeModule();
      if (withBuild && !isBuilt()) await build();
    },
    { onWait: (holder) => process.stderr.write(`Waiting for the setup by another start (${holder}) …\n`) },
  );
};
