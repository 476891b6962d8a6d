import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** The most sessions and addresses that one route counts. */
const MOST_KEYS = 5000;

interface Count {
  calls: number;
  /** By the steady clock. */
  since: number;
}

/**
 * Counts the calls of one route for the rate-limit plugin. Its own store goes by the clock: if that was set back by a day,
 * no minute ended for a day, and everybody would be refused.
 */
class Counts implements FastifyRateLimitStore {
  readonly #steady: () => number;
  readonly #counts = new Map<string, Count>();

  constructor(steady: () => number) {
    this.#steady = steady;
  }

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = this.#steady();
    const known = this.#counts.get(key);
    const count = known && now - known.since < timeWindow ? known : { calls: 0, since: now };
    count.calls++;
    // The one that was used longest ago is the first of the map.
    this.#counts.delete(key);
    if (this.#counts.size >= MOST_KEYS) this.#counts.delete(this.#counts.keys().next().value!);
    this.#counts.set(key, count);
    callback(null, { current: count.calls, ttl: timeWindow - (now - count.since) });
  }

  child(): FastifyRateLimitStore {
    return new Counts(this.#steady);
  }
}

/** The class of such counts, as the plugin wants it. */
export const countsBy = (steady: () => number): (new () => Counts) =>
  class extends Counts {
    constructor() {
      super(steady);
    }
  };
