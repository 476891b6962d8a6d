import { expect, test } from 'vitest';
import { AbandonedError, Dedupe, Semaphore } from './concurrency.ts';

const staying = new AbortController().signal;

test('no more pieces run at a time than there are places, and all of them run', async () => {
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

test('a piece that fails gives its place on', async () => {
  const semaphore = new Semaphore(1);
  const failing = semaphore.run(() => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await semaphore.run(async () => 'next')).toBe('next');
});

test('work that everybody has left is not done, and whoever comes later gets it anew', async () => {
  const work = new Dedupe<string>();
  const semaphore = new Semaphore(1);
  const done: string[] = [];
  let begin = () => {};
  let finishFirst = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const make = (name: string) => (checkWanted: () => void) =>
    semaphore.run(async () => {
      checkWanted();
      if (name === 'first') {
        await new Promise<void>((resolve) => {
          finishFirst = resolve;
          begin();
        });
      }
      done.push(name);
      return name;
    });
  const first = work.run('first', staying, make('first'));
  const leaving = new AbortController();
  const left = work.run('second', leaving.signal, make('second'));
  const alsoLeft = work.run('second', leaving.signal, make('second'));
  const kept = work.run('third', leaving.signal, make('third'));
  const joined = work.run('third', staying, make('third'));
  leaving.abort();
  // The first holds the only place.
  await begun;
  finishFirst();
  await expect(left).rejects.toThrow(AbandonedError);
  await expect(alsoLeft).rejects.toThrow(AbandonedError);
  expect(await Promise.all([first, kept, joined])).toEqual(['first', 'third', 'third']);
  expect(done).toEqual(['first', 'third']);
  expect(await work.run('second', staying, make('second'))).toBe('second');
});
