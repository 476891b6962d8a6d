import type { FastifyBaseLogger } from 'fastify';
import { errorText, ShopError } from '#contract/errors.ts';
import type { ShopNotices } from '#contract/shop-notices.ts';
import { ChangeFollower } from '../../db/change-follower.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';

/** What a shop starts with: its own texts, and open. */
const NO_NOTICES: ShopNotices = { pricing: null, weights: null, weightsShown: true, closed: null, closedOrders: false };

/** Reads stored notices. */
export const parseNotices = (stored: string | null): ShopNotices =>
  stored ? { ...NO_NOTICES, ...(JSON.parse(stored) as Partial<ShopNotices>) } : NO_NOTICES;

/** @throws ShopError shop_closed (409) with the owner's text, if the shop takes no orders (behavior 10.20) */
export const refuseWhileClosed = ({ closed, closedOrders }: ShopNotices): void => {
  if (!closedOrders) return;
  const text = errorText('shop_closed');
  throw new ShopError('shop_closed', closed ? { message: `${text} ${closed}` } : {});
};

/**
 * The notices of the shop, which every page shows (behavior 10.20). Kept in memory, so that pages get them without a
 * database. Confirming an order reads them in its own statement instead.
 */
export class CurrentShopNotices {
  readonly #database: ShopDatabase;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Set<(notices: ShopNotices) => void>();
  #current = NO_NOTICES;
  #follower: ChangeFollower | undefined;

  constructor({ database, log }: { database: ShopDatabase; log: FastifyBaseLogger }) {
    this.#database = database;
    this.#log = log;
  }

  get current(): ShopNotices {
    return this.#current;
  }

  /** Reads the notices before the first page asks for them, and then after each change. */
  start(): Promise<void> {
    this.#follower = new ChangeFollower(this.#database, {
      topics: ['shopNotices'],
      read: () => this.#read(),
      eager: { every: 0, log: this.#log, failure: 'the notices of the shop could not be read' },
    });
    return this.#follower.update();
  }

  async close(): Promise<void> {
    await this.#follower?.close();
  }

  /** Calls `listener` after each change. Returns a function that stops it. */
  onChange(listener: (notices: ShopNotices) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(): Promise<void> {
    this.#current = parseNotices(await findState(this.#database.read, 'shop_notices'));
    for (const listener of this.#listeners) listener(this.#current);
  }
}
