/*
 * How fast a list is scrolled. Flung past, nobody reads it: a device that draws slowly need not draw each piece.
 */

/** Screens a second, beyond which what passes is on the screen for less than it takes to read it. */
const FLUNG_FROM = 1.5;
/** Beyond this nothing passes: the list has jumped, and what it has jumped to is waited for. */
const JUMPED_FROM = 15;
/** Milliseconds over which the speed is taken: two frames, so that a fling is known as soon as it begins. */
const SPAN_MS = 30;
/** So long a move that has just begun may turn out to be a fling: its first frames are the fullest. */
const BEGUN_MS = 60;
/** After so long without a move the list stands; a slow device's frame is shorter. */
const STILL_MS = 250;

export interface Speedometer {
  /** Tells where the list is now, in screens from anywhere. */
  passed: (screens: number) => void;
  /** Whether it is flung, or may be about to. */
  isFlung: () => boolean;
}

/** Measures by a clock of milliseconds, from what it is told alone. */
export const createSpeedometer = (now: () => number): Speedometer => {
  let from = { at: Number.NEGATIVE_INFINITY, screens: 0 };
  let movedAt = Number.NEGATIVE_INFINITY;
  /** Screens a second; not known yet where the move has just begun. */
  let speed: number | undefined;
  return {
    passed: (screens) => {
      const at = now();
      if (at - movedAt > STILL_MS) {
        from = { at, screens };
        speed = undefined;
      } else if (at - from.at >= SPAN_MS) {
        speed = (Math.abs(screens - from.screens) / (at - from.at)) * 1000;
        from = { at, screens };
      }
      movedAt = at;
    },
    isFlung: () => {
      if (speed === undefined) return now() - from.at <= BEGUN_MS;
      return speed >= FLUNG_FROM && speed < JUMPED_FROM && now() - movedAt <= STILL_MS;
    },
  };
};
