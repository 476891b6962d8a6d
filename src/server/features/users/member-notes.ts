import { ShopError } from '#contract/errors.ts';
import type { MemberNote } from '#contract/users.admin.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { lockUser } from './users.queries.ts';

/** The notes about a member, newest first (behavior 3.22). `id` asks for one of them. */
export const listMemberNotes = async (
  db: Db | Tx,
  { userId, id }: { userId: string; id?: number },
): Promise<MemberNote[]> => {
  const rows = await db
    .selectFrom('member_notes')
    .select(['id', 'text', 'actor', 'at'])
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, text, actor, at }) => ({ id, text, at: new Date(at).toISOString(), by: actor }));
};

/**
 * Adds a note about a member. Repeated with its key, the call adds nothing more.
 * @throws ShopError not_found (404)
 */
export const addMemberNote = (
  { database, clock }: Shop,
  actor: AuditActor,
  { id: userId, text, key }: { id: string; text: string; key: string | null },
): Promise<MemberNote> =>
  database.write(async (tx, touch) => {
    // The account cannot be deleted meanwhile, and leave the note behind.
    if (!(await lockUser(tx, userId))) throw new ShopError('not_found');
    const now = clock();
    const keyed = { call: 'users.note', scope: `${actor.id}/${userId}`, key, userId: actor.id, now } as const;
    const { made } = await oncePerKey(tx, keyed, () =>
      tx
        .insertInto('member_notes')
        .values({ user_id: userId, text, actor: actor.name, at: now })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    // Who has the member open sees it at once.
    touch('users', [userId]);
    const [note] = await listMemberNotes(tx, { userId, ...made });
    return note!;
  });
