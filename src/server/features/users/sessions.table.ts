import { sql } from 'kysely';
import {
  type ColumnsOf,
  fixed,
  flag,
  HOUR_MS,
  orNull,
  table,
  text,
  textOf,
  whole,
  withDefault,
  withoutDeletedUsers,
} from '../../db/table.ts';
import { deleteResetLinks, deleteResetLinksBy } from './reset-links.queries.ts';
import { listOpenSessions } from './sessions.queries.ts';
import { presentSession } from './users.present.ts';

const sessionsColumns = {
  id: fixed(text),
  token_hash: fixed(text),
  user_id: fixed(text),
  user_agent: text,
  created_at: fixed(whole),
  last_used_at: whole,
  expires_at: whole,
  /** When the user last proved who they are, after signing in. */
  reauthenticated_at: orNull(whole),
  /** How it was opened (behavior 3.15). */
  method: withDefault(textOf<'password' | 'passkey'>()),
  /** When the user last proved who they are with a passkey, also by signing in. */
  passkey_at: orNull(whole),
};

const resetLinksColumns = {
  token_hash: fixed(text),
  user_id: fixed(text),
  /** The id of the user who made it. */
  created_by: fixed(text),
  created_at: fixed(whole),
  expires_at: fixed(whole),
  used_at: orNull(whole),
  /** Using it also removes the passkeys of the user. */
  remove_passkeys: withDefault(flag),
};

declare module '../../db/schema.ts' {
  interface Schema {
    sessions: ColumnsOf<typeof sessionsColumns>;
    reset_links: ColumnsOf<typeof resetLinksColumns>;
  }
}

export const sessions = table('sessions', sessionsColumns, {
  backup: { leftOut: 'who is signed in, which must not come back once it has ended' },
  personal: {
    export: async (db, user) => ({ sessions: (await listOpenSessions(db, user)).map(presentSession) }),
    onDeletion: 'delete',
  },
  // behavior 3.4
  prune: { every: HOUR_MS, ended: (now) => sql`expires_at <= ${now}` },
  checks: { ...withoutDeletedUsers('sessions', 'session') },
});

export const resetLinks = table('reset_links', resetLinksColumns, {
  backup: { leftOut: 'links to a new password, which must not come back once they are used' },
  personal: {
    // Holds hashes only.
    export: null,
    onDeletion: async (tx, { userId }) => {
      await deleteResetLinks(tx, { userId });
      await deleteResetLinksBy(tx, { makerId: userId });
    },
  },
  // behavior 3.6
  prune: { every: HOUR_MS, ended: (now) => sql`expires_at <= ${now}` },
  checks: { ...withoutDeletedUsers('reset_links', 'reset link') },
});
