import type { Moved, Topic, Touch } from './shop-database.ts';

/** More ids than this are told as "many". */
const IDS_TOLD = 500;

/** What a transaction said it moves. */
export class Touched {
  readonly #topics = new Map<Topic, Set<number | string> | null>();

  readonly touch: Touch = (topic, ids) => {
    const known = this.#topics.get(topic);
    if (!ids || known === null) this.#topics.set(topic, null);
    else this.#topics.set(topic, new Set([...(known ?? []), ...ids]));
  };

  /** Adds what another transaction of the same commit moves. */
  add(other: Touched): void {
    for (const [topic, ids] of other.#topics) this.touch(topic, ids ? [...ids] : undefined);
  }

  /** Sorted, so that two writers never wait for one another in a circle. */
  get topics(): Topic[] {
    return [...this.#topics.keys()].sort();
  }

  /** What listeners hear of a topic. */
  moved(topic: Topic): Moved {
    const ids = this.#topics.get(topic) ?? null;
    return { topic, ids: ids && ids.size <= IDS_TOLD ? [...ids] : null };
  }
}
