/** So many pieces of work at a time; the others wait in line. */
export class Places {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((go) => this.#line.push(go));
    try {
      return await work();
    } finally {
      // The place goes to the next in line without ever being free, so that nobody slips in between.
      const next = this.#line.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

/** Nobody waits for the work any more. */
export class AbandonedError extends Error {}

/**
 * Does each piece of work once however many ask for it at the same time. A page scrolled past quickly leaves much work
 * behind that nobody waits for: work asks `checkWanted` before each costly step and stops there.
 */
export class SharedWork<Result> {
  readonly #pieces = new Map<string, { askers: number; result: Promise<Result> }>();

  /** `left` tells when this asker has gone. @throws AbandonedError, or what the work throws. */
  ask(key: string, left: AbortSignal, work: (checkWanted: () => void) => Promise<Result>): Promise<Result> {
    const known = this.#pieces.get(key);
    const piece = known ?? { askers: 0, result: this.#begin(key, work) };
    if (!known) this.#pieces.set(key, piece);
    if (left.aborted) return piece.result;
    piece.askers++;
    left.addEventListener('abort', () => piece.askers--, { once: true });
    return piece.result;
  }

  async #begin(key: string, work: (checkWanted: () => void) => Promise<Result>): Promise<Result> {
    await Promise.resolve();
    const piece = this.#pieces.get(key);
    try {
      return await work(() => {
        if (piece && piece.askers > 0) return;
        // Whoever asks from now on begins anew.
        this.#pieces.delete(key);
        throw new AbandonedError();
      });
    } finally {
      if (this.#pieces.get(key) === piece) this.#pieces.delete(key);
    }
  }
}
