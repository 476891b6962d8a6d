import type { MemberNote } from '#contract/users.admin.ts';
import type { Db, Tx } from '../../db/types.ts';

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

/** Adds a note about a member. Returns its id. */
export const insertMemberNote = (
  tx: Tx,
  { userId, text, actor, now }: { userId: string; text: string; actor: string; now: number },
): Promise<{ id: number }> =>
  tx
    .insertInto('member_notes')
    .values({ user_id: userId, text, actor, at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
