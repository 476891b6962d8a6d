import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShopError } from '#contract/errors.ts';
import { ConnectionLostError, OutcomeUnknownError } from './failures.ts';
import { whileOutOfReach } from './out-of-reach.ts';

const LIMIT_MS = 500;
// A call that waits for the database waits forever, unless the test lets the time go on.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = () => Promise.reject(new ConnectionLostError('gone'));
const never = () => new Promise<string>(() => {});
const stored = () => Promise.resolve('stored');
const lastingTurns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test('what is stored is returned while the database responds, and what the database refuses is thrown', async () => {
  const readOr = whileOutOfReach(LIMIT_MS);
  expect(await readOr('last', stored)).toBe('stored');
  await expect(readOr('last', () => Promise.reject(new ShopError('rate_limited')))).rejects.toThrow(ShopError);
  await expect(readOr('last', () => Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake');
  expect(await readOr('last', stored)).toBe('stored');
});

test.each([
  ['is cut off', lost],
  ['does not say whether it stored', () => Promise.reject(new OutcomeUnknownError(null))],
  ['is silent', never],
])('a database that %s is not waited for twice', async (_what, work) => {
  const readOr = whileOutOfReach(LIMIT_MS);
  const first = readOr('last', work);
  await vi.advanceTimersByTimeAsync(LIMIT_MS + 1);
  expect(await first).toBe('last');
  for (let call = 0; call < 10; call++) expect(await readOr('last', never)).toBe('last');
});

test('one work at a time goes on without being waited for, and once it succeeds or is refused, calls wait again', async () => {
  for (const back of [stored, () => Promise.reject(new ShopError('rate_limited'))]) {
    const readOr = whileOutOfReach(LIMIT_MS);
    await readOr('last', lost);
    const work = vi.fn(back);
    expect(await readOr('last', work)).toBe('last');
    expect(await readOr('last', work)).toBe('last');
    expect(work).toHaveBeenCalledTimes(1);
    await lastingTurns();
    expect(await readOr('last', stored)).toBe('stored');
  }
});

test('nobody waits while the work that was tried fails again and again', async () => {
  const readOr = whileOutOfReach(LIMIT_MS);
  for (let call = 0; call < 10; call++) {
    expect(await readOr('last', lost)).toBe('last');
    await lastingTurns();
  }
  expect(await readOr('last', stored)).toBe('last');
});
