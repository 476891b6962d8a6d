import type { MouseEvent } from 'react';

/** A press of a button: when (in milliseconds) and where it was. */
export interface Press {
  at: number;
  x: number;
  y: number;
}

export const pressOf = ({ timeStamp: at, clientX: x, clientY: y }: MouseEvent): Press => ({ at, x, y });

/** A double click is no slower than this, and a double tap no further apart in pixels. */
const DOUBLE_PRESS = { within: 500, near: 24 };

/**
 * Returns whether a press is the second half of a double click or double tap that began with `first`. A mouse says so
 * itself. Two presses of the keyboard are always meant.
 */
export const isSecondPress = (
  event: Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY' | 'detail'> & {
    nativeEvent: { detail: number; pointerType?: string };
  },
  first: Press | null,
): boolean => {
  if (first === null || event.timeStamp - first.at > DOUBLE_PRESS.within || event.detail === 0) return false;
  if (event.nativeEvent.pointerType === 'mouse') return event.detail > 1;
  return Math.hypot(event.clientX - first.x, event.clientY - first.y) <= DOUBLE_PRESS.near;
};
