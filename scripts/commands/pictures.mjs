import { runVisibly } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/**
 * `npm run pictures`: takes a picture of every screen and state of the built shop, at both widths and in both themes,
 * and writes them to /pictures/ for people to look at.
 *
 * @param {string[]} args arguments for Playwright, as in `npm run pictures -- -g cart --project 390-dark`
 */
export const run = async (args) => {
  await prepare();
  const playwright = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const config = ['--config', inProject('playwright.pictures.config.ts')];
  process.exitCode = await runVisibly(process.execPath, [playwright, 'test', ...config, ...args]);
};
