import { expect, test } from 'vitest';
import { createAfterPaint } from './after-paint.ts';

/** The order of events when something is drawn among frames that take so many milliseconds. */
const eventsOf = (frames: readonly number[]): string[] => {
  const events: string[] = [];
  const frameCallbacks: ((startedAt: number) => void)[] = [];
  const taskCallbacks: (() => void)[] = [];
  let time = 0;
  const afterPaint = createAfterPaint({
    now: () => time,
    requestFrame: (callback) => frameCallbacks.push(callback),
    requestTask: (callback) => taskCallbacks.push(callback),
    layOut: () => events.push('laid out'),
  });
  afterPaint(() => events.push('drawn'));
  for (const frameMs of frames) {
    const startedAt = time;
    for (const callback of frameCallbacks.splice(0)) callback(startedAt);
    time += frameMs;
    events.push(`frame of ${frameMs}`);
    for (const callback of taskCallbacks.splice(0)) callback();
  }
  return events;
};

test('drawing after a paint includes the layout', () => {
  expect(eventsOf([2, 2])).toEqual(['frame of 2', 'drawn', 'laid out', 'frame of 2']);
});

test('after a slow frame, drawing waits for one more frame', () => {
  expect(eventsOf([20, 2, 2])).toEqual(['frame of 20', 'frame of 2', 'drawn', 'laid out', 'frame of 2']);
});

test('drawing happens even if every frame is slow', () => {
  expect(eventsOf([20, 20])).toEqual(['frame of 20', 'frame of 20', 'drawn', 'laid out']);
});
