import { defineConfig } from 'vitest/config';

// Long enough for a busy machine: tests find what hangs, and `npm run bench` finds what is slow.
const TIMEOUT_MS = 300_000;
// Waits end as soon as there is what they wait for.
const WAITS = { expect: { poll: { timeout: 30_000 } } };
// Loading the modules again for each file would take longer than most files.
const SHARED_MODULES = { isolate: false };

export default defineConfig({
  test: {
    // With more workers than cores, journeys and API both took longer.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          ...WAITS,
          ...SHARED_MODULES,
          setupFiles: ['tests/setup/properties.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/rules/**/*.test.ts',
            '{scripts,labs}/**/*.test.mjs',
            'bench/*.test.ts',
          ],
          exclude: ['src/server/**', 'src/demo/**'],
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          ...WAITS,
          ...SHARED_MODULES,
          include: ['src/server/**/*.test.ts'],
          setupFiles: ['tests/setup/properties.ts', 'tests/setup/quick-hashes.ts'],
          // If an API test is part of the run: a current build of the server, and a throwaway PostgreSQL server.
          globalSetup: ['tests/setup/build.ts', 'tests/setup/postgres.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          // Slow because it draws every picture. Not part of `npm run check`.
          name: 'demo',
          environment: 'node',
          ...WAITS,
          include: ['src/demo/**/*.test.ts'],
          setupFiles: ['tests/setup/properties.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          // Real servers that are stopped, frozen and killed under the built shop. Not part of `npm run check`.
          name: 'faults',
          environment: 'node',
          ...WAITS,
          include: ['{tests,labs}/faults/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          globalSetup: ['tests/setup/build.ts'],
          // One file after the other: several servers and a load of calls fill a machine.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          // A frozen server takes all limits of the shop, one after the other.
          testTimeout: 2 * TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          // Part of `npm run faults`, not of `npm test`.
          name: 'long faults',
          environment: 'node',
          include: ['labs/faults/**/*.long.test.ts'],
          ...WAITS,
          globalSetup: ['tests/setup/build.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          // `npm run cluster -- --test`. Not part of `npm test`.
          name: 'cluster',
          environment: 'node',
          ...WAITS,
          include: ['labs/cluster/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          testTimeout: 5 * TIMEOUT_MS,
          hookTimeout: 5 * TIMEOUT_MS,
        },
      },
      {
        test: {
          // The bench in its short form, which shows that it works. Not part of `npm run check`.
          name: 'bench',
          environment: 'node',
          ...WAITS,
          include: ['tests/bench/**/*.test.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          // Makes a release and starts it. Not part of `npm run check`.
          name: 'release',
          environment: 'node',
          ...WAITS,
          include: ['tests/release/**/*.test.ts'],
          sequence: { groupOrder: 4 },
          testTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
