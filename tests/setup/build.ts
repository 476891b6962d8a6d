import { build, staleBuilds } from '../../scripts/lib/build.mjs';
import { withSetupLock } from '../../scripts/lib/prepare.mjs';

/** Threads and processes of the shop start from the build of the server. It must be that of the current sources. */
export default async function buildServer() {
  if (!staleBuilds().includes('server')) return;
  await withSetupLock(async () => {
    if (staleBuilds().includes('server')) await build('server');
  });
}
