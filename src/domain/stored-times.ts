/*
 * A stored time may be one of a clock that was wrong: of a machine that started in another year, or whose clock was set
 * back since. Whatever waits for such a time would wait for a year. All times are epoch milliseconds.
 */

/** How much the clocks of two processes may differ. Only a larger difference means that the clock was set back. */
export const CLOCK_TOLERANCE_MS = 10_000;

/** Returns whether something that has happened seems to be to come: the clock was ahead when it was stored. */
export const isToCome = (at: number, now: number): boolean => at > now + CLOCK_TOLERANCE_MS;

/**
 * Returns whether an end is still to come. Nothing lasts longer than `most` milliseconds, so an end that is further away
 * was stored while the clock was ahead, and has passed.
 */
export const isPending = (end: number, { now, most }: { now: number; most: number }): boolean =>
  end > now && !isToCome(end, now + most);

/** Returns whether something happened less than `most` milliseconds ago. A time to come did not. */
export const happenedWithin = (at: number, { now, most }: { now: number; most: number }): boolean =>
  now - at < most && !isToCome(at, now);

/** Something that waits: when that began and when it ends, as they were stored. */
export interface Wait {
  began: number;
  ends: number;
}

interface OfWait {
  now: number;
  /** How long it lasts. */
  length: number;
}

/**
 * Returns the wait to store. If it began more than its length in the future, the clock was wrong when it began, or is
 * wrong now. With its old end the wait could last forever, so it ends one length after the present. Its beginning
 * stays.
 */
export const renewedWait = (wait: Wait, { now, length }: OfWait): Wait =>
  [wait.began, wait.ends].every((at) => isToCome(at, now + length)) ? { ...wait, ends: now + length } : wait;

/** Returns when a wait ends. If the clock was only set back for a while, the wait does not end before its first end. */
export const waitEnd = ({ began, ends }: Wait, { now, length }: OfWait): number =>
  ends < began && began <= now ? began + length : ends;
