import type { FastifyBaseLogger } from 'fastify';
import { getLogo } from '#contract/logo.ts';
import { isUploadedPath } from '#domain/item-pictures.ts';
import { ChangeFollower } from '../../db/change-follower.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';

/** The address of a logo with this path, as pictures of items have it. No logo has an empty path. */
export const logoAddress = (path: string): string | null =>
  path === '' ? null : getLogo.path.replace(':name', path.slice(FOLDER.length));

/** Returns the path of the logo with this name. @returns null for a name that none can have */
export const logoPath = (name: string): string | null => {
  const path = `${FOLDER}${name}`;
  return isUploadedPath(path) ? path : null;
};

/** Where uploaded pictures are. */
const FOLDER = 'uploaded/';

/** The logo of the shop, which every page shows. Kept in memory, so that pages get it without a database. */
export class ShopLogo {
  readonly #database: ShopDatabase;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Set<() => void>();
  #path = '';
  #follower: ChangeFollower | undefined;

  constructor({ database, log }: { database: ShopDatabase; log: FastifyBaseLogger }) {
    this.#database = database;
    this.#log = log;
  }

  /** Null without a logo. */
  get address(): string | null {
    return logoAddress(this.#path);
  }

  /** Returns whether the logo has this path. Another process may have set it a moment ago. */
  async has(path: string): Promise<boolean> {
    return path === this.#path || path === (await findState(this.#database.read, 'logo'));
  }

  /** Reads the logo before the first page asks for it, and then after each change. */
  start(): Promise<void> {
    this.#follower = new ChangeFollower(this.#database, {
      topics: ['logo'],
      read: () => this.#read(),
      eager: { every: 0, log: this.#log, failure: 'the logo of the shop could not be read' },
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

  async #read(): Promise<void> {
    this.#path = (await findState(this.#database.read, 'logo')) ?? '';
    for (const listener of this.#listeners) listener();
  }
}
