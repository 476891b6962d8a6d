import { ShopError } from '#contract/errors.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/stored-times.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Settings } from '../../settings.ts';
import { countCall, uncountCall } from './call-counts.queries.ts';

/** How often something may happen within a time. */
export interface CallLimit {
  most: number;
  milliseconds: number;
}

/** The result of counting a call. */
export interface Counted {
  /** How many calls there were, this one included. */
  calls: number;
  /** Seconds until the next call is allowed; 0 if this one is. */
  retryAfter: number;
}

/** Limits that hold over all processes and restarts (behavior 2.7). RATE_LIMITS=off switches them off. */
export class CallLimits {
  readonly #database: ShopDatabase;
  readonly #clock: () => number;
  readonly isOn: boolean;

  constructor({
    database,
    clock,
    settings,
  }: {
    database: ShopDatabase;
    clock: () => number;
    settings: Pick<Settings, 'RATE_LIMITS'>;
  }) {
    this.#database = database;
    this.#clock = clock;
    this.isOn = settings.RATE_LIMITS;
  }

  /** Counts a call, also one that is not allowed. */
  async count(key: string, { most, milliseconds }: CallLimit): Promise<Counted> {
    if (!this.isOn) return { calls: 0, retryAfter: 0 };
    const now = this.#clock();
    const endsAt = now + milliseconds;
    const latestEnd = endsAt + CLOCK_TOLERANCE_MS;
    const [counted] = await this.#database.writeInOneStatement(countCall, { key, now, endsAt, latestEnd });
    const { calls, ends_at: end } = counted!;
    return { calls, retryAfter: calls <= most ? 0 : Math.max(1, Math.ceil((end - now) / 1000)) };
  }

  /**
   * Counts a call.
   * @throws ShopError rate_limited (429)
   */
  async require(key: string, limit: CallLimit): Promise<void> {
    const { retryAfter } = await this.count(key, limit);
    if (retryAfter > 0) throw new ShopError('rate_limited', { retryAfter });
  }

  /** Takes a call back, because it turned out to be one that does not count. */
  async takeBack(key: string): Promise<void> {
    if (this.isOn) await this.#database.writeInOneStatement(uncountCall, { key });
  }
}
