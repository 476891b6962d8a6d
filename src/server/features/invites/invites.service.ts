import type { InputOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import type { createInvite as createInviteEndpoint, Invite } from '#contract/invites.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import { findInviteKey, newInviteCode } from './invite-code.ts';
import { presentInvite } from './invites.present.ts';
import { countUse, insertInvite, listInvites, markRevoked, replaceInviteCode } from './invites.queries.ts';

/**
 * Makes an invite (behavior 3.13). Its code is stored nowhere, so a repeated call gives the same invite another code,
 * which replaces the first one.
 * @throws ShopError invalid_input (400) for an end in the past
 */
export const createInvite = async (
  { database, clock }: Shop,
  actor: AuditActor,
  { input, key }: { input: InputOf<typeof createInviteEndpoint>; key: string | null },
): Promise<Once<{ invite: Invite; code: string }>> => {
  const now = clock();
  const expiresAt = input.expiresAt ? Date.parse(input.expiresAt) : null;
  if (expiresAt !== null && expiresAt <= now) {
    throw new ShopError('invalid_input', { message: 'The end must be in the future' });
  }
  const { code, hash: codeHash } = newInviteCode(await findInviteKey(database.read));
  const keyed = { call: 'invites.create', scope: actor.id, key, userId: actor.id, now } as const;
  return database.write(async (tx) => {
    const { made, isFirst } = await oncePerKey(tx, keyed, async () => ({
      id: await insertInvite(tx, { label: input.label, codeHash, uses: input.uses, actor, expiresAt, now }),
    }));
    if (!isFirst) {
      await replaceInviteCode(tx, { id: made.id, codeHash });
      await recordAudit(tx, {
        actor,
        kind: 'invite',
        subject: made.id,
        after: { state: 'open', code: 'replaced' },
        now,
      });
    }
    const [row] = await listInvites(tx, made);
    return onceWith(made, { invite: presentInvite(row!, now), code });
  });
};

/**
 * Ends an invite, and the cookies of people who have passed the gate with it but not registered. Ending it twice changes
 * nothing.
 * @throws ShopError not_found (404)
 */
export const revokeInvite = async (
  { database, clock }: Shop,
  actor: AuditActor,
  { id }: { id: string },
): Promise<void> => {
  const now = clock();
  await database.write(async (tx, touch) => {
    if ((await listInvites(tx, { id })).length === 0) throw new ShopError('not_found');
    if (!(await markRevoked(tx, { id, now }))) return;
    await recordAudit(tx, { actor, kind: 'invite', subject: id, before: 'open', after: 'revoked', now });
    touch('gate');
  });
};

/**
 * Counts a registration for the invite of its visitor; null if the visitor knows the access code. Returns the label of the
 * invite, or null.
 * @throws ShopError gate_needed (403) if the invite has ended or is used up
 */
export const useInvite = async (
  tx: Tx,
  touch: Touch,
  { id, actor, now }: { id: string | null; actor: AuditActor; now: number },
): Promise<string | null> => {
  if (id === null) return null;
  const invite = await countUse(tx, { id, now });
  if (!invite) throw new ShopError('gate_needed');
  await recordAudit(tx, { actor, kind: 'invite', subject: id, after: { state: 'used', used: invite.used }, now });
  // The cookies of the others end with the last use.
  if (invite.used === invite.uses) touch('gate');
  return invite.label;
};
