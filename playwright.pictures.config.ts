import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const [phone, desktop] = journeys.projects ?? [];

/** `npm run pictures`: pictures of every screen and state, at both widths and in both themes. These are no tests. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/pictures',
  testMatch: '*.pictures.ts',
  outputDir: 'test-results/pictures',
  use: { ...journeys.use, reducedMotion: 'no-preference' },
  projects: ['dark', 'light'].flatMap((theme) =>
    [phone, desktop].map((device) => ({ ...device, name: `${device?.name}-${theme}`, metadata: { theme } })),
  ),
});
