import fc from 'fast-check';

// With a fixed seed, a run has the same result everywhere. `npm run stress` tries more cases, new ones each time.
const runs = Number(process.env.PROPERTY_RUNS ?? 0);
fc.configureGlobal(runs > 0 ? { numRuns: runs } : { seed: 2026 });
