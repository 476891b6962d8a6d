import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { isUploadedPath, uploadedPath } from '#domain/item-pictures.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { isPdf } from './picture-content.ts';
import type { PictureSource, SourcePicture } from './picture-sources.ts';
import { findPicture } from './pictures.queries.ts';

/** The path of an uploaded picture with this content, or of the PDF of a lab result. */
export const pathOfContent = (bytes: Buffer): string =>
  uploadedPath(createHash('sha256').update(bytes).digest('hex').slice(0, 32), isPdf(bytes) ? 'pdf' : 'webp');

interface Place {
  database: ShopDatabase;
  /** The folder of the operator's own pictures. Uploaded ones have a folder in it. */
  folder: string;
  log: FastifyBaseLogger;
}

/**
 * The pictures and lab results that were uploaded for items (behavior 9.19). The database has them, so that every process and every
 * backup does. Each process keeps a file of those that it has needed.
 */
export class UploadedPictures implements PictureSource {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async find(candidates: readonly string[]): Promise<SourcePicture | null> {
    const path = candidates.find(isUploadedPath);
    if (path === undefined) return null;
    const file = join(this.#place.folder, path);
    // The name says what the picture is, whichever process has made the file, and when.
    const picture = { fingerprint: `uploaded ${path}`, drawn: false };
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    const fromDatabase = () => findPicture(this.#place.database.read, { path });
    if (isFile) return { ...picture, load: () => readFile(file).catch(fromDatabase) };
    const bytes = await fromDatabase();
    if (bytes === null) return null;
    await this.keep(path, bytes);
    return { ...picture, load: async () => bytes };
  }

  /**
   * Writes the file of a picture, completely or not at all. Never throws: without the file, the picture comes from the
   * database.
   */
  async keep(path: string, bytes: Buffer): Promise<void> {
    const file = join(this.#place.folder, path);
    const unfinished = `${file}.${randomUUID()}.part`;
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const handle = await open(unfinished, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      this.#place.log.warn({ err: error }, 'an uploaded picture could not be written to DATA_DIR');
    }
  }

  /** The paths of pictures whose files here were written before a time, in epoch milliseconds. */
  async findFiles({ before }: { before: number }): Promise<string[]> {
    const names = await readdir(join(this.#place.folder, 'uploaded')).catch(() => []);
    const found: string[] = [];
    for (const path of names.map((name) => `uploaded/${name}`).filter(isUploadedPath)) {
      const file = await stat(join(this.#place.folder, path)).catch(() => null);
      if (file?.isFile() && file.mtimeMs < before) found.push(path);
    }
    return found;
  }

  /**
   * Removes the file of a picture, if the shop has written it: then its name is that of its content. The operator may have
   * put another one there.
   */
  async remove(path: string): Promise<void> {
    const file = join(this.#place.folder, path);
    const bytes = await readFile(file).catch(() => null);
    if (bytes !== null && pathOfContent(bytes) === path) await rm(file, { force: true });
  }
}
