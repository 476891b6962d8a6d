import type { AdminUser } from '#contract/users.admin.ts';
import type { User } from '#contract/users.ts';
import { centsToAmount } from '#domain/money.ts';
import { may, mayOpenPanel, type Role } from '#domain/permissions.ts';
import type { OpenSessionRow } from './sessions.queries.ts';
import type { AdminUserRow } from './users.admin.queries.ts';
import type { OwnRecord, UserRow } from './users.queries.ts';

/** A user as the user sees it. The password hash never leaves the server. */
export const presentUser = (row: Omit<UserRow, 'password_hash'>): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  signalUsername: row.signal_username,
  role: row.role,
  isAdmin: mayOpenPanel(row.role),
  memberType: row.member_type,
  status: row.status,
  verified: row.verified_at !== null,
  verifiedUntil: row.verified_until,
  createdAt: new Date(row.created_at).toISOString(),
});

const timeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** A user with everything that the shop holds about them, except the password hash (behavior 3.9). */
export const presentOwnRecord = (row: OwnRecord) => ({
  ...presentUser(row),
  verifiedAt: timeOrNull(row.verified_at),
  ageConfirmedAt: timeOrNull(row.age_confirmed_at),
  lastSeenAt: timeOrNull(row.last_seen_at),
  passwordGenerated: row.password_generated === 1,
  /** The label of the invite that the account was registered with. */
  invite: row.invite,
});

/** A user as a role of the panel sees it. */
export const presentAdminUser = (row: AdminUserRow, viewer: Role): AdminUser => ({
  ...presentUser(row),
  points: row.points_balance,
  receipts: row.receipts ?? 0,
  spent: may(viewer, 'orders.read') ? centsToAmount(row.spent_cents ?? 0) : null,
  lastOrderAt: may(viewer, 'orders.read') ? timeOrNull(row.last_order_at) : null,
  sessions: row.sessions ?? 0,
  lastSeenAt: timeOrNull(row.last_seen_at),
  ageConfirmedAt: timeOrNull(row.age_confirmed_at),
  passkeys: row.passkeys ?? 0,
  invite:
    row.invite_id === null
      ? null
      : { id: row.invite_id, label: row.invite_label ?? '', madeBy: row.invite_maker ?? 'system' },
});

/** An open session, with the device that it belongs to. */
export const presentSession = (row: OpenSessionRow) => ({
  id: row.id,
  userAgent: row.user_agent,
  method: row.method,
  createdAt: new Date(row.created_at).toISOString(),
  lastUsedAt: new Date(row.last_used_at).toISOString(),
});
