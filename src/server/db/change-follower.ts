import type { FastifyBaseLogger } from 'fastify';
import { ChangedIds, type Ids } from '#domain/changed-ids.ts';
import type { ShopDatabase } from './shop-database.ts';
import type { Topic } from './types.ts';

/** The pause after a failed read that nobody waits for. */
const RETRY_MS = 1000;

interface Following<Id> {
  topics: readonly Topic[];
  /** Reads what has these ids, or everything for null. */
  read: (ids: Ids<Id>) => Promise<void>;
  /** Reads without being asked: at once after a quiet time, otherwise at this interval. Without it only `update` reads. */
  eager?: {
    every: number;
    log: FastifyBaseLogger;
    /** The log's message when reading begins to fail. */
    failure: string;
  };
}

/**
 * Follows the changes of items, or of other rows with ids, for something that is made of them. It begins with
 * everything. A change is read once, however many callers wait for it, and one read runs at a time. After a failed read
 * the next one reads the same changes too.
 */
export class ChangeFollower<Id = number> {
  readonly #following: Following<Id>;
  readonly #changed = new ChangedIds<Id>();
  readonly #stopListening: () => void;
  /** How many changes were noticed, how many of them the last read began with, and how many were read. */
  #noticed = 0;
  #begun = 0;
  #read = 0;
  #reading: Promise<void> | null = null;
  #isFailing = false;
  #endedAt = Number.NEGATIVE_INFINITY;
  #scheduled: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(database: ShopDatabase, following: Following<Id>, idOf: (id: number | string) => unknown = Number) {
    this.#following = following;
    this.#stopListening = database.onChange(({ topic, ids }) => {
      if (following.topics.includes(topic)) this.notice((ids?.map(idOf) as Id[] | undefined) ?? null);
    });
    this.notice(null);
  }

  /** True if everything that was noticed has been read. */
  get isCurrent(): boolean {
    return this.#read === this.#noticed;
  }

  /**
   * True if the last read failed, and the database has reported no change since. A report means that it responds again.
   */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Takes notice of what changed, or with null of a change of anything. */
  notice(ids: Ids<Id>): void {
    this.#changed.add(ids);
    this.#noticed++;
    if (!this.#reading) this.#isFailing = false;
    this.#schedule();
  }

  /**
   * Returns when everything was read that was noticed before this call. A running read is shared if it began later.
   * @throws what reading throws
   */
  async update(): Promise<void> {
    const needed = this.#noticed;
    while (this.#read < needed) {
      const isTooOld = this.#reading !== null && this.#begun < needed;
      this.#reading ??= this.#readChanged();
      await (isTooOld ? this.#reading.catch(() => {}) : this.#reading);
    }
  }

  /** Ends it, and waits for a running read. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    clearTimeout(this.#scheduled);
    await this.#reading?.catch(() => {});
  }

  async #readChanged(): Promise<void> {
    clearTimeout(this.#scheduled);
    this.#scheduled = undefined;
    const begun = this.#noticed;
    this.#begun = begun;
    const taken = this.#changed.take();
    const ids = taken === undefined ? [] : taken;
    const { read, eager } = this.#following;
    try {
      await read(ids);
      this.#read = begun;
      this.#isFailing = false;
    } catch (error) {
      this.#changed.add(ids);
      if (!this.#isFailing) eager?.log.warn({ err: error }, eager.failure);
      this.#isFailing = true;
      throw error;
    } finally {
      this.#reading = null;
      this.#endedAt = performance.now();
      if (!this.isCurrent) this.#schedule();
    }
  }

  #schedule(): void {
    const { eager } = this.#following;
    if (!eager || this.#scheduled || this.#reading || this.#isClosed) return;
    const pause = this.#isFailing ? RETRY_MS : eager.every;
    const delay = Math.max(0, this.#endedAt + pause - performance.now());
    this.#scheduled = setTimeout(() => void this.update().catch(() => {}), delay).unref();
  }
}
