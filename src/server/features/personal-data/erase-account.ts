import { randomUUID } from 'node:crypto';
import { DELETED_NAME } from '#domain/permissions.ts';
import { deleteRowsOf } from '../../db/table.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { ALL_TABLES } from '../../tables.ts';
import { replaceActorName } from '../users/actor-names.queries.ts';
import { anonymizeUser, recordUserEvent, type UserRow } from '../users/users.queries.ts';

/** Deletes everything that names a user, and records that the account is deleted. */
export const eraseAccount = async (
  tx: Tx,
  touch: Touch,
  { id: userId, role, username }: Pick<UserRow, 'id' | 'role' | 'username'>,
  now: number,
): Promise<void> => {
  const account = { userId, role, now };
  const anonym = `${DELETED_NAME}${randomUUID().slice(0, 13)}`;
  // Files of exports are withdrawn before tasks are deleted: an export that ends locks them in this order too.
  for (const { personal } of ALL_TABLES) {
    if (typeof personal?.onDeletion === 'function') await personal.onDeletion(tx, account);
  }
  for (const table of ALL_TABLES) {
    if (table.personal?.onDeletion === 'delete') await deleteRowsOf(tx, table, account);
  }
  await replaceActorName(tx, { userId, from: username, to: anonym });
  await anonymizeUser(tx, { userId, name: anonym, now });
  await recordUserEvent(tx, { userId, what: 'Account deleted', actor: anonym, now });
  touch('users', [userId]);
  touch('receipts');
  touch('tasks');
  // A product may be wanted no longer.
  touch('alerts');
};
