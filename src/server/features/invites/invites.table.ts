import { type SqlBool, sql } from 'kysely';
import { type ColumnsOf, DAY_MS, fixed, HOUR_MS, orNull, table, text, whole, withDefault } from '../../db/table.ts';
import { keepInvitesOfUsers } from './invites.queries.ts';

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

/** An invite ends when it is revoked, when its time is over, or with its last use. */
const endedBefore = (time: number) => sql<SqlBool>`(
  revoked_at < ${time} or expires_at < ${time}
  or used >= uses and created_at < ${time} and id not in (
    select invite_id from users where invite_id is not null and created_at >= ${time}))`;

/** Those that ended a year ago are deleted (behavior 3.13). */
export const invites = table('invites', columns, {
  prune: { every: HOUR_MS, ended: (now) => endedBefore(now - 365 * DAY_MS), before: keepInvitesOfUsers },
  checks: {
    'No invite was used by more accounts than it counts': sql`
      select invites.label as what from invites
      where invites.used < (select count(*) from users where users.invite_id = invites.id)`,
  },
});
