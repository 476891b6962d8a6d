import { expect, test } from 'vitest';
import { createScrollVelocity } from './scroll-velocity.ts';

/** A list that scrolls at so many screens a second for so many milliseconds, with a frame every 16. */
const scrolled = (velocity: number, milliseconds: number) => {
  let time = 5000;
  const { record, isFast } = createScrollVelocity(() => time);
  for (let elapsed = 0; elapsed <= milliseconds; elapsed += 16) {
    record((velocity * elapsed) / 1000);
    time += 16;
  }
  return {
    isFast,
    record,
    wait: (more: number) => {
      time += more;
    },
  };
};

test.each([
  ['scrolls slowly', 1, 500, false],
  ['is flung down', 3, 500, true],
  ['is flung up', -3, 500, true],
  ['begins to move', 1, 20, true],
  ['does not move', 0, 500, false],
])('a list that %s', (_, velocity, milliseconds, isFast) => {
  expect(scrolled(velocity, milliseconds).isFast()).toBe(isFast);
});

test('a list that has come to rest is no longer fast, although no event says so', () => {
  const { isFast, wait } = scrolled(4, 500);
  wait(260);
  expect(isFast()).toBe(false);
});

test('a list that slows down is no longer fast', () => {
  const { isFast, record, wait } = scrolled(4, 500);
  for (let step = 1; step <= 10; step++) {
    wait(16);
    record(2 + step * 0.01);
  }
  expect(isFast()).toBe(false);
});

test('fast scrolling is noticed on a device with seven frames a second', () => {
  let time = 0;
  const { record, isFast } = createScrollVelocity(() => time);
  for (let frame = 0; frame < 5; frame++) {
    record(frame * 0.4);
    time += 140;
  }
  expect(isFast()).toBe(true);
});

test.each([
  ['from rest', 300],
  ['during a movement', 40],
])('a jump %s does not count as fast, so its target is drawn immediately', (_, rest) => {
  const { isFast, record, wait } = scrolled(1, 100);
  wait(rest);
  record(40);
  wait(61);
  expect(isFast()).toBe(false);
});
