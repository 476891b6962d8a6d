import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ShopError } from '#contract/errors.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import type { PictureForm } from '#domain/picture-widths.ts';

/** A picture as its source has it, before it is converted to a width and type. */
export interface SourcePicture {
  /** Identifies the bytes: an equal fingerprint means an equal picture. */
  fingerprint: string;
  /** Drawn by us, so it may be SVG. */
  drawn: boolean;
  /**
   * Returns the bytes, or null if there is no such picture. Calls `checkWanted`, which throws if nobody waits for it any
   * more, before each costly step.
   */
  load(checkWanted: () => void): Promise<Buffer | null>;
}

/** A picture that can be converted before it is requested, in the forms that pages show first. */
export interface PictureToPrepare {
  folder: string;
  /** The name without a form. */
  bare: string;
  forms: readonly PictureForm[];
}

/** A place where pictures come from. */
export interface PictureSource {
  /** Returns the picture of the first candidate path that this source has, or null. */
  find(candidates: readonly string[]): Promise<SourcePicture | null>;
  /** The pictures that are worth preparing, in the order in which members see them. */
  toPrepare?(): readonly PictureToPrepare[];
}

/** The operator's own files, in DATA_DIR/pictures and DATA_DIR/lab (behavior 4.9, 4.13). */
export class LocalFiles implements PictureSource {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Follows links, but never out of the folder. A replaced file gets a new fingerprint. */
  async find(candidates: readonly string[]): Promise<SourcePicture | null> {
    const folder = await realpath(this.#folder).catch(() => null);
    if (folder === null) return null;
    for (const candidate of candidates) {
      const file = await realpath(join(folder, candidate)).catch(() => null);
      if (!file?.startsWith(folder + sep)) continue;
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) continue;
      return {
        fingerprint: `file ${candidate} ${found.size} ${found.mtimeMs}`,
        drawn: false,
        load: () => {
          if (found.size > PICTURE_MAX_BYTES) throw new ShopError('image_refused');
          return readFile(file);
        },
      };
    }
    return null;
  }
}
