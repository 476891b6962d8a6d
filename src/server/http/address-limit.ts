import { isPending } from '#domain/stored-times.ts';

const WINDOW_MS = 60_000;

/**
 * Counts calls per address and minute. The rate-limit plugin could do this too, but it costs as much as the whole
 * catalogue response (docs/decisions/0003).
 */
export class AddressLimit {
  readonly #most: number;
  readonly #calls = new Map<string, number>();
  #windowEnds = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a call at `now`, in milliseconds. Returns 0 if it is allowed, otherwise the seconds until the next one is. */
  count(address: string, now: number): number {
    if (!isPending(this.#windowEnds, { now, most: WINDOW_MS })) {
      this.#calls.clear();
      this.#windowEnds = now + WINDOW_MS;
    }
    const calls = (this.#calls.get(address) ?? 0) + 1;
    this.#calls.set(address, calls);
    return calls <= this.#most ? 0 : Math.ceil((this.#windowEnds - now) / 1000);
  }
}
