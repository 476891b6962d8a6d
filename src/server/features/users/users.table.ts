import { sql } from 'kysely';
import { ROLES, type Role } from '#domain/permissions.ts';
import {
  type ColumnsOf,
  counted,
  EVERYTHING,
  fixed,
  flag,
  orNull,
  table,
  text,
  textOf,
  whole,
  withDefault,
} from '../../db/table.ts';
import { listUserEvents } from './users.admin.queries.ts';

const usersColumns = {
  id: fixed(text),
  username: text,
  email: text,
  signal_username: text,
  password_hash: text,
  /** The shop made the password: somebody else has read it, on a screen or in a log. */
  password_generated: withDefault(flag),
  role: withDefault(textOf<Role>()),
  member_type: text,
  status: textOf<'active' | 'suspended'>(),
  verified_at: orNull(whole),
  /** The last day on which the verification is valid, an ISO date. */
  verified_until: orNull(text),
  age_confirmed_at: orNull(whole),
  /** The sum of the ledger, stored so that a database check can keep it from going below 0. */
  points_balance: withDefault(whole),
  created_at: fixed(whole),
  last_seen_at: orNull(whole),
  /** The invite that the account was registered with. */
  invite_id: orNull(text),
  /** Its label, and the id of its maker. Only once the invite itself is deleted. */
  invite_label: orNull(text),
  invite_made_by: orNull(text),
  /** A deleted account stays as an anonymous row, because receipts refer to it. */
  deleted_at: orNull(whole),
};

const userEventsColumns = {
  id: counted,
  user_id: fixed(text),
  what: fixed(text),
  actor: fixed(text),
  at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    users: ColumnsOf<typeof usersColumns>;
    user_events: ColumnsOf<typeof userEventsColumns>;
  }
}

/** Their export and their deletion are those of the account itself (features/personal-data). */
export const users = table('users', usersColumns, {
  checks: {
    'Every balance of points is the sum of its ledger': sql`
      select users.username || ': balance ' || users.points_balance || ', ledger ' || coalesce(sum(points_entries.points), 0) as what
      from users left join points_entries on points_entries.user_id = users.id
      group by users.id, users.username, users.points_balance
      having users.points_balance <> coalesce(sum(points_entries.points), 0)`,
    'There is an active owner': sql`
      select 'nobody' as what where not exists (
        select 1 from users where role = 'owner' and status = 'active' and deleted_at is null)`,
    'Every role is one that the shop knows': sql`
      select username || ': ' || role as what from users where role not in (${sql.join(ROLES.map(sql.lit))})`,
    'Every account is active or suspended': sql`
      select username || ': ' || status as what from users where status not in ('active', 'suspended')`,
  },
});

/** The history of an account, for its member and for the panel. */
export const userEvents = table('user_events', userEventsColumns, {
  personal: {
    export: async (db, { userId }) => ({ history: (await listUserEvents(db, { userId, limit: EVERYTHING })).events }),
    onDeletion: 'delete',
  },
  checks: { 'Every account event has an actor': sql`select what from user_events where actor = ''` },
});
