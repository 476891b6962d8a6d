import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { inProject, SetUpProblem } from './project.mjs';

const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where packages and installers put it, should PATH be a short one. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The places to look for Chromium, in order: the one that the person named, and only that; PATH; the usual places;
 * the one that Playwright has downloaded.
 *
 * @param {{CHROMIUM?: string, PATH?: string}} env
 * @param {() => string} [ofPlaywright]
 * @returns {string[]}
 */
export const chromiumCandidates = (env, ofPlaywright = playwrightsOwn) => {
  if (env.CHROMIUM) return [env.CHROMIUM];
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...new Set([...onPath, ...usualPlaces, ofPlaywright()])];
};

/**
 * The first Chromium found that starts, or null.
 *
 * @returns {string | null}
 * @throws {SetUpProblem} where CHROMIUM names one that does not start
 */
export const findChromium = () => {
  // Asking its version tells a real one from a package's placeholder that only asks to install another package.
  const starts = (/** @type {string} */ path) => existsSync(path) && spawnSync(path, ['--version']).status === 0;
  const found = chromiumCandidates(process.env).find(starts) ?? null;
  if (!found && process.env.CHROMIUM) {
    throw new SetUpProblem(`CHROMIUM is ${process.env.CHROMIUM}, and no browser starts there.`);
  }
  return found;
};

const playwrightsOwn = () => {
  const { chromium } = createRequire(inProject('package.json'))('@playwright/test');
  return chromium.executablePath();
};
