import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

const MEGABYTE = 1024 * 1024;
/** A cleanup shrinks the cache to this share of its limit, so that the next picture does not cause another. */
const TARGET_SHARE = 0.9;
/** A cleanup runs after this share of the limit was written. */
const CLEANUP_SHARE = 0.05;
/** A process that died left an unfinished file if it is older than this. */
const UNFINISHED_MS = 3_600_000;
const MOST_NOTED_USES = 20_000;

/**
 * Converted pictures on disk. Several processes may share the folder, so memory holds nothing that another process could
 * make wrong. Above its limit, the cache drops the pictures that were not used for the longest time.
 */
export class PictureCache {
  readonly #folder: string;
  readonly #limit: number;
  readonly #log: FastifyBaseLogger;
  /** Files whose use was already noted. Noting it once per process is enough to tell used from unused files. */
  readonly #noted = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  #writtenSinceCleanup: number;
  #cleaning: Promise<void> | null = null;

  constructor(folder: string, megabytes: number, log: FastifyBaseLogger) {
    this.#folder = folder;
    this.#limit = megabytes * MEGABYTE;
    this.#log = log;
    // Files of an earlier run count too, so the first write starts a cleanup.
    this.#writtenSinceCleanup = this.#limit;
  }

  /** Returns the bytes stored under a key (hexadecimal), or null. */
  async read(key: string): Promise<Buffer | null> {
    const file = this.#file(key);
    const bytes = await readFile(file).catch(() => null);
    if (bytes) this.#noteUse(file);
    return bytes;
  }

  /** Stores bytes. Never throws: a disk that is full or read-only costs speed, but no picture. */
  write(key: string, bytes: Buffer): Promise<void> {
    const writing = this.#write(key, bytes).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    return writing;
  }

  /** Drops every picture. */
  async clear(): Promise<void> {
    this.#noted.clear();
    await rm(this.#folder, { recursive: true, force: true }).catch((error) =>
      this.#log.warn({ err: error }, 'the picture cache could not be emptied'),
    );
  }

  /** Waits for writes and cleanups in progress. */
  async close(): Promise<void> {
    await Promise.all(this.#writing);
    await this.#cleaning;
  }

  async #write(key: string, bytes: Buffer): Promise<void> {
    const file = this.#file(key);
    const unfinished = `${file}.${randomUUID()}.part`;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(unfinished, bytes);
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      this.#log.warn({ err: error }, 'a picture could not be cached');
      return;
    }
    this.#writtenSinceCleanup += bytes.length;
    if (this.#writtenSinceCleanup > this.#limit * CLEANUP_SHARE) this.#cleanUpInBackground();
  }

  #file(key: string): string {
    return join(this.#folder, key.slice(0, 2), key.slice(2));
  }

  #noteUse(file: string): void {
    if (this.#noted.has(file)) return;
    if (this.#noted.size >= MOST_NOTED_USES) this.#noted.clear();
    this.#noted.add(file);
    const now = new Date();
    void utimes(file, now, now).catch(() => {});
  }

  #cleanUpInBackground(): void {
    if (this.#cleaning) return;
    this.#writtenSinceCleanup = 0;
    this.#cleaning = this.#cleanUp()
      .catch((error) => this.#log.warn({ err: error }, 'the picture cache could not be cleaned up'))
      .finally(() => {
        this.#cleaning = null;
      });
  }

  async #cleanUp(): Promise<void> {
    const files: { file: string; size: number; usedAt: number }[] = [];
    for (const folder of await readdir(this.#folder)) {
      for (const name of await readdir(join(this.#folder, folder)).catch(() => [])) {
        const file = join(this.#folder, folder, name);
        const found = await stat(file).catch(() => null);
        if (!found?.isFile()) continue;
        if (!name.endsWith('.part')) files.push({ file, size: found.size, usedAt: found.mtimeMs });
        else if (Date.now() - found.mtimeMs > UNFINISHED_MS) await rm(file, { force: true });
      }
    }
    let size = files.reduce((sum, file) => sum + file.size, 0);
    if (size <= this.#limit) return;
    files.sort((a, b) => a.usedAt - b.usedAt);
    for (const { file, size: freed } of files) {
      if (size <= this.#limit * TARGET_SHARE) return;
      await rm(file, { force: true });
      size -= freed;
    }
  }
}
