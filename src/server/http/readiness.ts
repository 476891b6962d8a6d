import type { RequestListener, Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { DRAIN } from '../limits.ts';

/** The readiness of this process: a balancer may send it calls or not (behavior 1.10). */
export class Readiness {
  /** The last times, by performance.now(). */
  readonly #asked: number[] = [];
  #stoppingSince: number | undefined;
  #isWatched = false;

  /** Notes that /readyz was asked for. Returns false once the process is to stop. */
  ask(): boolean {
    this.#asked.push(performance.now());
    if (this.#asked.length > DRAIN.watched.times) this.#asked.shift();
    return this.#stoppingSince === undefined;
  }

  /** True if the process is to stop and a balancer knows it: its clients can go on with another process at once. */
  get isHandedOver(): boolean {
    return this.#isWatched;
  }

  /** Milliseconds since the process was asked to stop; 0 if it was not. */
  get stoppingFor(): number {
    return this.#stoppingSince === undefined ? 0 : performance.now() - this.#stoppingSince;
  }

  /**
   * Lets /readyz say no, and ends the connection with every response. If somebody keeps asking for /readyz, waits until
   * they have noticed, while the process serves on (behavior 1.14). Without a balancer nobody would go elsewhere, so
   * there is nothing to wait for.
   *
   * @param milliseconds how long to wait then
   */
  async drain(server: Server, milliseconds = DRAIN.milliseconds): Promise<void> {
    this.#stoppingSince = performance.now();
    const { times, within } = DRAIN.watched;
    this.#isWatched = this.#asked.length === times && this.#stoppingSince - this.#asked[0]! <= within;
    server.prependListener('request', endConnection);
    if (this.#isWatched) await pause(milliseconds);
  }
}

const endConnection: RequestListener = (_request, response) => {
  response.setHeader('Connection', 'close');
};
