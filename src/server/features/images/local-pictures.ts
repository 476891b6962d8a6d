import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { PictureSource } from './pictures.ts';

/** The operator's own picture files, in DATA_DIR/pictures. */
export class LocalPictures {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The first candidate that is a file below the folder, links followed. A file put in another's place is another. */
  async find(candidates: readonly string[]): Promise<PictureSource | null> {
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
        load: () => readFile(file),
      };
    }
    return null;
  }
}
