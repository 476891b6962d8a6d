import { pino } from 'pino';
import { expect, test } from 'vitest';
import { repeat } from './repeat.ts';

const log = pino({ level: 'silent' });
const HOUR_MS = 3_600_000;

/** Work that goes on until it is told to end. */
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

test('work is done at once, and once more when it is woken meanwhile, but never twice at a time', async () => {
  const { work, ends, most } = slowWork();
  const repeated = repeat(HOUR_MS, log, work);
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

test('stopping waits for what is going on, and nothing begins after it', async () => {
  const { work, ends } = slowWork();
  const repeated = repeat(1, log, work);
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

test('a failure does not end the work', async () => {
  let turns = 0;
  const repeated = repeat(1, log, async () => {
    turns++;
    throw new Error('the database is away');
  });
  await expect.poll(() => turns).toBeGreaterThan(2);
  await repeated.stop();
});
