import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { displayCategory } from '#domain/categories.ts';
import type { Ids } from '#domain/changed-ids.ts';
import { ChangeFollower } from '../../db/change-follower.ts';
import { readItems } from '../../db/item-batches.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { KeptCategories } from '../categories/categories.service.ts';
import type { PictureAddresses } from '../pictures/picture-addresses.ts';
import { BadgeTimes } from './badge-times.ts';
import { presentProduct } from './catalogue.present.ts';
import { type VisibleRow, visible } from './catalogue.queries.ts';
import { CatalogueBytes } from './catalogue-bytes.ts';
import { CatalogueChunks } from './catalogue-chunks.ts';

/** The difference between two versions: new and changed products as JSON, and the ids of those that left. */
export interface CatalogueChange {
  from: string;
  version: string;
  changed: readonly string[];
  removed: readonly number[];
}

/** Changes in quick succession are published together. Requests for the catalogue do not wait for this. */
const REBUILD_INTERVAL_MS = 100;
/** While all of more products than this are read, members get the version before. */
const MANY_PRODUCTS = 1000;

/**
 * The catalogue as ready bytes (behavior 4.3, docs/decisions/0003). A change is read once, however many requests wait
 * for it: only the changed items if they are few, otherwise all items in batches. A response is never older than the
 * last commit that this process knew of when the request came. There are two exceptions: until a change of very many
 * items is read, and while the database does not respond, members get the version before. The caller who made the
 * change waits for caughtUp().
 */
export class Catalogue {
  /** How many requests got the whole catalogue, and for how many a 304 was enough. */
  readonly responses = { full: 0, notModified: 0 };
  readonly #database: ShopDatabase;
  readonly #log: FastifyBaseLogger;
  readonly #isPrivate: () => boolean;
  readonly #pictures: PictureAddresses;
  readonly #listeners = new Set<(change: CatalogueChange) => void>();
  readonly #products = new CatalogueChunks();
  readonly #badges: BadgeTimes;
  readonly #categories: KeptCategories;
  /** The category of each product, as members see it. */
  readonly #categoryOf = new Map<number, string>();
  #bytes: CatalogueBytes | null = null;
  /** Absent until start(). */
  #follower: ChangeFollower | undefined;
  /** True while members do not wait for the running read: it reads very many items, or the database does not respond. */
  #isSlow = false;
  /** Lets those go on who wait for it. */
  readonly #waiting = new Set<() => void>();

  /** `isPrivate`: only browsers that passed the gate may have it. */
  constructor({
    database,
    log,
    isPrivate,
    pictures,
    clock,
    categories,
  }: {
    database: ShopDatabase;
    log: FastifyBaseLogger;
    isPrivate: () => boolean;
    pictures: PictureAddresses;
    clock: () => number;
    categories: KeptCategories;
  }) {
    this.#database = database;
    this.#log = log;
    this.#isPrivate = isPrivate;
    this.#pictures = pictures;
    this.#badges = new BadgeTimes(clock);
    this.#categories = categories;
  }

  /** Makes the bytes again, for a setting that changes them. */
  refresh(): void {
    this.#follower?.notice(null);
  }

  /** Starts to follow the inventory, for a process that serves the catalogue. A command of the command line does not. */
  start(): void {
    const follower = new ChangeFollower(this.#database, {
      topics: ['catalogue'],
      read: (ids) => this.#rebuild(ids),
      eager: { every: REBUILD_INTERVAL_MS, log: this.#log, failure: 'the catalogue could not be read' },
    });
    this.#follower = follower;
    this.#badges.start((ids) => follower.notice(ids));
  }

  /** The bytes to send, or null if a change has not been read yet. */
  get current(): CatalogueBytes | null {
    const follower = this.#follower;
    return follower?.isCurrent || this.#isSlow || follower?.isFailing ? this.#bytes : null;
  }

  /**
   * Returns the bytes to send: current ones, or the version before if waiting would stop all members for long.
   * @throws what the database throws, if it never responded yet
   */
  async soon(): Promise<CatalogueBytes> {
    if (!this.#bytes) return this.fresh();
    if (!this.current) {
      await new Promise<void>((goOn) => {
        this.#waiting.add(goOn);
        void this.fresh()
          .catch(() => {})
          .finally(() => this.#waiting.delete(goOn) && goOn());
      });
    }
    return this.#bytes;
  }

  /**
   * Returns bytes with everything that was committed before this call.
   * @throws what the database throws
   */
  async fresh(): Promise<CatalogueBytes> {
    await this.#follower!.update();
    return this.#bytes!;
  }

  /** Waits until everything committed so far is in the catalogue, if this process serves it. Never rejects. */
  async caughtUp(): Promise<void> {
    await this.#follower
      ?.update()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the catalogue could not be read after a change'));
  }

  /** The version that was built last. Exists after fresh(). */
  get version(): string {
    return this.#bytes!.version;
  }

  get productCount(): number {
    return this.#products.size;
  }

  /** The categories of the products, as members see them. */
  get categoryNames(): ReadonlySet<string> {
    return new Set(this.#categoryOf.values());
  }

  /** Notifies the listener of every new version. Returns how to stop. */
  onChange(listener: (change: CatalogueChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#badges.stop();
    await this.#follower?.close();
  }

  async #rebuild(ids: Ids): Promise<void> {
    // A catalogue that only now becomes large is noticed while it is read.
    if (ids === null && this.#products.size > MANY_PRODUCTS) this.#serveBefore();
    const { fallbackAfter } = this.#database.timeLimits;
    const late = setTimeout(() => this.#serveBefore(), fallbackAfter).unref();
    try {
      await this.#badges.prepare(this.#database.read);
      // Products have the names that categories had at this moment or later.
      await this.#categories.update();
      const difference = await this.#readDifference(ids && [...new Set([...ids, ...this.#badges.due()])]);
      // If members see no difference, bytes and ETag stay.
      if (!this.#bytes || difference.changed.size + difference.removed.length > 0) await this.#publish(difference);
    } finally {
      clearTimeout(late);
      this.#isSlow = false;
    }
  }

  #serveBefore(): void {
    this.#isSlow = true;
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  async #readDifference(ids: Ids): Promise<Difference> {
    const changed = new Map<number, string>();
    let read = 0;
    const onRow = (row: VisibleRow) => {
      const product = presentProduct(row, this.#pictures, this.#badges, this.#categories.current);
      const json = JSON.stringify(product);
      this.#categoryOf.set(row.id, displayCategory(product));
      if (this.#products.get(row.id) !== json) changed.set(row.id, json);
      if (++read > MANY_PRODUCTS) this.#serveBefore();
    };
    const found = await readItems(this.#database, visible, { ids, onRow });
    const known = ids?.filter((id) => this.#products.get(id) !== undefined) ?? [...this.#products.ids()];
    return { changed, removed: known.filter((id) => !found.has(id)) };
  }

  async #publish({ changed, removed }: Difference): Promise<void> {
    for (const id of removed) {
      this.#products.delete(id);
      this.#categoryOf.delete(id);
      this.#badges.forget(id);
    }
    for (const [id, json] of changed) this.#products.set(id, json);
    const bytes = new CatalogueBytes(await this.#products.seal(() => setImmediate()), this.#isPrivate());
    const before = this.#bytes;
    if (this.#isSlow) await bytes.prepareAll(before?.requested ?? []);
    this.#bytes = bytes;
    if (!before) return;
    void bytes.prepareAll(before.requested).catch(() => {});
    const change = { from: before.version, version: bytes.version, changed: [...changed.values()], removed };
    for (const listener of this.#listeners) listener(change);
  }
}

interface Difference {
  changed: Map<number, string>;
  removed: number[];
}
