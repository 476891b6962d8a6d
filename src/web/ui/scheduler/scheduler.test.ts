import { expect, test } from 'vitest';
import { createScheduler, type Priority } from './scheduler.ts';

/** A page whose clock and frames the test controls. */
const page = () => {
  let time = 0;
  const frames: (() => void)[] = [];
  const drawn: string[] = [];
  const state = { isPaused: false };
  const { schedule, flush, averageTaskMs } = createScheduler({
    now: () => time,
    requestTime: (draw) => frames.push(draw),
    isPaused: () => state.isPaused,
  });
  return {
    drawn,
    state,
    frames,
    averageTaskMs,
    schedule,
    flush,
    /** Schedules a task that takes so many milliseconds. */
    add: (name: string, milliseconds: number, priority?: Priority) =>
      schedule(() => {
        drawn.push(name);
        time += milliseconds;
      }, priority),
    frame: () => frames.shift()?.(),
  };
};

test('cheap cards are drawn in one frame, expensive ones one per frame', () => {
  const cheap = page();
  for (const name of ['a', 'b', 'c']) cheap.add(name, 1);
  cheap.frame();
  expect(cheap.drawn).toEqual(['a', 'b', 'c']);

  const expensive = page();
  for (const name of ['a', 'b', 'c']) expensive.add(name, 20);
  expensive.frame();
  expect(expensive.drawn).toEqual(['a']);
  expensive.frame();
  expensive.frame();
  expect(expensive.drawn).toEqual(['a', 'b', 'c']);
});

test('a card that was scrolled away before its task runs is not drawn', () => {
  const { add, frame, drawn } = page();
  add('a', 20);
  const cancel = add('b', 20);
  add('c', 20);
  frame();
  cancel();
  frame();
  expect(drawn).toEqual(['a', 'c']);
});

test('a frame is requested only if a task waits, and one at a time', () => {
  const { add, frame, frames } = page();
  expect(frames).toHaveLength(0);
  add('a', 1);
  add('b', 1);
  expect(frames).toHaveLength(1);
  frame();
  expect(frames).toHaveLength(0);
  add('c', 1);
  expect(frames).toHaveLength(1);
});

test('urgent tasks run first, and if they fill a frame, cards wait for the next one', () => {
  const { add, frame, drawn } = page();
  add('card', 1);
  add('rows', 20, 'urgent');
  frame();
  expect(drawn).toEqual(['rows']);
  frame();
  expect(drawn).toEqual(['rows', 'card']);
});

test('details are drawn last and do not count in the average', () => {
  const { add, frame, drawn, averageTaskMs } = page();
  add('options', 0.1, 'detail');
  add('row', 2);
  frame();
  expect(drawn).toEqual(['row', 'options']);
  const average = averageTaskMs();
  expect(average).toBeGreaterThan(0);
  add('options', 0.1, 'detail');
  frame();
  expect(averageTaskMs()).toBe(average);
});

test('the average follows the time that tasks take, and a single slow one changes it little', () => {
  const { add, frame, averageTaskMs } = page();
  const draw = (times: number, milliseconds: number) => {
    for (let time = 0; time < times; time++) {
      add('card', milliseconds);
      frame();
    }
  };
  draw(20, 2);
  expect(averageTaskMs()).toBeCloseTo(2, 1);
  draw(1, 10);
  expect(averageTaskMs()).toBeLessThan(5);
  draw(20, 10);
  expect(averageTaskMs()).toBeCloseTo(10, 1);
});

test('while the list scrolls too fast, only urgent tasks run, and the others when it slows down', () => {
  const { add, frame, drawn, state } = page();
  state.isPaused = true;
  add('card', 1);
  add('row', 1, 'urgent');
  frame();
  frame();
  expect(drawn).toEqual(['row']);
  state.isPaused = false;
  frame();
  expect(drawn).toEqual(['row', 'card']);
});

test('before the focus moves, everything is drawn, including paused tasks and tasks that other tasks add', () => {
  const { schedule, add, flush, frame, drawn, state } = page();
  state.isPaused = true;
  schedule(() => {
    drawn.push('card');
    add('controls', 20);
    add('row', 20, 'urgent');
  });
  flush();
  expect(drawn).toEqual(['card', 'controls', 'row']);
  frame();
  expect(drawn).toHaveLength(3);
});
