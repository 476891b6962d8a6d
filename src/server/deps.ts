import type { FastifyBaseLogger } from 'fastify';
import type { ShopDatabase } from './db/shop-database.ts';
import type { Settings } from './settings.ts';

/** What features are given; nothing else is reached for. */
export interface Deps {
  settings: Settings;
  database: ShopDatabase;
  /** Now, in epoch milliseconds. */
  clock: () => number;
  log: FastifyBaseLogger;
}
