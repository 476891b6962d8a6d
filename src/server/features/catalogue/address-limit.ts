const WINDOW_MS = 60_000;

/** Counts calls an address and minute. The rate limit's plugin does it too, at the price of the whole answer. */
export class AddressLimit {
  readonly #most: number;
  readonly #calls = new Map<string, number>();
  #windowEnds = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a call at `now`, in milliseconds. Answers 0 where it may go on, else the seconds until it may. */
  count(address: string, now: number): number {
    if (now >= this.#windowEnds) {
      this.#calls.clear();
      this.#windowEnds = now + WINDOW_MS;
    }
    const calls = (this.#calls.get(address) ?? 0) + 1;
    this.#calls.set(address, calls);
    return calls <= this.#most ? 0 : Math.ceil((this.#windowEnds - now) / 1000);
  }
}
