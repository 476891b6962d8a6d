import { sql } from 'kysely';
import type { Tx } from '../../db/types.ts';

interface NewName {
  userId: string;
  from: string;
  to: string;
}

/**
 * Replaces a user's name wherever a history names the actor. So a name always means its present owner, and no history
 * names a deleted account (behavior 3.9). The evidence keeps the name that was used at the time.
 */
export const replaceActorName = async (tx: Tx, { userId, from, to }: NewName): Promise<void> => {
  await replaceOwnActorName(tx, { userId, from, to });
  await tx.updateTable('user_events').set(actorIs(to)).where('actor', '=', from).execute();
  await tx.updateTable('receipt_events').set({ actor: to }).where('actor', '=', from).execute();
  await tx.updateTable('payments').set(actorIs(to)).where('actor', '=', from).execute();
  await tx.updateTable('points_entries').set(actorIs(to)).where('actor', '=', from).execute();
  await tx.updateTable('member_notes').set(actorIs(to)).where('actor', '=', from).execute();
  await tx.updateTable('change_sets').set(actorIs(to)).where('actor', '=', from).execute();
  await tx.updateTable('sync_runs').set(actorIs(to)).where('actor', '=', from).execute();
  await tx.updateTable('pending_syncs').set({ actor: to }).where('actor', '=', from).execute();
  // The names of admins who moved a receipt are part of its notices.
  const [old, now] = [from, to].map((name) => `"by":${JSON.stringify(name)}`);
  await sql`
    update notices set payload = replace(payload, ${old}, ${now})
    where payload like ${`%${old!.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`.execute(tx);
};

/** The same in the rows of the user's own account, where a plain member acts. */
const replaceOwnActorName = async (tx: Tx, { userId, from, to }: NewName): Promise<void> => {
  await tx
    .updateTable('user_events')
    .set(actorIs(to))
    .where('user_id', '=', userId)
    .where('actor', '=', from)
    .execute();
  await tx
    .updateTable('receipt_events')
    .set({ actor: to })
    .where('receipt_id', 'in', tx.selectFrom('receipts').select('id').where('user_id', '=', userId))
    .where('actor', '=', from)
    .execute();
};

/** The type of a row forbids to change its actor, and this is the one exception. */
const actorIs = (name: string) => ({ actor: name }) as never;

/**
 * Carries a user's new name into the histories. Those of other people name only users who have, or had, a role in the
 * panel.
 */
export const renameActor = async (tx: Tx, { role, ...names }: NewName & { role: string }): Promise<void> => {
  const isInPanel = role !== 'member' || (await hasActedInPanel(tx, names.userId));
  await (isInPanel ? replaceActorName : replaceOwnActorName)(tx, names);
};

const hasActedInPanel = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('audit')
    .select('id')
    .where('actor_id', '=', userId)
    .where('role', '!=', 'member')
    .limit(1)
    .executeTakeFirst()) !== undefined;
