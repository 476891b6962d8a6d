import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';

// Searched once. The worker processes read this file too and inherit the variable.
process.env.CHROMIUM ??= findChromium({ preferShell: true }) ?? undefined;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each worker has a shop and a browser, and waits more than it computes. More than eight need too much memory.
  workers: Math.min(availableParallelism() + 1, 8),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a busy machine.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    // What moves costs time and cannot be measured. Journeys about motion ask for it.
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // No page lives long enough for what the optimizing compilers cost.
        '--js-flags=--no-opt --no-maglev',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The browser can only reach the shop, so a journey has the same result with and without a network.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  projects: [
    // Which journeys run at which width is said by their tags: ONCE and WIDE in tests/e2e/fixtures.ts.
    {
      name: '390',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grepInvert: /@wide/,
    },
    { name: '1440', use: { viewport: { width: 1440, height: 900 } }, grepInvert: /@once/ },
  ],
});
