import { sql } from 'kysely';
import { type ColumnsOf, fixed, TEN_MINUTES_MS, table, text, whole } from '../../db/table.ts';

const throttlesColumns = {
  key: fixed(text),
  /** JSON list of the last times. */
  failed_at: text,
  /** How many had to wait. */
  waits: whole,
  ends_at: whole,
};

const callCountsColumns = { key: fixed(text), calls: whole, ends_at: whole };

declare module '../../db/schema.ts' {
  interface Schema {
    throttles: ColumnsOf<typeof throttlesColumns>;
    call_counts: ColumnsOf<typeof callCountsColumns>;
  }
}

/** Failed attempts of a name, a device or an address. */
export const throttles = table('throttles', throttlesColumns, {
  backup: { leftOut: 'waits after failures, for hours' },
  prune: { every: TEN_MINUTES_MS, ended: (now) => sql`ends_at <= ${now}` },
  checks: { 'Every wait follows a failure': sql`select key as what from throttles where failed_at = '[]'` },
});

/** How often something happened, until the end of its minute or hour. */
export const callCounts = table('call_counts', callCountsColumns, {
  backup: { leftOut: 'counts of the last minute or hour' },
  prune: { every: TEN_MINUTES_MS, ended: (now) => sql`ends_at <= ${now}` },
  // A call that was taken back leaves a count of 0.
  checks: { 'No count is below zero': sql`select key as what from call_counts where calls < 0` },
});
