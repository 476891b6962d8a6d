import { expect, test } from 'vitest';
import { AbandonedError, Places, SharedWork } from './work-queue.ts';

const staying = new AbortController().signal;

test('no more pieces run at a time than there are places, and all of them run', async () => {
  const places = new Places(3);
  let running = 0;
  let most = 0;
  const done = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      places.use(async () => {
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
  const places = new Places(1);
  const failing = places.use(() => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await places.use(async () => 'next')).toBe('next');
});

test('work that everybody has left is not done, and whoever comes later gets it anew', async () => {
  const work = new SharedWork<string>();
  const places = new Places(1);
  const done: string[] = [];
  let begin = () => {};
  let finishFirst = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const make = (name: string) => (checkWanted: () => void) =>
    places.use(async () => {
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
  const first = work.ask('first', staying, make('first'));
  const leaving = new AbortController();
  const left = work.ask('second', leaving.signal, make('second'));
  const alsoLeft = work.ask('second', leaving.signal, make('second'));
  const kept = work.ask('third', leaving.signal, make('third'));
  const joined = work.ask('third', staying, make('third'));
  leaving.abort();
  // The first holds the only place.
  await begun;
  finishFirst();
  await expect(left).rejects.toThrow(AbandonedError);
  await expect(alsoLeft).rejects.toThrow(AbandonedError);
  expect(await Promise.all([first, kept, joined])).toEqual(['first', 'third', 'third']);
  expect(done).toEqual(['first', 'third']);
  expect(await work.ask('second', staying, make('second'))).toBe('second');
});
