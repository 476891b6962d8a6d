import type { FastifyBaseLogger } from 'fastify';
import { ChangeFollower } from './change-follower.ts';
import type { ShopDatabase } from './shop-database.ts';
import type { Topic } from './types.ts';

interface Keeping<Value> {
  database: ShopDatabase;
  log: FastifyBaseLogger;
  topic: Topic;
  /** The value until the first read. */
  initial: Value;
  read: () => Promise<Value>;
  /** What the log says when reading begins to fail. */
  failure: string;
}

/** A value of the database that every page shows. Kept in memory, so that pages get it without a database. */
export class KeptValue<Value> {
  readonly #keeping: Keeping<Value>;
  readonly #listeners = new Set<() => void>();
  #current: Value;
  #follower: ChangeFollower | undefined;

  constructor(keeping: Keeping<Value>) {
    this.#keeping = keeping;
    this.#current = keeping.initial;
  }

  get current(): Value {
    return this.#current;
  }

  /** Reads the value before the first page asks for it, and then after each change. */
  start(): Promise<void> {
    const { database, log, topic, read, failure } = this.#keeping;
    this.#follower = new ChangeFollower(database, {
      topics: [topic],
      read: async () => {
        this.#current = await read();
        for (const listener of this.#listeners) listener();
      },
      eager: { every: 0, log, failure },
    });
    return this.#follower.update();
  }

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
}
