import { sql } from 'kysely';
import {
  type ColumnsOf,
  counted,
  DAY_MS,
  fixed,
  HOUR_MS,
  orNull,
  table,
  text,
  textOf,
  whole,
  withDefault,
} from '../../db/table.ts';

const syncRunsColumns = {
  id: counted,
  started_at: fixed(whole),
  finished_at: orNull(whole),
  actor: fixed(text),
  outcome: textOf<'running' | 'changed' | 'unchanged' | 'failed' | 'waiting' | 'refused'>(),
  error: orNull(text),
  added: withDefault(whole),
  changed: withDefault(whole),
  removed: withDefault(whole),
  unchanged: withDefault(whole),
  /** JSON list of texts. */
  warnings: withDefault(text),
  change_id: orNull(whole),
};

const pendingSyncsColumns = {
  id: fixed(text),
  /** The feed as it was read, and where its next read starts. */
  feed: fixed(text),
  feed_cursor: orNull(text),
  /** The base prices that it changes, JSON {external id: cents}. A refused sync comes back only if they change. */
  prices: text,
  /** Why it waits, for people. */
  reason: text,
  actor: text,
  /** The plan that the panel shows. */
  plan_hash: text,
  created_at: whole,
};

declare module '../../db/schema.ts' {
  interface Schema {
    sync_runs: ColumnsOf<typeof syncRunsColumns>;
    pending_syncs: ColumnsOf<typeof pendingSyncsColumns>;
  }
}

export const syncRuns = table('sync_runs', syncRunsColumns, {
  // Kept for 14 days (behavior 9.13). The last run stays, because the panel's card shows it.
  prune: {
    every: HOUR_MS,
    ended: (now) => sql`finished_at < ${now - 14 * DAY_MS} and id < (select max(id) from sync_runs)`,
  },
  checks: {
    'Every sync ended after it started': sql`select 'sync ' || id as what from sync_runs where finished_at < started_at`,
  },
});

/** The sync that waits for an admin's decision, because it would move prices too far. At most one. */
export const pendingSyncs = table('pending_syncs', pendingSyncsColumns, {
  backup: { leftOut: 'the sync that waits, which the next sync makes again' },
  checks: {
    'At most one sync waits for a decision': sql`select max(id) as what from pending_syncs having 1 < count(*)`,
  },
});
