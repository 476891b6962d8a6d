import { sql } from 'kysely';
import { type ColumnsOf, DAY_MS, fixed, HOUR_MS, table, text, whole } from '../../db/table.ts';

const columns = {
  /** `<call> <scope> <key>`, such as `cart.add <user id> <key>`: one key may be used for several calls. */
  id: fixed(text),
  /** The account that the row is deleted with. */
  user_id: fixed(text),
  /** JSON with ids and numbers: what repeating the call needs to know. */
  answer: text,
  created_at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    idempotency_keys: ColumnsOf<typeof columns>;
  }
}

/** Calls that carried an Idempotency-Key, for 24 hours (behavior 2.10). */
export const idempotencyKeys = table('idempotency_keys', columns, {
  // Holds ids and numbers of calls that the other parts of the export show.
  personal: { export: null, onDeletion: 'delete' },
  prune: { every: HOUR_MS, ended: (now) => sql`created_at < ${now - DAY_MS}` },
  checks: {
    'Every idempotency key belongs to an account that is not deleted': sql`
      select id as what from idempotency_keys
      where user_id not in (select id from users where deleted_at is null)`,
  },
});
