import { ShopError } from '#contract/errors.ts';
import type { MemberNote } from '#contract/users.admin.ts';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import { insertMemberNote, listMemberNotes } from './member-notes.queries.ts';
import { lockUser } from './users.queries.ts';

/**
 * Adds a note about a member. Repeated with its key, the call adds nothing more.
 * @throws ShopError not_found (404)
 */
export const addMemberNote = (
  { database, clock }: Shop,
  actor: AuditActor,
  { id: userId, text, key }: { id: string; text: string; key: string | null },
): Promise<Once<MemberNote>> =>
  database.write(async (tx, touch) => {
    // The account cannot be deleted in between, leaving the note behind.
    if (!(await lockUser(tx, userId))) throw new ShopError('not_found');
    const now = clock();
    const keyed = { call: 'users.note', scope: `${actor.id}/${userId}`, key, userId: actor.id, now } as const;
    const { made } = await oncePerKey(tx, keyed, () => insertMemberNote(tx, { userId, text, actor: actor.name, now }));
    // Panels with the member open see it at once.
    touch('users', [userId]);
    const [note] = await listMemberNotes(tx, { userId, ...made });
    return onceWith(made, note!);
  });
