import { expect, test } from 'vitest';
import { createSpeedometer } from './fling.ts';

/** A list that scrolls at so many screens a second for so many milliseconds, with a frame every 16. */
const scrolled = (speed: number, milliseconds: number) => {
  let time = 5000;
  const { passed, isFlung } = createSpeedometer(() => time);
  for (let gone = 0; gone <= milliseconds; gone += 16) {
    passed((speed * gone) / 1000);
    time += 16;
  }
  return {
    isFlung,
    passed,
    wait: (more: number) => {
      time += more;
    },
  };
};

test.each([
  ['scrolled slowly', 1, 500, false],
  ['flung down', 3, 500, true],
  ['flung up', -3, 500, true],
  ['beginning to move', 1, 20, true],
  ['not moving', 0, 500, false],
])('a list that is %s', (_, speed, milliseconds, isFlung) => {
  expect(scrolled(speed, milliseconds).isFlung()).toBe(isFlung);
});

test('a list that has come to rest is no longer flung, although no event says so', () => {
  const { isFlung, wait } = scrolled(4, 500);
  wait(260);
  expect(isFlung()).toBe(false);
});

test('a list that slows down is no longer flung', () => {
  const { isFlung, passed, wait } = scrolled(4, 500);
  for (let step = 1; step <= 10; step++) {
    wait(16);
    passed(2 + step * 0.01);
  }
  expect(isFlung()).toBe(false);
});

test('a fling is noticed on a device with seven frames a second', () => {
  let time = 0;
  const { passed, isFlung } = createSpeedometer(() => time);
  for (let frame = 0; frame < 5; frame++) {
    passed(frame * 0.4);
    time += 140;
  }
  expect(isFlung()).toBe(true);
});

test.each([
  ['from rest', 300],
  ['during a movement', 40],
])('a jump %s is not a fling, so its target is drawn immediately', (_, rest) => {
  const { isFlung, passed, wait } = scrolled(1, 100);
  wait(rest);
  passed(40);
  wait(61);
  expect(isFlung()).toBe(false);
});
