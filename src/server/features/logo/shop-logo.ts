import type { FastifyBaseLogger } from 'fastify';
import { getLogo } from '#contract/logo.ts';
import { isUploadedPath } from '#domain/item-pictures.ts';
import { KeptValue } from '../../db/kept-value.ts';
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

/** The folder of uploaded pictures. */
const FOLDER = 'uploaded/';

/** The logo of the shop. The value is its path, or an empty text. */
export class ShopLogo extends KeptValue<string> {
  readonly #database: ShopDatabase;

  constructor({ database, log }: { database: ShopDatabase; log: FastifyBaseLogger }) {
    const read = async () => (await findState(database.read, 'logo')) ?? '';
    super({ database, log, topic: 'logo', initial: '', read, failure: 'the logo of the shop could not be read' });
    this.#database = database;
  }

  /** Null without a logo. */
  get address(): string | null {
    return logoAddress(this.current);
  }

  /** Returns whether the logo has this path. Another process may have set it a moment ago. */
  async has(path: string): Promise<boolean> {
    return path === this.current || path === (await findState(this.#database.read, 'logo'));
  }
}
