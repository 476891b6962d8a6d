import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const [phone, desktop] = journeys.projects ?? [];

/** The picture book of `npm run pictures`: every screen and state, at both widths and in both themes. No test. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/pictures',
  testMatch: '*.pictures.ts',
  outputDir: 'test-results/pictures',
  projects: ['dark', 'light'].flatMap((theme) =>
    [phone, desktop].map((device) => ({ ...device, name: `${device?.name}-${theme}`, metadata: { theme } })),
  ),
});
