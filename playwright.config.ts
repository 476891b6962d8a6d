import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';

// Found once; the worker processes, which read this file too, inherit the answer.
process.env.CHROMIUM ??= findChromium() ?? undefined;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  // Two shops and two browsers are what two cores carry; a journey waits more than it computes.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // So long that a busy machine is no failure.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The browser reaches the shop and nothing else: the same outcome with and without an internet.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  projects: [
    { name: '390', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    // What is tagged so runs at the width above (ONCE in shop-server.ts).
    { name: '1440', use: { viewport: { width: 1440, height: 900 } }, grepInvert: /@once/ },
  ],
});
