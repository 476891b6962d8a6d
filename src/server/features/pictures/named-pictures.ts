import { setTimeout as pause } from 'node:timers/promises';
import type { Ids } from '#domain/changed-ids.ts';
import type { LabResult } from '#domain/lab-result.ts';
import { readPictureName } from '#domain/picture-widths.ts';
import { ChangeFollower } from '../../db/change-follower.ts';
import { readItems } from '../../db/item-batches.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { areSameVersions, findItemVersions, type ItemVersions } from '../../db/topic-versions.ts';
import { type ItemImages, withImages } from './pictures.queries.ts';
import { segmentsOf } from './shop-addresses.ts';

/**
 * The pause between two reads of all items. A caller that requests unknown paths must not cause one after the other.
 */
const READ_ALL_EVERY_MS = 1000;

/**
 * The paths of pictures and lab results that items name: only these are served (behavior 4.9, 4.13). All of them are in memory, so that a request for a
 * known path needs no database. A path that is not known is looked up before it is refused, because an item may have
 * named it a moment ago, in this process or another one.
 */
export class NamedPictures {
  readonly #database: ShopDatabase;
  readonly #follower: ChangeFollower;
  /** The names of each item, and how many items have each name. */
  readonly #namesOf = new Map<number, readonly string[]>();
  readonly #counts = new Map<string, number>();
  /** The versions of the items when all of them were read last. */
  #versions: ItemVersions | null = null;
  #readAllAt = Number.NEGATIVE_INFINITY;
  readonly #closing = new AbortController();

  constructor(database: ShopDatabase) {
    this.#database = database;
    this.#follower = new ChangeFollower(database, {
      topics: ['catalogue', 'inventory'],
      read: (ids) => (ids ? this.#readItems(ids) : this.#readAll()),
    });
  }

  /** Reads all items, so that their pictures are served even if the database is out of reach at the first request. */
  start(): void {
    void this.#follower.update().catch(() => {});
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
      void this.#follower.update().catch(() => {});
      return true;
    }
    await this.#follower.update();
    if (isKnown()) return true;
    // Another process may have changed the inventory, and its message is still on the way.
    const versions = await findItemVersions(this.#database.read);
    if (this.#versions && areSameVersions(versions, this.#versions)) return false;
    this.#follower.notice(null);
    await this.#follower.update();
    return isKnown();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#follower.close();
  }

  async #readAll(): Promise<void> {
    const wait = this.#readAllAt + READ_ALL_EVERY_MS - performance.now();
    await pause(Math.max(0, wait), undefined, { ref: false, signal: this.#closing.signal });
    this.#readAllAt = performance.now();
    // Before the items: a change in between is read again.
    const versions = await findItemVersions(this.#database.read);
    await this.#readItems(null);
    this.#versions = versions;
  }

  async #readItems(ids: Ids): Promise<void> {
    const found = await readItems(this.#database, withImages, { ids, onRow: (row) => this.#note(row) });
    for (const id of ids ?? this.#namesOf.keys()) if (!found.has(id)) this.#forget(id);
  }

  #note({ id, images, lab }: ItemImages): void {
    this.#forget(id);
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
