import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** A page whose clock and frames the test moves. */
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
    /** Asks to draw something that takes so long. */
    want: (name: string, milliseconds: number, pressing?: boolean) =>
      ask(() => {
        drawn.push(name);
        time += milliseconds;
      }, pressing),
    frame: () => frames.shift()?.(),
  };
};

test('cheap cards come in one frame, dear ones one in each', () => {
  const cheap = page();
  for (const name of ['a', 'b', 'c']) cheap.want(name, 1);
  cheap.frame();
  expect(cheap.drawn).toEqual(['a', 'b', 'c']);

  const dear = page();
  for (const name of ['a', 'b', 'c']) dear.want(name, 20);
  dear.frame();
  expect(dear.drawn).toEqual(['a']);
  dear.frame();
  dear.frame();
  expect(dear.drawn).toEqual(['a', 'b', 'c']);
});

test('what was scrolled away before its turn is not drawn', () => {
  const { want, frame, drawn } = page();
  want('a', 20);
  const withdraw = want('b', 20);
  want('c', 20);
  frame();
  withdraw();
  frame();
  expect(drawn).toEqual(['a', 'c']);
});

test('no frame is asked for while nothing waits, and one at a time else', () => {
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

test('what is pressing comes first, and a frame that it fills has no room for cards', () => {
  const { want, frame, drawn } = page();
  want('card', 1);
  want('rows', 20, true);
  frame();
  expect(drawn).toEqual(['rows']);
  frame();
  expect(drawn).toEqual(['rows', 'card']);
});

test('the pace follows what pieces take, and one that was held up says little', () => {
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

test('while the list is flung past, only what is pressing is drawn; the rest comes when it slows', () => {
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

test('before the focus moves on all is drawn, what is held back and what is asked for meanwhile too', () => {
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
