import type { FastifyBaseLogger } from 'fastify';
import { Followed } from './followed.ts';
import type { ShopDatabase } from './shop-database.ts';
import type { Topic } from './types.ts';

interface Keeping<Value> {
  database: ShopDatabase;
  log: FastifyBaseLogger;
  topic: Topic;
  /** The value until the first read. */
  initial: Value;
  read: () => Promise<Value>;
  /** The log's message when reading begins to fail. */
  failure: string;
}

/** A value of the database that every page shows. Kept in memory, so that pages get it without a database. */
export class KeptValue<Value> extends Followed {
  readonly #keeping: Keeping<Value>;
  #current: Value;

  constructor(keeping: Keeping<Value>) {
    super();
    this.#keeping = keeping;
    this.#current = keeping.initial;
  }

  get current(): Value {
    return this.#current;
  }

  start(): Promise<void> {
    const { database, read } = this.#keeping;
    return this.follow(database, {
      ...this.#keeping,
      read: async () => {
        this.#current = await read();
        this.tellListeners();
      },
    });
  }
}
