import type { Shop } from '../../shop.ts';
import { findActiveSessions } from './sessions.queries.ts';

/** Says which sessions still hold. Those that are asked for in the same moment are looked up together: many streams are checked at once. */
export class ActiveSessions {
  readonly #shop: Pick<Shop, 'database' | 'clock'>;
  #next: { ids: string[]; found: Promise<ReadonlySet<string>> } | null = null;

  constructor(shop: Pick<Shop, 'database' | 'clock'>) {
    this.#shop = shop;
  }

  async has(sessionId: string): Promise<boolean> {
    this.#next ??= this.#lookSoon();
    const { ids, found } = this.#next;
    ids.push(sessionId);
    return (await found).has(sessionId);
  }

  #lookSoon() {
    const ids: string[] = [];
    const found = Promise.resolve().then(() => {
      this.#next = null;
      const { database, clock } = this.#shop;
      return findActiveSessions(database.read, { ids, now: clock() });
    });
    return { ids, found };
  }
}
