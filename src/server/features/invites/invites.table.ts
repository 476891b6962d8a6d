import { sql } from 'kysely';
import { type ColumnsOf, fixed, orNull, table, text, whole, withDefault } from '../../db/table.ts';

const columns = {
  id: fixed(text),
  label: fixed(text),
  /** HMAC of the code with a key of the shop. */
  code_hash: text,
  uses: fixed(whole),
  used: withDefault(whole),
  /** The id of the user who made it, or "system". */
  made_by: fixed(text),
  created_at: fixed(whole),
  expires_at: fixed(orNull(whole)),
  revoked_at: orNull(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    invites: ColumnsOf<typeof columns>;
  }
}

export const invites = table('invites', columns, {
  checks: {
    'No invite was used by more accounts than it counts': sql`
      select invites.label as what from invites
      where invites.used < (select count(*) from users where users.invite_id = invites.id)`,
  },
});
