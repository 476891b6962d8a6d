import type { CSSProperties } from 'react';

export type Align = 'start' | 'center' | 'end';

/** Pixels between a control and its popover, and between the popover and the edge of the window. */
const GAP = 6;
const MARGIN = 12;

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;
interface Room {
  width: number;
  height: number;
}

/**
 * The position of a popover at its control, in fixed coordinates: below, or above if there is more room. It does not
 * depend on the size of the popover, so it is known before the popover is rendered.
 */
export const besideControl = (control: Box, room: Room, align: Align): CSSProperties => {
  const below = room.height - control.bottom;
  const upwards = below < 240 && control.top > below;
  const vertical = upwards
    ? { top: 'auto', bottom: room.height - control.top + GAP, maxHeight: control.top - GAP - MARGIN }
    : { top: control.bottom + GAP, bottom: 'auto', maxHeight: below - GAP - MARGIN };
  return { ...vertical, ...horizontally(control, room, align) };
};

const horizontally = (control: Box, room: Room, align: Align): CSSProperties => {
  const middle = (control.left + control.right) / 2;
  if (align === 'center') {
    // Near an edge, a centered popover would be cut off, so it aligns with that edge.
    const nearest = Math.min(middle, room.width - middle);
    if (nearest >= 140) return { left: middle, translate: '-50% 0' };
    return horizontally(control, room, middle < room.width / 2 ? 'start' : 'end');
  }
  // Always measured from the left, because `right` depends on the space for a scrollbar. A popover that is too wide for
  // its side moves until it is inside.
  if (align === 'start') {
    const left = Math.max(MARGIN, control.left);
    return { left, translate: `min(0px, ${room.width - MARGIN - left}px - 100%) 0` };
  }
  const right = Math.min(room.width - MARGIN, control.right);
  return { left: right, translate: `max(-100%, ${MARGIN - right}px) 0` };
};

/** Moves a popover to its control. */
export const placeBeside = (popover: HTMLElement, control: Element, align: Align): void => {
  const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const place: CSSProperties = { right: 'auto', ...besideControl(control.getBoundingClientRect(), room, align) };
  for (const [name, value] of Object.entries(place)) {
    popover.style.setProperty(
      name === 'maxHeight' ? 'max-height' : name,
      typeof value === 'number' ? `${value}px` : String(value),
    );
  }
};
