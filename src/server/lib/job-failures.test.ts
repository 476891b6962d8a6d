import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionLostError } from '../db/failures.ts';
import { keptLog } from '../testing/logged-app.ts';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const lost = () => new ConnectionLostError('connect ECONNREFUSED');

/** Jobs that fail as long as they have something to fail with. */
const startJobs = (...names: string[]) => {
  const { log, lines } = keptLog('warn');
  let failure: Error | null = null;
  const runs = Object.fromEntries(names.map((name) => [name, 0]));
  const jobs = names.map((name) =>
    repeat({ name, every: 20_000, log }, async () => {
      runs[name]!++;
      if (failure) throw failure;
    }),
  );
  return {
    /** Lets every job run once with this failure, or without one. */
    run: async (next: Error | null) => {
      failure = next;
      const before = { ...runs };
      for (const job of jobs) job.wake();
      await expect.poll(() => names.every((name) => runs[name]! > before[name]!)).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
    },
    lines: () =>
      lines()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    stop: () => Promise.all(jobs.map((job) => job.stop())),
  };
};

test('an outage is one line at its beginning, one a minute and one at its end, however many jobs fail', async () => {
  const { run, lines, stop } = startJobs('notices', 'evidence', 'auto sync');
  await run(null);
  for (let round = 0; round < 5; round++) await run(lost());
  expect(lines()).toMatchObject([{ level: 50, job: 'notices', msg: 'the database cannot be used' }]);
  vi.advanceTimersByTime(60_000);
  expect(lines()[1]).toMatchObject({
    jobs: ['notices', 'evidence', 'auto sync'],
    failures: expect.any(Number),
    msg: 'the database still cannot be used',
  });
  await run(null);
  expect(lines().slice(2)).toMatchObject([{ level: 40, msg: 'the database is back' }]);
  vi.advanceTimersByTime(120_000);
  expect(lines()).toHaveLength(3);
  await run(lost());
  expect(lines()).toHaveLength(4);
  await stop();
});

test('a job that fails for a reason of its own is named, once a minute', async () => {
  const { run, lines, stop } = startJobs('rates');
  for (let round = 0; round < 4; round++) await run(new Error('a bug'));
  expect(lines()).toMatchObject([
    { job: 'rates', msg: 'background job "rates" failed', err: { stack: expect.stringContaining('a bug') } },
  ]);
  await stop();
});
