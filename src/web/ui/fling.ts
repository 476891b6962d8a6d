/*
 * Measures how fast a list scrolls. Nobody reads a list that is flung, so a slow device does not have to draw every item.
 */

/** From so many screens a second, items pass too fast to be read. */
const FLUNG_FROM = 1.5;
/** From so many screens a second, the list has jumped, and its new position should be drawn. */
const JUMPED_FROM = 15;
/** Milliseconds over which the speed is measured: two frames, so that a fling is noticed early. */
const SPAN_MS = 30;
/** For so many milliseconds a new movement counts as a possible fling, because its first frames are the slowest. */
const BEGUN_MS = 60;
/** After so many milliseconds without movement the list is at rest. The frames of slow devices are shorter. */
const STILL_MS = 250;

export interface Speedometer {
  /** Records the position of the list, in screens from any origin. */
  passed: (screens: number) => void;
  /** Returns true if the list is flung, or may be about to be. */
  isFlung: () => boolean;
}

/** Creates a speedometer that uses the given clock, in milliseconds. */
export const createSpeedometer = (now: () => number): Speedometer => {
  let from = { at: Number.NEGATIVE_INFINITY, screens: 0 };
  let movedAt = Number.NEGATIVE_INFINITY;
  /** Screens a second; undefined for a movement that has just begun. */
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
