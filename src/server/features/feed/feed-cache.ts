import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Validators } from './fetch-feed.ts';

/**
 * The last feed, stored in DATA_DIR. If its server says "not modified", the inventory is compared with the stored one,
 * because edits, uploads and undos may have changed the inventory since.
 */
export class FeedCache {
  readonly #folder: string;
  readonly #address: string;

  constructor(dataDir: string, address: string) {
    this.#folder = join(dataDir, 'feed');
    this.#address = address;
  }

  /** Returns null if there is no feed of this address, or if the file is incomplete. */
  async find(): Promise<{ bytes: Buffer; validators: Validators } | null> {
    try {
      const about = JSON.parse(await readFile(this.#path('about.json'), 'utf8')) as About;
      const bytes = await readFile(this.#path('feed'));
      if (about.address !== this.#address || about.sha256 !== sha256(bytes)) return null;
      return { bytes, validators: about.validators };
    } catch {
      return null;
    }
  }

  async store(bytes: Buffer, validators: Validators): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const about: About = { address: this.#address, sha256: sha256(bytes), validators };
    await this.#replace('feed', bytes);
    await this.#replace('about.json', JSON.stringify(about));
  }

  async #replace(name: string, content: Buffer | string): Promise<void> {
    await writeFile(this.#path(`${name}.new`), content);
    await rename(this.#path(`${name}.new`), this.#path(name));
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

interface About {
  address: string;
  sha256: string;
  validators: Validators;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
