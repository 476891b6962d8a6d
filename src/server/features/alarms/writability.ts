import { fullDisk } from '../../db/failures.ts';

/**
 * After a write that its disk had no room for: small ones may find a gap in the pages of a server that has no room for
 * others.
 */
const NO_ROOM_MS = 60_000;

interface Writing {
  /** Tries to write. */
  prove: () => Promise<void>;
  /** True if that needs room on the disk, as other writes do. */
  needsRoom: boolean;
  /** Milliseconds by a clock that nobody sets. */
  steady: () => number;
}

/**
 * Finds out whether the shop can write. Members read on while it cannot, so nothing else would say so. It is tried at every look
 * for alarms, and soon after a call was refused.
 */
export class Writability {
  readonly #writing: Writing;
  #isSuspected = false;
  #problem: string | null = null;
  /** The last write that its disk had no room for. */
  #noRoom: { reason: string; at: number } | null = null;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** As it was at the last look. */
  get isWritable(): boolean {
    return this.#problem === null;
  }

  /** A call was refused by this failure, so a look is worth its while. */
  suspect(failure: Error): void {
    this.#isSuspected = true;
    if (!this.#writing.needsRoom && fullDisk(failure)) {
      this.#noRoom = { reason: failure.message, at: this.#writing.steady() };
    }
  }

  /** Tries to write. Returns what is wrong, or null. */
  async look(): Promise<string | null> {
    const { prove, steady } = this.#writing;
    this.#isSuspected = false;
    const refused = await prove().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (this.#noRoom && steady() - this.#noRoom.at >= NO_ROOM_MS) this.#noRoom = null;
    this.#problem = refused ?? this.#noRoom?.reason ?? null;
    return this.#problem;
  }

  /** Looks if something may have changed. Returns whether it has. */
  async lookIfSuspected(): Promise<boolean> {
    const was = this.isWritable;
    if (was && !this.#isSuspected) return false;
    await this.look();
    return was !== this.isWritable;
  }
}
