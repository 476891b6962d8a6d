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
  whole,
  withDefault,
} from '../../db/table.ts';
import { deleteNoticesOf } from './notices.queries.ts';

const columns = {
  id: counted,
  event: fixed(text),
  receipt_id: fixed(orNull(text)),
  /** The JSON body that is signed and sent. */
  payload: fixed(text),
  attempts: withDefault(whole),
  next_attempt_at: orNull(whole),
  delivered_at: orNull(whole),
  last_error: orNull(text),
  created_at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    notices: ColumnsOf<typeof columns>;
  }
}

/** Messages for the seller's webhook. Those that were delivered are kept for 90 days (behavior 7.6). */
export const notices = table('notices', columns, {
  prune: { every: HOUR_MS, ended: (now) => sql`delivered_at < ${now - 90 * DAY_MS}` },
  personal: { export: null, onDeletion: deleteNoticesOf },
  checks: {
    'A delivered notice waits for nothing': sql`
      select 'notice ' || id as what from notices
      where delivered_at is not null and next_attempt_at is not null`,
  },
});
