import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isUploadedPath } from '#domain/item-pictures.ts';
import { namesOf } from './named-pictures.ts';
import { imageAddress, segmentsOf } from './shop-addresses.ts';

/** The names of the local files are read again after this time, in milliseconds. */
const LISTED_FOR_MS = 5000;

interface Sources {
  /** The folder of the operator's own pictures. */
  folder: string;
  /** An origin may have any picture. */
  hasOrigin: () => boolean;
  /** The demo draws every picture below this folder; null without the demo. */
  demoFolder: string | null;
}

/** Says which pictures the shop hands out: without an origin only those that it has itself (behavior 4.14). */
export class PictureAddresses {
  readonly #sources: Sources;
  #names: ReadonlySet<string> = new Set();
  #listedAt = Number.NEGATIVE_INFINITY;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The addresses of an item's pictures, in their order. */
  of(paths: readonly string[]): string[] {
    const served = this.#sources.hasOrigin() ? paths : paths.filter((path) => this.#has(segmentsOf(path)));
    return served.map(imageAddress);
  }

  #has(segments: readonly string[]): boolean {
    // Stored together with its name, so every process has it at once.
    if (isUploadedPath(segments.join('/'))) return true;
    if (this.#sources.demoFolder !== null && segments[0] === this.#sources.demoFolder) return true;
    if (performance.now() - this.#listedAt > LISTED_FOR_MS) this.#list();
    return namesOf(segments).some((name) => this.#names.has(name));
  }

  #list(): void {
    this.#listedAt = performance.now();
    const { folder } = this.#sources;
    try {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => !file.isDirectory());
      const paths = files.map((file) => relative(folder, join(file.parentPath, file.name)));
      this.#names = new Set(paths.flatMap((path) => namesOf(path.split(sep))));
    } catch {
      // There is no such folder.
      this.#names = new Set();
    }
  }
}
