import { defineConfig } from 'vitest/config';

// The tests that the mutation score of the domain is about: those of src/domain, and no others.
export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['tests/setup/properties.ts'],
    include: ['src/domain/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
