import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { LongReader } from '../../db/open.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { within } from '../../lib/concurrency.ts';
import { BATCH_LIMIT, FALLBACK_AFTER } from '../../limits.ts';
import type { PictureAddresses } from '../images/picture-addresses.ts';
import { BadgeTimes } from './badge-times.ts';
import { presentProduct } from './catalogue.present.ts';
import { findVisible, readAllVisible, type VisibleRow } from './catalogue.queries.ts';
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
/** The pause after a failed rebuild. */
const RETRY_MS = 1000;
/** With more changed items than this, all items are read instead of looking up each. */
const MOST_LOOKUPS = 1000;
/** Reading and serializing this many rows takes a few milliseconds. Then other work gets its turn. */
const BATCH_SIZE = 250;

const letOthersRun = () => setImmediate();

/**
 * The catalogue as ready bytes (behavior 4.3, docs/decisions/0003). A change is read once, however many requests wait
 * for it: only the changed items if they are few, otherwise all items in batches. A response is never older than the
 * last commit that this process knew of when the request came, with two exceptions: until a change of very many items is
 * read, and while the database does not respond, members get the version before. The caller who made the change waits
 * for settled().
 */
export class Catalogue {
  /** How many requests got the whole catalogue, and for how many a 304 was enough. */
  readonly responses = { full: 0, notModified: 0 };
  readonly #database: ShopDatabase;
  readonly #log: FastifyBaseLogger;
  readonly #isPrivate: boolean;
  readonly #pictures: PictureAddresses;
  readonly #listeners = new Set<(change: CatalogueChange) => void>();
  readonly #products = new CatalogueChunks();
  readonly #badges: BadgeTimes;
  #reader: LongReader | null = null;
  #stopListening = () => {};
  #bytes: CatalogueBytes | null = null;
  /** Items that changed since they were last read; null if all have to be read. */
  #changedIds: Set<number> | null = null;
  /** How many changes were noticed, and how many of them #bytes contains. */
  #noticed = 1;
  #built = 0;
  #rebuilding: Promise<void> | null = null;
  #scheduled: NodeJS.Timeout | undefined;
  #rebuiltAt = 0;
  #failing = false;
  /** True while members get the version before: very many items are being read, or the database does not respond. */
  #servesBefore = false;
  /** Resolves when that becomes true. */
  #beforeServed: Promise<void> | undefined;
  #resolveBeforeServed = () => {};
  #closed = false;

  /** `isPrivate`: only browsers that passed the gate may have it. */
  constructor({
    database,
    log,
    isPrivate,
    pictures,
    clock,
  }: {
    database: ShopDatabase;
    log: FastifyBaseLogger;
    isPrivate: boolean;
    pictures: PictureAddresses;
    clock: () => number;
  }) {
    this.#database = database;
    this.#log = log;
    this.#isPrivate = isPrivate;
    this.#pictures = pictures;
    this.#badges = new BadgeTimes(clock);
  }

  /** Starts to follow the inventory, for a process that serves the catalogue. A command of the command line does not. */
  start(): void {
    this.#reader = this.#database.openLongReader();
    this.#stopListening = this.#database.onChange(({ topic, ids }) => {
      if (topic === 'catalogue') this.#notice(ids);
    });
    this.#badges.start((ids) => this.#notice(ids));
    void this.fresh().catch(() => {});
  }

  /** The bytes to send, or null if a change has not been read yet. */
  get current(): CatalogueBytes | null {
    return this.#built === this.#noticed || this.#servesBefore ? this.#bytes : null;
  }

  /**
   * Returns the bytes to send: current ones, or the version before if waiting would stop all members for long.
   * @throws what the database throws, if it never responded yet
   */
  async soon(): Promise<CatalogueBytes> {
    const needed = this.#noticed;
    while (this.#built < needed) {
      if (this.#servesBefore && this.#bytes) return this.#bytes;
      const rebuilt = this.#rebuild();
      await (this.#bytes ? Promise.race([rebuilt.catch(() => {}), this.#beforeServed]) : rebuilt);
    }
    return this.#bytes!;
  }

  /**
   * Returns bytes with everything that was committed before this call.
   * @throws what the database throws
   */
  async fresh(): Promise<CatalogueBytes> {
    const needed = this.#noticed;
    while (this.#built < needed) await this.#rebuild();
    return this.#bytes!;
  }

  /** Waits until everything committed so far is in the catalogue, if this process serves it. Never rejects. */
  async settled(): Promise<void> {
    if (!this.#reader) return;
    await this.fresh().catch((error: unknown) =>
      this.#log.warn({ err: error }, 'the catalogue could not be read after a change'),
    );
  }

  /** The version that was built last. Exists after fresh(). */
  get version(): string {
    return this.#bytes!.version;
  }

  get productCount(): number {
    return this.#products.size;
  }

  /** Notifies the listener of every new version. Returns how to stop. */
  onChange(listener: (change: CatalogueChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    this.#badges.stop();
    clearTimeout(this.#scheduled);
    await this.#rebuilding?.catch(() => {});
    await this.#reader?.close();
  }

  #notice(ids: readonly (number | string)[] | null): void {
    this.#noticed++;
    if (!ids) this.#changedIds = null;
    else if (this.#changedIds) for (const id of ids) this.#changedIds.add(Number(id));
    if (this.#changedIds && this.#changedIds.size > MOST_LOOKUPS) this.#changedIds = null;
    // A database that reports a change responds again.
    if (this.#failing && !this.#rebuilding) this.#servesBefore = false;
    this.#schedule(REBUILD_INTERVAL_MS - (performance.now() - this.#rebuiltAt));
  }

  #schedule(delay: number): void {
    if (this.#scheduled || this.#rebuilding || this.#closed) return;
    this.#scheduled = setTimeout(() => void this.#rebuild().catch(() => {}), Math.max(0, delay));
    this.#scheduled.unref();
  }

  /** Reads what changed. Callers share a rebuild that is already running. */
  #rebuild(): Promise<void> {
    clearTimeout(this.#scheduled);
    this.#scheduled = undefined;
    this.#rebuilding ??= this.#readChanges().finally(() => {
      this.#rebuilding = null;
      this.#rebuiltAt = performance.now();
      if (this.#built < this.#noticed) this.#schedule(this.#failing ? RETRY_MS : REBUILD_INTERVAL_MS);
    });
    return this.#rebuilding;
  }

  async #readChanges(): Promise<void> {
    const noticed = this.#noticed;
    const ids = this.#changedIds;
    this.#changedIds = new Set();
    this.#beforeServed = new Promise((resolve) => {
      this.#resolveBeforeServed = resolve;
    });
    // A catalogue that only now becomes large is noticed while it is read.
    if (ids === null && this.#products.size > MOST_LOOKUPS) this.#serveBefore();
    const late = setTimeout(() => this.#serveBefore(), FALLBACK_AFTER).unref();
    try {
      await this.#badges.prepare(this.#database.read);
      const difference = ids ? await this.#readSome(new Set([...ids, ...this.#badges.due()])) : await this.#readAll();
      const next = await this.#nextVersion(difference);
      if (next && this.#servesBefore) await next.bytes.prepareAll(this.#bytes?.requested ?? []);
      if (next) this.#publish(next);
      this.#built = noticed;
      this.#failing = false;
      this.#servesBefore = false;
    } catch (error) {
      if (!this.#failing) this.#log.warn({ err: error }, 'the catalogue could not be read');
      this.#failing = true;
      this.#serveBefore();
      this.#changedIds = ids && this.#changedIds && new Set([...ids, ...this.#changedIds]);
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  #serveBefore(): void {
    this.#servesBefore = true;
    this.#resolveBeforeServed();
  }

  async #readSome(ids: ReadonlySet<number>): Promise<Difference> {
    const difference: Difference = { changed: new Map(), removed: [] };
    if (ids.size === 0) return difference;
    const gone = new Set(ids);
    for (const row of await findVisible(this.#database.read, { ids: [...ids] })) {
      gone.delete(row.id);
      this.#compare(row, difference);
    }
    for (const id of gone) if (this.#products.get(id) !== undefined) difference.removed.push(id);
    return difference;
  }

  async #readAll(): Promise<Difference> {
    const difference: Difference = { changed: new Map(), removed: [] };
    const found = new Set<number>();
    await within(BATCH_LIMIT, (reportProgress) =>
      readAllVisible(this.#reader!, {
        batchSize: BATCH_SIZE,
        onBatch: (rows) => {
          reportProgress();
          for (const row of rows) {
            found.add(row.id);
            this.#compare(row, difference);
          }
          if (found.size > MOST_LOOKUPS) this.#serveBefore();
        },
        pause: letOthersRun,
      }),
    );
    for (const id of this.#products.ids()) if (!found.has(id)) difference.removed.push(id);
    return difference;
  }

  #compare(row: VisibleRow, { changed }: Difference): void {
    const json = JSON.stringify(presentProduct(row, this.#pictures, this.#badges));
    if (this.#products.get(row.id) !== json) changed.set(row.id, json);
  }

  /** Builds the next version. Returns null if members see no difference; then bytes and ETag stay. */
  async #nextVersion({ changed, removed }: Difference): Promise<NextVersion | null> {
    if (this.#bytes && changed.size === 0 && removed.length === 0) return null;
    for (const id of removed) {
      this.#products.delete(id);
      this.#badges.forget(id);
    }
    for (const [id, json] of changed) this.#products.set(id, json);
    const bytes = new CatalogueBytes(await this.#products.seal(letOthersRun), this.#isPrivate);
    return { bytes, changed, removed };
  }

  #publish({ bytes, changed, removed }: NextVersion): void {
    const before = this.#bytes;
    this.#bytes = bytes;
    if (!before) return;
    void bytes.prepareAll(before.requested).catch(() => {});
    const change = { from: before.version, version: bytes.version, changed: [...changed.values()], removed };
    for (const listener of this.#listeners) listener(change);
  }
}

interface NextVersion extends Difference {
  bytes: CatalogueBytes;
}

interface Difference {
  changed: Map<number, string>;
  removed: number[];
}
