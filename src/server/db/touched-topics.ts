import type { Db, Topic, TopicChange, Touch, Tx } from './types.ts';

/** Listeners get null instead of more ids than this. */
const MOST_IDS = 500;

/** Collects what a transaction touches. */
export class TouchedTopics {
  readonly #topics = new Map<Topic, Set<number | string> | null>();

  readonly touch: Touch = (topic, ids) => {
    const known = this.#topics.get(topic);
    if (!ids || known === null) this.#topics.set(topic, null);
    else this.#topics.set(topic, new Set([...(known ?? []), ...ids]));
  };

  /** Adds what another transaction of the same commit touched. */
  add(other: TouchedTopics): void {
    for (const [topic, ids] of other.#topics) this.touch(topic, ids ? [...ids] : undefined);
  }

  /** In alphabetical order, so that two writers lock the version rows in the same order and cannot deadlock. */
  get topics(): Topic[] {
    return [...this.#topics.keys()].sort();
  }

  changeOf(topic: Topic): TopicChange {
    const ids = this.#topics.get(topic) ?? null;
    return { topic, ids: ids && ids.size <= MOST_IDS ? [...ids] : null };
  }
}

const earlierInCommit = new WeakMap<Db, TouchedTopics>();

/** Says what the transactions touched that share a commit and ran before the next one. */
export const shareCommit = (tx: Tx, touched: TouchedTopics): void => {
  earlierInCommit.set(tx, touched);
};

/** Returns whether another transaction of the same commit has touched a topic. Its version is counted only at the end. */
export const isTouchedInCommit = (db: Db, topic: Topic): boolean =>
  earlierInCommit.get(db)?.topics.includes(topic) ?? false;
