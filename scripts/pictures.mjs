/**
 * `npm run pictures`: a picture book of the built shop in /pictures/, every screen and state at both widths and in both
 * themes, for eyes. Further arguments are Playwright's: `npm run pictures -- -g cart --project 390-dark`.
 */
import { refuseOldNode } from './lib/node-version.mjs';

refuseOldNode();
const { prepare } = await import('./lib/prepare.mjs');
const { inProject, runScript } = await import('./lib/project.mjs');
const { runVisibly } = await import('./lib/run.mjs');

await runScript(async () => {
  await prepare();
  const playwright = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const config = ['--config', inProject('playwright.pictures.config.ts')];
  process.exitCode = await runVisibly(process.execPath, [playwright, 'test', ...config, ...process.argv.slice(2)]);
});
