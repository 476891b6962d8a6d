import { expect, test } from 'vitest';
import { createBetweenFrames } from './between-frames.ts';

/** The order of events when something is drawn between frames that take so many milliseconds. */
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

test('drawing between two frames includes the layout', () => {
  expect(whatHappens([2, 2])).toEqual(['frame of 2', 'drawn', 'laid out', 'frame of 2']);
});

test('after a slow frame, drawing waits for one more frame', () => {
  expect(whatHappens([20, 2, 2])).toEqual(['frame of 20', 'frame of 2', 'drawn', 'laid out', 'frame of 2']);
});

test('drawing happens even if every frame is slow', () => {
  expect(whatHappens([20, 20])).toEqual(['frame of 20', 'frame of 20', 'drawn', 'laid out']);
});
