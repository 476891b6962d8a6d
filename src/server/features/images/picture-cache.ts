import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

const MEGABYTE = 1024 * 1024;
/** A sweep leaves this share of the cap, so that the next picture does not call for another. */
const LEFT_BY_A_SWEEP = 0.9;
/** This share of the cap may be written before the next sweep looks. */
const BETWEEN_SWEEPS = 0.05;
/** An unfinished file older than this was left by a process that died. */
const UNFINISHED_MS = 3_600_000;
const REMEMBERED_USES = 20_000;

/**
 * Made pictures on disk. Several processes may share the folder: nothing is kept in memory that another could make
 * wrong. When it grows over its cap, those not used for longest go.
 */
export class PictureCache {
  readonly #folder: string;
  readonly #cap: number;
  readonly #log: FastifyBaseLogger;
  /** Files whose use was noted already: once a process is enough to tell used from unused ones. */
  readonly #noted = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  #writtenSinceSweep: number;
  #sweeping: Promise<void> | null = null;

  constructor(folder: string, megabytes: number, log: FastifyBaseLogger) {
    this.#folder = folder;
    this.#cap = megabytes * MEGABYTE;
    this.#log = log;
    // What an earlier run left counts too.
    this.#writtenSinceSweep = this.#cap;
  }

  /** The bytes kept under a key (hexadecimal), or null. */
  async read(key: string): Promise<Buffer | null> {
    const file = this.#file(key);
    const bytes = await readFile(file).catch(() => null);
    if (bytes) this.#noteUse(file);
    return bytes;
  }

  /** Keeps bytes. A disk that is full or read-only costs speed, never a picture: nothing is thrown. */
  write(key: string, bytes: Buffer): Promise<void> {
    const writing = this.#write(key, bytes).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    return writing;
  }

  /** Waits for what is still being written or swept. */
  async close(): Promise<void> {
    await Promise.all(this.#writing);
    await this.#sweeping;
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
      this.#log.warn({ err: error }, 'a picture could not be kept');
      return;
    }
    this.#writtenSinceSweep += bytes.length;
    if (this.#writtenSinceSweep > this.#cap * BETWEEN_SWEEPS) this.#sweepInBackground();
  }

  #file(key: string): string {
    return join(this.#folder, key.slice(0, 2), key.slice(2));
  }

  #noteUse(file: string): void {
    if (this.#noted.has(file)) return;
    if (this.#noted.size >= REMEMBERED_USES) this.#noted.clear();
    this.#noted.add(file);
    const now = new Date();
    void utimes(file, now, now).catch(() => {});
  }

  #sweepInBackground(): void {
    if (this.#sweeping) return;
    this.#writtenSinceSweep = 0;
    this.#sweeping = this.#sweep()
      .catch((error) => this.#log.warn({ err: error }, 'the picture cache could not be swept'))
      .finally(() => {
        this.#sweeping = null;
      });
  }

  async #sweep(): Promise<void> {
    const kept: { file: string; size: number; usedAt: number }[] = [];
    for (const folder of await readdir(this.#folder)) {
      for (const name of await readdir(join(this.#folder, folder)).catch(() => [])) {
        const file = join(this.#folder, folder, name);
        const found = await stat(file).catch(() => null);
        if (!found?.isFile()) continue;
        if (!name.endsWith('.part')) kept.push({ file, size: found.size, usedAt: found.mtimeMs });
        else if (Date.now() - found.mtimeMs > UNFINISHED_MS) await rm(file, { force: true });
      }
    }
    let size = kept.reduce((sum, file) => sum + file.size, 0);
    if (size <= this.#cap) return;
    kept.sort((a, b) => a.usedAt - b.usedAt);
    for (const { file, size: freed } of kept) {
      if (size <= this.#cap * LEFT_BY_A_SWEEP) return;
      await rm(file, { force: true });
      size -= freed;
    }
  }
}
