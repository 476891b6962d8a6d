import { ChangedSubjects } from '#domain/changed-ids.ts';
import type { Db, Topic, TopicChange, Touch, Tx } from './types.ts';

/** Collects what a transaction touches. */
export class TouchedTopics extends ChangedSubjects<Topic> {
  readonly touch: Touch = (topic, ids) => this.add(topic, ids ?? null);

  /** Adds what another transaction of the same commit touched. */
  join(other: TouchedTopics): void {
    for (const [topic, ids] of other.all) this.add(topic, ids);
  }

  /** In alphabetical order, so that two writers lock the version rows in the same order and cannot deadlock. */
  get topics(): Topic[] {
    return [...this.all.keys()].sort();
  }

  changeOf(topic: Topic): TopicChange {
    return { topic, ids: this.all.get(topic) ?? null };
  }
}

const earlierInCommit = new WeakMap<Db, TouchedTopics>();

/** Says what the transactions touched that share a commit and ran before the next one. */
export const shareCommit = (tx: Tx, touched: TouchedTopics): void => {
  earlierInCommit.set(tx, touched);
};

/** Returns whether another transaction of the same commit has touched a topic. Its version is counted only at the end. */
export const isTouchedInCommit = (db: Db, topic: Topic): boolean => earlierInCommit.get(db)?.all.has(topic) ?? false;
