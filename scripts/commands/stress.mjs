import { readdirSync, readFileSync } from 'node:fs';
import { runVisibly } from '../lib/child-process.mjs';
import { prepare } from '../lib/prepare.mjs';
import { inProject } from '../lib/project.mjs';

/** How often the races run, on each database. */
const RACE_ROUNDS = 5;
/** Random cases of each property, new ones in every run. */
const PROPERTY_RUNS = '5000';

/**
 * `npm run stress`: the long form of the races and properties, which `npm test` runs in a short form. It looks for rare
 * failures and stops at the first one. A race is an API test whose title says "at once".
 */
export const run = async () => {
  await prepare();
  process.env.PROPERTY_RUNS = PROPERTY_RUNS;
  const runs = [
    ...Array.from({ length: RACE_ROUNDS }, () => ['--project', 'api', '--testNamePattern', 'at once']),
    ['--project', 'api', ...longForms()],
    ['--project', 'rules', '--project', 'demo'],
    // Fewer cases: an attack is a call on both databases, and a history is some dozens of calls.
    ['--project', 'api', 'src/server/attack/bad-input.test.ts', 'src/server/features/inventory/histories.test.ts'],
  ];
  for (const options of runs) {
    const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
    process.exitCode = await runVisibly(process.execPath, [vitest, 'run', ...options]);
    if (process.exitCode !== 0) return;
  }
  await runJourneys();
};

/** The API tests that try more cases or moments here. */
const longForms = () =>
  readdirSync(inProject('src', 'server'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => inProject('src', 'server', path))
    .filter((path) => /testing\/(crossing|cases)\.ts'/.test(readFileSync(path, 'utf8')));

/** The journeys of members, from the gate to their receipts. */
const JOURNEYS = /** @type {const} */ ([
  'gate-and-login',
  'product-list',
  'product-details',
  'card-stepper',
  'live-updates',
  'cart',
  'order-placed',
  'order-payment',
  'receipts',
]);

/** Runs the journeys of members on translated pages, and the way to an order without each feature of a browser. */
const runJourneys = async () => {
  const playwright = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const runs = [
    { names: JOURNEYS, asked: { JOURNEYS_TRANSLATED: 'on' } },
    { names: ['any-browser'], asked: { JOURNEYS_WITHOUT_EACH: 'on' } },
  ];
  for (const { names, asked } of runs) {
    const files = names.map((name) => `tests/e2e/${name}.spec.ts`);
    const env = { ...process.env, ...asked };
    process.exitCode = await runVisibly(process.execPath, [playwright, 'test', ...files], { env });
    if (process.exitCode !== 0) return;
  }
};
