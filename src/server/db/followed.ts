import type { FastifyBaseLogger } from 'fastify';
import { ChangeFollower } from './change-follower.ts';
import type { ShopDatabase } from './shop-database.ts';
import type { Topic } from './types.ts';

interface Following {
  topic: Topic;
  read: () => Promise<void>;
  log: FastifyBaseLogger;
  /** The log's message when reading begins to fail. */
  failure: string;
}

/** A part of the database in memory that emits an event when it changes. */
export abstract class Followed {
  readonly #listeners = new Set<() => void>();
  #follower: ChangeFollower | undefined;

  /** Returns when a change that this process has just stored is known in it. */
  async update(): Promise<void> {
    await this.#follower?.update();
  }

  async close(): Promise<void> {
    await this.#follower?.close();
  }

  /** Calls `listener` after each change. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads before the first page asks for it, and then after each change of the topic. */
  protected follow(database: ShopDatabase, { topic, read, log, failure }: Following): Promise<void> {
    this.#follower = new ChangeFollower(database, { topics: [topic], read, eager: { every: 0, log, failure } });
    return this.#follower.update();
  }

  protected tellListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}
