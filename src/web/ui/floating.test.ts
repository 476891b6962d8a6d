import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Align, besideControl } from './floating.ts';

const room = { width: 1000, height: 800 };
const control = (left: number, top: number) => ({ left, top, right: left + 44, bottom: top + 44 });

describe('a popover', () => {
  test('opens below its control and aligns with its end', () => {
    expect(besideControl(control(900, 10), room, 'end')).toMatchObject({
      top: 60,
      bottom: 'auto',
      left: 944,
      translate: 'max(-100%, -932px) 0',
    });
  });

  test('opens above its control at the bottom of the window', () => {
    expect(besideControl(control(500, 740), room, 'start')).toMatchObject({ bottom: 66, top: 'auto', left: 500 });
  });

  test('is centered, or aligns with the edge of the window', () => {
    expect(besideControl(control(500, 10), room, 'center')).toMatchObject({ left: 522, translate: '-50% 0' });
    expect(besideControl(control(4, 10), room, 'center')).toMatchObject({
      left: 12,
      translate: 'min(0px, 976px - 100%) 0',
    });
    expect(besideControl(control(950, 10), room, 'center')).toMatchObject({
      left: 988,
      translate: 'max(-100%, -976px) 0',
    });
  });

  test('moves inside if it is too wide for its side of the control', () => {
    expect(besideControl(control(160, 10), { width: 390, height: 800 }, 'end')).toMatchObject({
      left: 204,
      translate: 'max(-100%, -192px) 0',
    });
  });

  test('never starts beyond an edge, and always has room for its height', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 956 }),
        fc.nat({ max: 756 }),
        fc.constantFrom<Align>('start', 'center', 'end'),
        (left, top, align) => {
          const place = besideControl(control(left, top), room, align);
          const begin = Number(place.left);
          expect(begin).toBeGreaterThanOrEqual(12);
          expect(begin).toBeLessThanOrEqual(room.width - 12);
          expect(Number(place.maxHeight)).toBeGreaterThanOrEqual(222);
        },
      ),
    );
  });
});
