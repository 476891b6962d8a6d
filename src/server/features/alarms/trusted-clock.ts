import { OutsideClocks } from './outside-clocks.ts';

/** A clock that differs more than this is wrong. */
const MOST_AHEAD_MS = 2 * 60_000;
/** A clock may stay wrong for good, so orders expire by it after this time. */
const LONGEST_HOLD_MS = 24 * 3_600_000;

interface Clocks {
  /** Epoch milliseconds, as this machine has them. */
  clock: () => number;
  /** Milliseconds since some moment, by a clock that nobody sets. */
  steady: () => number;
  /** The time of the database's server; null if it has no clock of its own. */
  serverTime: () => Promise<number | null>;
}

/** The difference to another clock. */
export interface ClockDifference {
  of: string;
  /** How many milliseconds the other clock is ahead. */
  ahead: number;
}

/**
 * Compares the clock of this machine with those of others. An order that expires cannot come back, so none
 * expires by a clock that is wrong (behavior 7.2).
 */
export class TrustedClock {
  /** Those that the shop asks anyway. */
  readonly outside: OutsideClocks;
  readonly #clocks: Clocks;
  /** How far the clock was from the steady one at the last look; null before the first one. */
  #distance: number | null = null;
  #isWrong = false;
  #isWrongForOthers = false;
  /** Since when it is wrong, by the steady clock. */
  #wrongSince: number | null = null;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.outside = new OutsideClocks(clocks);
  }

  /** Asks the other clocks. Returns the largest problem, null if all agree, or undefined if there is none to ask. */
  async look(): Promise<ClockDifference | null | undefined> {
    const { clock, steady, serverTime } = this.#clocks;
    this.#distance = clock() - steady();
    const before = clock();
    const server = await serverTime().catch(() => null);
    const outside = this.outside.ahead();
    const differences: ClockDifference[] = [
      ...(server === null ? [] : [{ of: "the database's", ahead: server - (before + clock()) / 2 }]),
      ...(outside === null ? [] : [{ of: 'that of the servers it asks', ahead: outside }]),
    ];
    if (differences.length === 0) return undefined;
    const wrong = differences.find(({ ahead }) => Math.abs(ahead) > MOST_AHEAD_MS) ?? null;
    this.#isWrong = wrong !== null;
    this.#noteWrong();
    return wrong;
  }

  /** Notes whether another process of this machine found the clock wrong, which asks other servers than this one. */
  noteOthers(isWrong: boolean): void {
    this.#isWrongForOthers = isWrong;
    this.#noteWrong();
  }

  /** Returns whether orders may expire by this clock. Looks first if the clock was set since the last look. */
  async mayExpire(): Promise<boolean> {
    const { clock, steady } = this.#clocks;
    const moved = Math.abs(clock() - steady() - (this.#distance ?? Number.POSITIVE_INFINITY));
    if (moved > MOST_AHEAD_MS) await this.look();
    return this.#wrongSince === null || steady() - this.#wrongSince >= LONGEST_HOLD_MS;
  }

  #noteWrong(): void {
    if (!this.#isWrong && !this.#isWrongForOthers) this.#wrongSince = null;
    else this.#wrongSince ??= this.#clocks.steady();
  }
}
