import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** A page whose clock and frames the test controls. */
const page = () => {
  let time = 0;
  const frames: (() => void)[] = [];
  const drawn: string[] = [];
  const held = { is: false };
  const { ask, giveAll, pace } = createTurns({
    now: () => time,
    onTime: (draw) => frames.push(draw),
    isHeld: () => held.is,
  });
  return {
    drawn,
    held,
    frames,
    pace,
    ask,
    giveAll,
    /** Asks for a turn that takes so many milliseconds. */
    want: (name: string, milliseconds: number, pressing?: boolean) =>
      ask(() => {
        drawn.push(name);
        time += milliseconds;
      }, pressing),
    frame: () => frames.shift()?.(),
  };
};

test('cheap cards are drawn in one frame, expensive ones one per frame', () => {
  const cheap = page();
  for (const name of ['a', 'b', 'c']) cheap.want(name, 1);
  cheap.frame();
  expect(cheap.drawn).toEqual(['a', 'b', 'c']);

  const expensive = page();
  for (const name of ['a', 'b', 'c']) expensive.want(name, 20);
  expensive.frame();
  expect(expensive.drawn).toEqual(['a']);
  expensive.frame();
  expensive.frame();
  expect(expensive.drawn).toEqual(['a', 'b', 'c']);
});

test('a card that was scrolled away before its turn is not drawn', () => {
  const { want, frame, drawn } = page();
  want('a', 20);
  const withdraw = want('b', 20);
  want('c', 20);
  frame();
  withdraw();
  frame();
  expect(drawn).toEqual(['a', 'c']);
});

test('a frame is requested only if something waits, and one at a time', () => {
  const { want, frame, frames } = page();
  expect(frames).toHaveLength(0);
  want('a', 1);
  want('b', 1);
  expect(frames).toHaveLength(1);
  frame();
  expect(frames).toHaveLength(0);
  want('c', 1);
  expect(frames).toHaveLength(1);
});

test('urgent turns come first, and if they fill a frame, cards wait for the next one', () => {
  const { want, frame, drawn } = page();
  want('card', 1);
  want('rows', 20, true);
  frame();
  expect(drawn).toEqual(['rows']);
  frame();
  expect(drawn).toEqual(['rows', 'card']);
});

test('the pace follows the time that turns take, and a single slow one changes it little', () => {
  const { want, frame, pace } = page();
  const draw = (times: number, milliseconds: number) => {
    for (let time = 0; time < times; time++) {
      want('card', milliseconds);
      frame();
    }
  };
  draw(20, 2);
  expect(pace()).toBeCloseTo(2, 1);
  draw(1, 10);
  expect(pace()).toBeLessThan(5);
  draw(20, 10);
  expect(pace()).toBeCloseTo(10, 1);
});

test('while the list is flung, only urgent turns are given, and the others when it slows down', () => {
  const { want, frame, drawn, held } = page();
  held.is = true;
  want('card', 1);
  want('row', 1, true);
  frame();
  frame();
  expect(drawn).toEqual(['row']);
  held.is = false;
  frame();
  expect(drawn).toEqual(['row', 'card']);
});

test('before the focus moves, everything is drawn, including turns that were held back or asked for meanwhile', () => {
  const { ask, want, giveAll, frame, drawn, held } = page();
  held.is = true;
  ask(() => {
    drawn.push('card');
    want('controls', 20);
    want('row', 20, true);
  });
  giveAll();
  expect(drawn).toEqual(['card', 'controls', 'row']);
  frame();
  expect(drawn).toHaveLength(3);
});
