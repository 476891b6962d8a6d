import { expect, test } from 'vitest';
import { isSecondPress } from './second-press.ts';

const FIRST = { at: 1000, x: 300, y: 500 };
const press = (values: { after: number; by?: string; detail?: number; x?: number }) => ({
  timeStamp: FIRST.at + values.after,
  clientX: values.x ?? FIRST.x,
  clientY: FIRST.y,
  detail: values.detail ?? 1,
  nativeEvent: { detail: values.detail ?? 1, ...(values.by && { pointerType: values.by }) },
});

test.each([
  ['the second half of a double click', press({ after: 120, by: 'mouse', detail: 2 }), true],
  ['a click of its own, even if it is quick', press({ after: 120, by: 'mouse' }), false],
  ['a triple click that comes late', press({ after: 700, by: 'mouse', detail: 3 }), false],
  ['the second half of a double tap', press({ after: 200, by: 'touch', x: 310 }), true],
  ['a tap on another button', press({ after: 200, by: 'touch', x: 340 }), false],
  ['a tap that comes later', press({ after: 600, by: 'touch' }), false],
  ['a press of a browser that does not name the pointer', press({ after: 100, detail: 2 }), true],
  ['a key', press({ after: 50, detail: 0 }), false],
])('%s', (_what, event, expected) => {
  expect(isSecondPress(event, FIRST)).toBe(expected);
  expect(isSecondPress(event, null)).toBe(false);
});
