import { type ProductBadge, productBadge } from '#domain/product-badge.ts';
import type { Db } from '../../db/types.ts';
import { findOpening } from './catalogue.queries.ts';

/** Badges begin and end while nobody changes anything. They are at most this late. */
const LOOK_EVERY_MS = 60_000;

/** The values of a row that its badge depends on. */
interface BadgedRow {
  id: number;
  listed_at: number | null;
  back_at: number | null;
}

/**
 * The badges of the catalogue's products (behavior 5.21), and when they change by themselves, so that the catalogue can
 * read those products again.
 */
export class BadgeTimes {
  readonly #clock: () => number;
  readonly #changesAt = new Map<number, number>();
  #openedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Reads when the shop opened, unless that is known. */
  async prepare(db: Db): Promise<void> {
    this.#openedAt ??= await findOpening(db);
  }

  badgeOf(row: BadgedRow, quantity: number): ProductBadge | null {
    const now = this.#clock();
    const { badge, changesAt } = productBadge(
      { listedAt: row.listed_at, backAt: row.back_at, quantity },
      { openedAt: this.#openedAt ?? now, now },
    );
    if (changesAt === null) this.#changesAt.delete(row.id);
    else this.#changesAt.set(row.id, changesAt);
    return badge;
  }

  /** Calls `onDue` now and then with the ids of products whose badge may have changed. */
  start(onDue: (ids: number[]) => void): void {
    this.#timer = setInterval(() => {
      const ids = this.due();
      if (ids.length > 0) onDue(ids);
    }, LOOK_EVERY_MS).unref();
  }

  /** The products whose badge may have changed since they were read. */
  due(): number[] {
    const now = this.#clock();
    return [...this.#changesAt].filter(([, changesAt]) => changesAt <= now).map(([id]) => id);
  }

  /** For a product that left the catalogue. */
  forget(id: number): void {
    this.#changesAt.delete(id);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
