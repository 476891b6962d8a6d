import { defineConfig } from 'vitest/config';

// So long that a busy machine is no failure: what hangs is found, what is slow is for `npm run bench` to say.
const patience = 60_000;

export default defineConfig({
  test: {
    // API tests wait for databases and password hashes more than they compute: no core is left out.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          setupFiles: ['tests/setup/properties.ts'],
          testTimeout: patience,
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/rules/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'bench/**/*.test.ts',
          ],
          exclude: ['src/server/**'],
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['src/server/**/*.test.ts'],
          setupFiles: ['tests/setup/properties.ts'],
          // Starts a throw-away PostgreSQL server; runs only when an API test was chosen.
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
    ],
  },
});
