import { CLOCK_TOLERANCE_MS } from './stored-times.ts';
import { counted } from './text.ts';

/** How many failures within an hour are free. */
export const FREE_FAILURES = 10;
const HOUR_MS = 3_600_000;
const FIRST_WAIT_MS = 1000;

/** Failed attempts to sign in with a name, from a device, or to pass the gate from an address (behavior 3.16). */
export interface Throttle {
  /** When the last ones failed, the oldest first, at most FREE_FAILURES. Epoch milliseconds. */
  failedAt: readonly number[];
  /** How many attempts had to wait so far, the next one included. */
  waits: number;
}

export const NO_FAILURES: Throttle = { failedAt: [], waits: 0 };

/** When the failures no longer matter. */
export const throttleEnd = ({ failedAt }: Throttle): number => (failedAt.at(-1) ?? 0) + HOUR_MS;

/**
 * Returns how long the next attempt has to wait, in milliseconds. It is 1 second after the tenth failure within an
 * hour. Each further failure doubles it, up to `longestWait`, which is less than an hour. There is no wait if the clock
 * was set back behind the last failure.
 */
export const waitBeforeAttempt = (
  { failedAt, waits }: Throttle,
  { now, longestWait }: { now: number; longestWait: number },
): number => {
  const last = failedAt.at(-1);
  if (last === undefined || waits === 0 || now < last - CLOCK_TOLERANCE_MS) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (waits - 1), longestWait);
  return Math.max(0, last + wait - now);
};

/**
 * Returns the failures with another one. Of two clocks that differ, the one that is ahead counts. If the clock was set
 * back, earlier failures count as if they had just happened.
 */
export const addFailure = ({ failedAt, waits }: Throttle, clock: number): Throttle => {
  const last = failedAt.at(-1) ?? clock;
  const now = last - clock > CLOCK_TOLERANCE_MS ? clock : Math.max(last, clock);
  const recent = failedAt.filter((at) => at > now - HOUR_MS).map((at) => Math.min(at, now));
  const all = [...recent, now].slice(-FREE_FAILURES);
  const isWaiting = waits > 0 && recent.length > 0;
  if (isWaiting) return { failedAt: all, waits: waits + 1 };
  return { failedAt: all, waits: all.length < FREE_FAILURES ? 0 : 1 };
};

/** When a call that came too early can be made again, as a sentence. `seconds` is absent if nobody knows. */
export const waitText = (seconds: number | null | undefined): string => {
  if (!seconds) return 'Please wait a moment and try again.';
  return `Try again in ${seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')}.`;
};
