import { expect, onTestFinished, test, vi } from 'vitest';
import { AbandonedError, Dedupe, Semaphore, TooSlowError, waitAtMost, within } from './concurrency.ts';

/** The signal of a caller that keeps waiting. */
const waiting = new AbortController().signal;

test('waiting ends when the work ends or fails, and at the latest at its limit', async () => {
  let done = false;
  const work = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    done = true;
  });
  await waitAtMost(60_000, work);
  expect(done).toBe(true);
  await waitAtMost(60_000, Promise.reject(new Error('refused')));
  await waitAtMost(1, new Promise(() => {}));
});

test('a semaphore of 3 runs at most 3 tasks at a time, and runs all of them', async () => {
  const semaphore = new Semaphore(3);
  let running = 0;
  let most = 0;
  const done = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      semaphore.run(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, n % 3));
        running--;
        return n;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(done).toEqual(Array.from({ length: 50 }, (_, n) => n));
});

test('a task that fails makes room for the next one', async () => {
  const semaphore = new Semaphore(1);
  const failing = semaphore.run(() => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await semaphore.run(async () => 'next')).toBe('next');
});

test('a task that every caller has abandoned is not run, and a later caller runs it again', async () => {
  const dedupe = new Dedupe<string>();
  const semaphore = new Semaphore(1);
  const done: string[] = [];
  let reportBegin = () => {};
  let finishFirst = () => {};
  const begun = new Promise<void>((resolve) => {
    reportBegin = resolve;
  });
  const task = (name: string) => (checkWanted: () => void) =>
    semaphore.run(async () => {
      checkWanted();
      if (name === 'first') {
        await new Promise<void>((resolve) => {
          finishFirst = resolve;
          reportBegin();
        });
      }
      done.push(name);
      return name;
    });
  const first = dedupe.run('first', waiting, task('first'));
  const leaving = new AbortController();
  const abandoned = dedupe.run('second', leaving.signal, task('second'));
  const alsoAbandoned = dedupe.run('second', leaving.signal, task('second'));
  const kept = dedupe.run('third', leaving.signal, task('third'));
  const joined = dedupe.run('third', waiting, task('third'));
  leaving.abort();
  // The first task holds the only place of the semaphore.
  await begun;
  finishFirst();
  await expect(abandoned).rejects.toThrow(AbandonedError);
  await expect(alsoAbandoned).rejects.toThrow(AbandonedError);
  expect(await Promise.all([first, kept, joined])).toEqual(['first', 'third', 'third']);
  expect(done).toEqual(['first', 'third']);
  expect(await dedupe.run('second', waiting, task('second'))).toBe('second');
});

test('nobody waits longer than the limit for a task, and a task that nobody waits for ends at its next report', async () => {
  let report = () => {};
  const slow = within(5, (reportProgress) => {
    report = reportProgress;
    return new Promise(() => {});
  });
  await expect(slow).rejects.toThrow(TooSlowError);
  expect(report).toThrow(AbandonedError);
  await expect(within(60_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await within(60_000, async () => 'done')).toBe('done');
});

test('a task that reports its progress may take longer than the limit', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  let reports = 0;
  await within(100, async (reportProgress) => {
    for (; reports < 30; reports++) {
      await vi.advanceTimersByTimeAsync(90);
      reportProgress();
    }
  });
  expect(reports).toBe(30);
});
