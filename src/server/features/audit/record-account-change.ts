import type { Role } from '#domain/permissions.ts';
import type { Tx } from '../../db/types.ts';
import { type AuditActor, recordAudit, recordNameless } from './audit.queries.ts';
import { recordRepeatedAct } from './repeated-acts.ts';

/**
 * Records which values of their account a user has changed, without the values (behavior 3.14). Members are counted,
 * because nothing limits how often they do so.
 */
export const recordAccountChange = async (
  tx: Tx,
  actor: AuditActor,
  { changed, now }: { changed: readonly string[]; now: number },
): Promise<void> => {
  if (changed.length === 0) return;
  const act = { actor, kind: 'account', subject: actor.id, after: { changed } } as const;
  await (actor.role === 'member' ? recordRepeatedAct(tx, act, now) : recordAudit(tx, { ...act, now }));
};

/** Records that a user has deleted the account. The entry names nobody. */
export const recordOwnDeletion = (
  tx: Tx,
  { userId, role, now }: { userId: string; role: Role; now: number },
): Promise<void> =>
  recordNameless(tx, {
    actorId: userId,
    role,
    kind: 'account',
    subject: userId,
    after: { changed: ['deletion'] },
    now,
  });
