import type { Invite } from '#contract/invites.ts';
import type { InviteRow, ListedInvite } from './invites.queries.ts';

/** Returns if an invite still lets anybody in; otherwise why not. */
export const inviteState = (
  { uses, used, expires_at: end, revoked_at: revokedAt }: Omit<InviteRow, 'id'>,
  now: number,
): Invite['state'] => {
  if (revokedAt !== null) return 'revoked';
  if (used >= uses) return 'used';
  return end !== null && end <= now ? 'expired' : 'open';
};

/** An invite as owners see it. Its code is stored nowhere. */
export const presentInvite = (row: ListedInvite, now: number): Invite => ({
  id: row.id,
  label: row.label,
  uses: row.uses,
  used: row.used,
  madeBy: row.maker ?? 'system',
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  state: inviteState(row, now),
});
