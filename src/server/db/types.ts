import type { Kysely, Transaction } from 'kysely';
import type { Ids } from '#domain/changed-ids.ts';
import type { Schema } from './schema.ts';

/** The two engines the shop runs on (behavior 1.4). Only this folder knows which one is in use. */
export type EngineKind = 'sqlite' | 'postgres';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The subjects whose changes other parts of the shop are notified of, in every process. */
export const TOPICS = [
  'catalogue',
  'inventory',
  /** The settings of categories. */
  'categories',
  'receipts',
  'users',
  'points',
  'sync',
  'notices',
  'views',
  'tasks',
  /** The notices that members see. */
  'shopNotices',
  'settings',
  'logo',
  'alerts',
  /** A session that its user ended. Everything else that ends sessions is a change of users. */
  'sessions',
  /** The access code or the gate's key. */
  'gate',
] as const;
export type Topic = (typeof TOPICS)[number];

/** One committed change, as listeners receive it. */
export interface TopicChange {
  topic: Topic;
  /** The changed ids; null if there are many, or if nobody said which. */
  ids: Ids<number | string>;
}

/** Marks a topic as changed by the transaction. Without ids, anything of the topic may have changed. */
export type Touch = (topic: Topic, ids?: readonly (number | string)[]) => void;
