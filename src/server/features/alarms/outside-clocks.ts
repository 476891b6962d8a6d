import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Published by Node's fetch for every response. */
const CHANNEL = 'undici:request:headers';

/** A server that was not asked for longer says nothing about the clock of today. */
const USED_FOR_MS = 3_600_000;

interface Published {
  request: { origin: unknown };
  response: { headers: Buffer[] };
}

/**
 * The clocks of the servers that the shop asks anyway (feed, rates, webhooks, pictures), from the Date of their
 * responses. Nobody is asked for it.
 */
export class OutsideClocks {
  readonly #clock: () => number;
  readonly #steady: () => number;
  /** By origin: its time at 0 of the steady clock, and when that was seen by that clock, in milliseconds. */
  readonly #seen = new Map<string, { zero: number; at: number }>();

  /** The steady clock is one that nobody sets, so that what was seen is true after the other one was set. */
  constructor({ clock, steady }: { clock: () => number; steady: () => number }) {
    this.#clock = clock;
    this.#steady = steady;
  }

  /** Watches the responses. Returns how to stop. */
  watch(): () => void {
    const onResponse = (message: unknown) => {
      const { request, response } = message as Published;
      this.#see(String(request.origin), response.headers);
    };
    subscribe(CHANNEL, onResponse);
    return () => unsubscribe(CHANNEL, onResponse);
  }

  /**
   * How many milliseconds the outside is ahead; null if nobody was asked lately. Of several servers the one that agrees
   * best counts: a single one may be wrong itself.
   */
  ahead(): number | null {
    const steady = this.#steady();
    let best: number | null = null;
    for (const [origin, { zero, at }] of this.#seen) {
      const ahead = zero + steady - this.#clock();
      if (at < steady - USED_FOR_MS) this.#seen.delete(origin);
      else if (best === null || Math.abs(ahead) < Math.abs(best)) best = ahead;
    }
    return best;
  }

  #see(origin: string, headers: readonly Buffer[]): void {
    const textOf = (name: string) => {
      const place = headers.findIndex((header, index) => index % 2 === 0 && header.toString().toLowerCase() === name);
      return place < 0 ? null : String(headers[place + 1]);
    };
    // A cache passes on the date on which it got the response.
    if (textOf('age') !== null) return;
    const time = Date.parse(textOf('date') ?? '');
    const at = this.#steady();
    if (!Number.isNaN(time)) this.#seen.set(origin, { zero: time - at, at });
  }
}
