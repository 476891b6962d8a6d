import { setImmediate } from 'node:timers/promises';
import { openSqlite, sqlitePath } from '../../db/open.ts';
import type { Db } from '../../db/shop-database.ts';
import type { Deps } from '../../deps.ts';
import { presentProduct } from './catalogue.present.ts';
import { findShown, readAllShown, type ShownRow } from './catalogue.queries.ts';
import { CatalogueBytes } from './catalogue-bytes.ts';
import { ProductShelf } from './product-shelf.ts';

/** What a rebuild found: which products are new or different, as JSON, and which left. */
export interface CatalogueChange {
  from: string;
  version: string;
  changed: readonly string[];
  removed: readonly number[];
}

/** Changes that come faster than this are told together; whoever asks for the catalogue does not wait for it. */
const BETWEEN_REBUILDS_MS = 100;
/** After a failed rebuild, until the next is tried. */
const RETRY_MS = 1000;
/** More ids than this are not looked up one by one: everything is read. */
const LOOKED_UP = 1000;
/** So many rows are read and made JSON in one go, a few milliseconds, before others get their turn. */
const ROWS_AT_ONCE = 250;

const letOthersThrough = () => setImmediate();

/**
 * The customer view as ready bytes (docs/decisions/0003). A change is read once, however many wait for it: of a few
 * items only theirs, else all, in portions. What is served is never older than the last commit this process has made or
 * heard of when the request came, but for a change of very many items: until that is read, the version before it
 * stands, and whoever made it waits for fresh().
 */
export class Catalogue {
  /** How often the catalogue was sent, and how often a 304 was enough. */
  readonly answers = { full: 0, notModified: 0 };
  readonly #deps: Deps;
  readonly #commonHeaders: readonly string[];
  readonly #reader: { db: Db; close(): Promise<void> };
  readonly #listeners = new Set<(change: CatalogueChange) => void>();
  readonly #stopHearing: () => void;
  readonly #products = new ProductShelf();
  #bytes: CatalogueBytes | null = null;
  /** Items that moved since they were last read; null: read all. */
  #moved: Set<number> | null = null;
  /** Counts the changes heard of, and those that #bytes holds. */
  #heard = 1;
  #built = 0;
  #rebuilding: Promise<void> | null = null;
  #scheduled: NodeJS.Timeout | undefined;
  #rebuiltAt = 0;
  #failing = false;
  /** All items are being read anew, and there are very many. */
  #readingMany = false;
  #foundMany: Promise<void> | undefined;
  #tellMany = () => {};
  #closed = false;

  constructor(deps: Deps, commonHeaders: readonly string[]) {
    this.#deps = deps;
    this.#commonHeaders = commonHeaders;
    this.#reader = openReader(deps);
    this.#stopHearing = deps.database.onMoved(({ topic, ids }) => {
      if (topic === 'catalogue') this.#hear(ids);
    });
  }

  /** The bytes to answer with, or null where a change has not been read yet. */
  get current(): CatalogueBytes | null {
    return this.#built === this.#heard || this.#readingMany ? this.#bytes : null;
  }

  /**
   * The bytes to answer with: fresh ones, but while very many items are read anew those before, because waiting would
   * stop every member for as long as that takes. Throws what the database throws.
   */
  async soon(): Promise<CatalogueBytes> {
    const needed = this.#heard;
    while (this.#built < needed) {
      const rebuilt = this.#rebuild();
      await (this.#bytes ? Promise.race([rebuilt, this.#foundMany]) : rebuilt);
      if (this.#readingMany && this.#bytes) return this.#bytes;
    }
    return this.#bytes!;
  }

  /** The bytes with everything that was committed before this call. Throws what the database throws. */
  async fresh(): Promise<CatalogueBytes> {
    const needed = this.#heard;
    while (this.#built < needed) await this.#rebuild();
    return this.#bytes!;
  }

  /** The version last built, which a change not yet read may have left behind; after fresh() there is one. */
  get version(): string {
    return this.#bytes!.version;
  }

  get productCount(): number {
    return this.#products.size;
  }

  /** Hears of every new version. Answers the way to stop. */
  onChange(listener: (change: CatalogueChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopHearing();
    clearTimeout(this.#scheduled);
    await this.#rebuilding?.catch(() => {});
    await this.#reader.close();
  }

  #hear(ids: readonly (number | string)[] | null): void {
    this.#heard++;
    if (!ids) this.#moved = null;
    else if (this.#moved) for (const id of ids) this.#moved.add(Number(id));
    if (this.#moved && this.#moved.size > LOOKED_UP) this.#moved = null;
    this.#schedule(BETWEEN_REBUILDS_MS - (performance.now() - this.#rebuiltAt));
  }

  #schedule(delay: number): void {
    if (this.#scheduled || this.#rebuilding || this.#closed) return;
    this.#scheduled = setTimeout(() => void this.#rebuild().catch(() => {}), Math.max(0, delay));
    this.#scheduled.unref();
  }

  /** Reads what moved. One at a time: whoever asks meanwhile waits for the one that runs. */
  #rebuild(): Promise<void> {
    clearTimeout(this.#scheduled);
    this.#scheduled = undefined;
    this.#rebuilding ??= this.#readMoved().finally(() => {
      this.#rebuilding = null;
      this.#rebuiltAt = performance.now();
      if (this.#built < this.#heard) this.#schedule(this.#failing ? RETRY_MS : BETWEEN_REBUILDS_MS);
    });
    return this.#rebuilding;
  }

  async #readMoved(): Promise<void> {
    const heard = this.#heard;
    const moved = this.#moved;
    this.#moved = new Set();
    this.#foundMany = new Promise((resolve) => {
      this.#tellMany = resolve;
    });
    // A big catalogue, of which all is to be read; one that only grows big is noticed while it is read.
    this.#readingMany = moved === null && this.#products.size > LOOKED_UP;
    try {
      const found = moved ? await this.#readSome(moved) : await this.#readAll();
      const change = await this.#nextVersion(found);
      if (change && this.#readingMany) await change.bytes.makeAll(this.#bytes?.asked ?? []);
      if (change) this.#publish(change);
      this.#built = heard;
      this.#failing = false;
      this.#readingMany = false;
    } catch (error) {
      if (!this.#failing) this.#deps.log.warn({ err: error }, 'the catalogue could not be read');
      this.#failing = true;
      this.#readingMany = false;
      this.#moved = null;
      throw error;
    }
  }

  async #readSome(ids: ReadonlySet<number>): Promise<Difference> {
    const difference: Difference = { changed: new Map(), removed: [] };
    if (ids.size === 0) return difference;
    const gone = new Set(ids);
    for (const row of await findShown(this.#reader.db, { ids: [...ids] })) {
      gone.delete(row.id);
      this.#compare(row, difference);
    }
    for (const id of gone) if (this.#products.get(id) !== undefined) difference.removed.push(id);
    return difference;
  }

  async #readAll(): Promise<Difference> {
    const difference: Difference = { changed: new Map(), removed: [] };
    const found = new Set<number>();
    await readAllShown(this.#reader.db, this.#deps.database.kind, {
      atOnce: ROWS_AT_ONCE,
      each: (rows) => {
        for (const row of rows) {
          found.add(row.id);
          this.#compare(row, difference);
        }
        if (found.size > LOOKED_UP) {
          this.#readingMany = true;
          this.#tellMany();
        }
      },
      pause: letOthersThrough,
    });
    for (const id of this.#products.ids()) if (!found.has(id)) difference.removed.push(id);
    return difference;
  }

  #compare(row: ShownRow, { changed }: Difference): void {
    const json = JSON.stringify(presentProduct(row));
    if (this.#products.get(row.id) !== json) changed.set(row.id, json);
  }

  /** Makes the next version, unless nothing a member sees is different: then bytes and ETag stay. */
  async #nextVersion({ changed, removed }: Difference): Promise<NextVersion | null> {
    if (this.#bytes && changed.size === 0 && removed.length === 0) return null;
    for (const id of removed) this.#products.delete(id);
    for (const [id, json] of changed) this.#products.set(id, json);
    const bytes = new CatalogueBytes(await this.#products.seal(letOthersThrough), this.#commonHeaders);
    return { bytes, changed, removed };
  }

  #publish({ bytes, changed, removed }: NextVersion): void {
    const before = this.#bytes;
    this.#bytes = bytes;
    if (!before) return;
    void bytes.makeAll(before.asked).catch(() => {});
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

/**
 * Reading goes beside everything else: on SQLite through a connection of its own, because the process has one and a
 * long read or a write on it would make the other wait.
 */
const openReader = ({ database, settings }: Deps): { db: Db; close(): Promise<void> } => {
  if (database.kind === 'postgres') return { db: database.read, close: async () => {} };
  const own = openSqlite(sqlitePath(settings.DATA_DIR));
  return { db: own.reader, close: () => own.close() };
};
