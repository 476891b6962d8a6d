import { pino } from 'pino';
import { expect, test } from 'vitest';
import { repeat } from './repeat.ts';

const log = pino({ level: 'silent' });
const HOUR_MS = 3_600_000;

/** Work that goes on until its `ends` function is called. */
const slowWork = () => {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running--;
  };
  return { work, ends, most: () => most };
};

test('work starts immediately, and runs once more if it is woken while it runs, but never twice at a time', async () => {
  const { work, ends, most } = slowWork();
  const repeated = repeat({ name: 'slow', every: HOUR_MS, log }, work);
  expect(ends).toHaveLength(1);
  repeated.wake();
  repeated.wake();
  expect(ends).toHaveLength(1);
  ends[0]!();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]!();
  await repeated.stop();
  expect([ends.length, most()]).toEqual([2, 1]);
});

test('stopping waits for the running work, and nothing starts afterwards', async () => {
  const { work, ends } = slowWork();
  const repeated = repeat({ name: 'slow', every: 1, log }, work);
  let stopped = false;
  const stopping = repeated.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  repeated.wake();
  ends[0]!();
  await stopping;
  repeated.wake();
  expect(ends).toHaveLength(1);
});

test('work goes on after a failure', async () => {
  let runs = 0;
  const repeated = repeat({ name: 'failing', every: 1, log }, async () => {
    runs++;
    throw new Error('the database is out of reach');
  });
  await expect.poll(() => runs).toBeGreaterThan(2);
  await repeated.stop();
});
