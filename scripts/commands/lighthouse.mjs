import { runVisibly } from '../lib/child-process.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject, ScriptError } from '../lib/project.mjs';

/**
 * `npm run lighthouse`: runs Lighthouse's mobile audit on the built shop with its demo. It audits the gate as a new
 * visitor sees it, and the list as a returning member sees it. The median of three runs counts. The command fails if a
 * score is below its bar. npm downloads Lighthouse at the first run; it is no dependency and no part of `npm test`.
 */
export const run = async () => {
  await prepare();
  const browser = findChromium();
  if (!browser) throw new ScriptError('Lighthouse needs Chromium, and none was found.');
  process.exitCode = await runVisibly(process.execPath, ['--import', 'tsx', inProject('bench', 'lighthouse.ts')], {
    env: { ...process.env, CHROMIUM: browser },
  });
};
