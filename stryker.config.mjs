/** Mutation tests of the domain, started by `npm run mutate`. */
export default {
  mutate: ['src/domain/**/*.ts', '!src/domain/**/*.test.ts', '!src/domain/testing/**'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  // All that the tests of the domain need.
  ignorePatterns: [
    '**',
    '!src/domain/**',
    '!tests/setup/properties.ts',
    '!package.json',
    '!tsconfig.base.json',
    '!vitest.mutation.config.ts',
  ],
  tempDirName: 'mutation/sandbox',
  // No such file: Stryker would rewrite it through an API that TypeScript 7 does not have.
  tsconfigFile: 'no-tsconfig.json',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'mutation/report.json' },
  clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
  // Percent of all mutants. scripts/commands/mutate.mjs checks each file.
  thresholds: { high: 95, low: 95, break: 95 },
  concurrency: 2,
};
