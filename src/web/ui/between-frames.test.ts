import { expect, test } from 'vitest';
import { createBetweenFrames } from './between-frames.ts';

/** What happens on a screen whose frames take so many milliseconds, when something is drawn between them. */
const whatHappens = (frames: readonly number[]): string[] => {
  const happened: string[] = [];
  const asked: ((begun: number) => void)[] = [];
  const waiting: (() => void)[] = [];
  let time = 0;
  const between = createBetweenFrames({
    now: () => time,
    onFrame: (act) => asked.push(act),
    soon: (act) => waiting.push(act),
    layOut: () => happened.push('laid out'),
  });
  between(() => happened.push('drawn'));
  for (const took of frames) {
    const begun = time;
    for (const act of asked.splice(0)) act(begun);
    time += took;
    happened.push(`frame of ${took}`);
    for (const act of waiting.splice(0)) act();
  }
  return happened;
};

test('what is drawn between two frames is laid out there', () => {
  expect(whatHappens([2, 2])).toEqual(['frame of 2', 'drawn', 'laid out', 'frame of 2']);
});

test('after a frame that had much to paint another comes first', () => {
  expect(whatHappens([20, 2, 2])).toEqual(['frame of 20', 'frame of 2', 'drawn', 'laid out', 'frame of 2']);
});

test('a screen whose every frame is full is drawn all the same', () => {
  expect(whatHappens([20, 20])).toEqual(['frame of 20', 'frame of 20', 'drawn', 'laid out']);
});
