/**
 * `npm run lighthouse`: Lighthouse's mobile audit of the gate, as a newcomer meets it, and of the list, as a member who
 * comes back, in the built shop with its demo catalogue; the middle one of three runs counts. Not a dependency and not
 * part of `npm test`: npm fetches it when it is first run. Ends badly where a figure is below its bar.
 */
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { prepare } = await import('./lib/prepare.mjs');
const { inProject, runScript, SetUpProblem } = await import('./lib/project.mjs');
const { runVisibly } = await import('./lib/run.mjs');
const { findChromium } = await import('./lib/chromium.mjs');

await runScript(async () => {
  await prepare();
  const browser = findChromium();
  if (!browser) throw new SetUpProblem('Lighthouse needs Chromium, and none was found.');
  process.exitCode = await runVisibly(process.execPath, ['--import', 'tsx', inProject('bench', 'lighthouse.ts')], {
    ...process.env,
    CHROMIUM: browser,
  });
});
