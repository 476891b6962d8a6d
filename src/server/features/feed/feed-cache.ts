import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NEW_FILE, withUnfinished } from '../../lib/whole-file.ts';
import type { Validators } from './fetch-feed.ts';

/** The facts about a stored feed that are known without reading it. */
export interface StoredFeed {
  address: string;
  /** The digest of its bytes (digestOf). */
  sha256: string;
  validators: Validators;
}

/** The last feed, stored in DATA_DIR for the case that its server says "not modified". */
export class FeedCache {
  readonly #folder: string;
  readonly #address: string;

  constructor(dataDir: string, address: string) {
    this.#folder = join(dataDir, 'feed');
    this.#address = address;
  }

  /** Returns null if there is no feed of this address. */
  async find(): Promise<StoredFeed | null> {
    try {
      const stored = JSON.parse(await readFile(this.#path('about.json'), 'utf8')) as StoredFeed;
      return stored.address === this.#address ? stored : null;
    } catch {
      return null;
    }
  }

  /** Reads the bytes of a stored feed. Returns null if they are missing or incomplete. */
  async read({ sha256 }: StoredFeed): Promise<Buffer | null> {
    const bytes = await readFile(this.#path('feed')).catch(() => null);
    return bytes && digestOf(bytes) === sha256 ? bytes : null;
  }

  async store(bytes: Buffer, validators: Validators): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const stored: StoredFeed = { address: this.#address, sha256: digestOf(bytes), validators };
    await this.#replace('feed', bytes);
    await this.#replace('about.json', JSON.stringify(stored));
  }

  async #replace(name: string, content: Buffer | string): Promise<void> {
    const file = this.#path(name);
    await withUnfinished(file, async (unfinished) => {
      await writeFile(unfinished, content, { flag: NEW_FILE.flags });
      await rename(unfinished, file);
    });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

/** Tells feeds apart. */
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
