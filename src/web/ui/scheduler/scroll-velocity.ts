/*
 * Measures how fast a list scrolls. Nobody reads a list that rushes by, so a slow device does not have to draw every item.
 */

/** From so many screens a second, items pass too fast to be read. */
const FAST_FROM = 1.5;
/** From so many screens a second, the list has jumped, and its new position should be drawn. */
const JUMP_FROM = 15;
/** Milliseconds over which the velocity is measured: two frames, so that fast scrolling is noticed early. */
const SPAN_MS = 30;
/** For so many milliseconds a new movement counts as fast, because its first frames are the slowest. */
const START_MS = 60;
/** After so many milliseconds without movement the list is at rest. The frames of slow devices are shorter. */
const REST_MS = 250;

export interface ScrollVelocity {
  /** Records the position of the list, in screens from any origin. */
  record: (screens: number) => void;
  /** Returns true if the list scrolls fast, or may be about to. */
  isFast: () => boolean;
}

/** Creates a meter that uses the given clock, in milliseconds. */
export const createScrollVelocity = (now: () => number): ScrollVelocity => {
  let from = { at: Number.NEGATIVE_INFINITY, screens: 0 };
  let movedAt = Number.NEGATIVE_INFINITY;
  /** Screens a second; undefined for a movement that has just begun. */
  let velocity: number | undefined;
  return {
    record: (screens) => {
      const at = now();
      if (at - movedAt > REST_MS) {
        from = { at, screens };
        velocity = undefined;
      } else if (at - from.at >= SPAN_MS) {
        velocity = (Math.abs(screens - from.screens) / (at - from.at)) * 1000;
        from = { at, screens };
      }
      movedAt = at;
    },
    isFast: () => {
      if (velocity === undefined) return now() - from.at <= START_MS;
      return velocity >= FAST_FROM && velocity < JUMP_FROM && now() - movedAt <= REST_MS;
    },
  };
};
