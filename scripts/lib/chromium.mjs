import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { inProject, ScriptError } from './project.mjs';

/** Chromium without windows. Journeys take a quarter less time in it. */
const SHELL = 'chromium-headless-shell';
const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', SHELL];

/** The paths that packages and installers use. PATH may lack them. */
const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  `/usr/bin/${SHELL}`,
];

/**
 * The paths at which Chromium may be, in order: only CHROMIUM if that is set; otherwise the folders of PATH, the usual
 * paths, and the one that Playwright downloads to.
 *
 * @param {{CHROMIUM?: string, PATH?: string}} env
 * @param {() => string} [ofPlaywright]
 * @returns {string[]}
 */
export const chromiumCandidates = (env, ofPlaywright = playwrightPath) => {
  if (env.CHROMIUM) return [env.CHROMIUM];
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...new Set([...onPath, ...usualPaths, ofPlaywright()])];
};

/**
 * The path of a Chromium that starts, or null. With `preferShell`, a headless shell comes before a whole browser.
 *
 * @param {{preferShell?: boolean}} [options]
 * @returns {string | null}
 * @throws {ScriptError} if CHROMIUM is set and no browser starts there
 */
export const findChromium = ({ preferShell = false } = {}) => {
  // Some packages put a script there that only asks to install another package. It does not print a version.
  const starts = (/** @type {string} */ path) => existsSync(path) && spawnSync(path, ['--version']).status === 0;
  const candidates = chromiumCandidates(process.env);
  const shells = preferShell ? candidates.filter((path) => path.endsWith(SHELL)) : [];
  const found = [...shells, ...candidates].find(starts) ?? null;
  if (!found && process.env.CHROMIUM) {
    throw new ScriptError(`CHROMIUM is ${process.env.CHROMIUM}, and no browser starts there.`);
  }
  return found;
};

const playwrightPath = () => {
  const { chromium } = createRequire(inProject('package.json'))('@playwright/test');
  return chromium.executablePath();
};
