import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { LabResult } from '#domain/lab-result.ts';
import { readPictureName } from '#domain/picture-widths.ts';
import type { LongReader } from '../../db/open.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { areSameVersions, findItemVersions, type ItemVersions } from '../../db/topic-versions.ts';
import { within } from '../../lib/concurrency.ts';
import { BATCH_LIMIT } from '../../limits.ts';
import { segmentsOf } from './image-address.ts';
import { findImages, type ItemImages, readAllImages } from './images.queries.ts';

/** Reading and noting this many items takes a few milliseconds. Then other work gets its turn. */
const BATCH_SIZE = 1000;
/** With more changed items than this, all items are read instead of looking up each. */
const MOST_LOOKUPS = 500;
/** The pause between two reads of all items. A caller who asks for unknown paths must not cause one after the other. */
const READ_ALL_EVERY_MS = 1000;

/**
 * The paths of pictures and lab results that items name: only these are served (behavior 4.9, 4.13). All of them are in memory, so that a request for a
 * known path needs no database. A path that is not known is looked up before it is refused, because an item may have
 * named it a moment ago, in this process or another one.
 */
export class NamedPictures {
  readonly #database: ShopDatabase;
  readonly #stopListening: () => void;
  /** The names of each item, and how many items have each name. */
  readonly #namesOf = new Map<number, readonly string[]>();
  readonly #counts = new Map<string, number>();
  #reader: LongReader | undefined;
  /** Items that changed since they were last read; null if all have to be read. */
  #changed: Set<number> | null = null;
  /** The versions of the items when all of them were read last. */
  #versions: ItemVersions | null = null;
  #readAllAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  readonly #closing = new AbortController();

  constructor(database: ShopDatabase) {
    this.#database = database;
    this.#stopListening = database.onChange(({ topic, ids }) => {
      if (topic !== 'catalogue' && topic !== 'inventory') return;
      if (!ids) this.#changed = null;
      else if (this.#changed) for (const id of ids) this.#changed.add(Number(id));
      if (this.#changed && this.#changed.size > MOST_LOOKUPS) this.#changed = null;
    });
  }

  /** Reads all items, so that their pictures are served even if the database is out of reach at the first request. */
  start(): void {
    void this.#update().catch(() => {});
  }

  /**
   * Returns whether some item, listed or not, names a picture with this path in any form.
   * @throws what the database throws, for an unknown path
   */
  has(path: string): Promise<boolean> {
    return this.#knows(namesOf(path.split('/')));
  }

  /**
   * Returns whether some item, listed or not, names a lab result with exactly this path.
   * @throws what the database throws, for an unknown path
   */
  hasLabResult(path: string): Promise<boolean> {
    return this.#knows([labName(path.split('/'))]);
  }

  async #knows(names: readonly string[]): Promise<boolean> {
    const isKnown = () => names.some((name) => this.#counts.has(name));
    if (isKnown()) {
      // The item may have lost it, which the next request notices.
      if (this.#changed === null || this.#changed.size > 0) void this.#update().catch(() => {});
      return true;
    }
    await this.#update();
    if (isKnown()) return true;
    // Another process may have changed the inventory, and its message is still on the way.
    const versions = await findItemVersions(this.#database.read);
    if (this.#versions && areSameVersions(versions, this.#versions)) return false;
    this.#changed = null;
    await this.#update();
    return isKnown();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#stopListening();
    await this.#reading?.catch(() => {});
    await this.#reader?.close();
  }

  /** Reads what changed. Callers share a read, but not one that began before they came. */
  async #update(): Promise<void> {
    await this.#reading?.catch(() => {});
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      if (changed === null) await this.#readAll();
      else if (changed.size > 0) await this.#readSome([...changed]);
    } catch (error) {
      this.#changed = changed && this.#changed && new Set([...changed, ...this.#changed]);
      throw error;
    }
  }

  async #readSome(ids: number[]): Promise<void> {
    const rows = await findImages(this.#database.read, { ids });
    for (const id of ids) this.#forget(id);
    for (const row of rows) this.#note(row);
  }

  async #readAll(): Promise<void> {
    const wait = this.#readAllAt + READ_ALL_EVERY_MS - performance.now();
    await pause(Math.max(0, wait), undefined, { ref: false, signal: this.#closing.signal });
    this.#readAllAt = performance.now();
    // Before the items: a change in between is read again.
    const versions = await findItemVersions(this.#database.read);
    this.#reader ??= this.#database.openLongReader();
    const reader = this.#reader;
    const gone = new Set(this.#namesOf.keys());
    await within(BATCH_LIMIT, (reportProgress) =>
      readAllImages(reader, {
        batchSize: BATCH_SIZE,
        onBatch: (rows) => {
          reportProgress();
          for (const row of rows) {
            gone.delete(row.id);
            this.#forget(row.id);
            this.#note(row);
          }
        },
        pause: () => setImmediate(),
      }),
    );
    for (const id of gone) this.#forget(id);
    this.#versions = versions;
  }

  #note({ id, images, lab }: ItemImages): void {
    const names = [...new Set((JSON.parse(images) as string[]).flatMap((path) => namesOf(segmentsOf(path))))];
    const labPath = lab === null ? null : (JSON.parse(lab) as LabResult).path;
    if (labPath !== null) names.push(labName(segmentsOf(labPath)));
    if (names.length === 0) return;
    this.#namesOf.set(id, names);
    for (const name of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #forget(id: number): void {
    for (const name of this.#namesOf.get(id) ?? []) {
      const left = this.#counts.get(name)! - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    }
    this.#namesOf.delete(id);
  }
}

/** The name of a lab result. No picture has it: paths contain no control characters. */
const labName = (segments: readonly string[]): string => `\n${segments.join('/')}`;

/**
 * The names under which a path is known: itself, and without the form of its last segment, or of a segment before. Two
 * paths are forms of one picture if they share a name.
 */
export const namesOf = (segments: readonly string[]): string[] => {
  const path = segments.join('/');
  const at = segments.findLastIndex((segment) => readPictureName(segment) !== null);
  const bare = at < 0 ? null : readPictureName(segments[at]!)!.bare;
  return bare === null ? [path] : [path, segments.with(at, bare).join('/')];
};
