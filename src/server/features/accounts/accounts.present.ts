import type { User } from '#contract/users.ts';
import type { UserRow } from './accounts.queries.ts';

/** What a user sees of the own account; the hash never leaves. */
export const presentUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  signalUsername: row.signal_username,
  isAdmin: row.is_admin === 1,
  memberType: row.member_type,
  status: row.status,
  verified: row.verified_at !== null,
  createdAt: new Date(row.created_at).toISOString(),
});
