import { randomUUID } from 'node:crypto';
import type { Role } from '#domain/permissions.ts';
import { EXPORT_WITHDRAWN } from '#domain/tasks.ts';
import type { PersonalTable } from '../../db/schema.ts';
import type { Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { deleteAlerts } from '../alerts/alerts.queries.ts';
import { forgetPerson } from '../audit/audit.queries.ts';
import { deleteCart } from '../cart/cart.queries.ts';
import { withdrawFiles } from '../exports/exports.queries.ts';
import { deleteFavorites } from '../favorites/favorites.queries.ts';
import { deleteIdempotencyKeys } from '../idempotency/idempotency.queries.ts';
import { deleteNoticesOf } from '../notices/notices.queries.ts';
import { deleteChallenges, deletePasskeys } from '../passkeys/passkeys.queries.ts';
import { deleteNotes } from '../receipts/receipts.queries.ts';
import { deleteTasksOf } from '../tasks/tasks.queries.ts';
import { replaceActorName } from '../users/actor-names.queries.ts';
import { checkCurrentPassword, lockCheckedUser } from '../users/current-password.ts';
import { deleteResetLinks, deleteResetLinksBy } from '../users/reset-links.queries.ts';
import { endSessions } from '../users/sessions.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { anonymizeUser, deleteUserEvents, recordUserEvent, refuseLosingLastOwner } from '../users/users.queries.ts';
import { deleteViewsOf } from '../views/views.queries.ts';

interface Account {
  userId: string;
  role: Role;
  /** The name that replaces it. */
  anonym: string;
  now: number;
}

/** What happens to each table's rows of a deleted account. The compiler refuses a table that is missing here. */
const ON_DELETION: Record<PersonalTable, (tx: Tx, account: Account) => Promise<unknown>> = {
  sessions: endSessions,
  reset_links: async (tx, { userId }) => {
    await deleteResetLinks(tx, { userId });
    await deleteResetLinksBy(tx, { makerId: userId });
  },
  user_events: deleteUserEvents,
  passkeys: deletePasskeys,
  challenges: deleteChallenges,
  audit_texts: forgetPerson,
  idempotency_keys: deleteIdempotencyKeys,
  carts: deleteCart,
  // Deleted with the cart.
  cart_items: async () => {},
  favorites: deleteFavorites,
  alerts: deleteAlerts,
  receipts: async (tx, account) => {
    await deleteNoticesOf(tx, account);
    await deleteNotes(tx, account);
  },
  views: deleteViewsOf,
  tasks: async (tx, account) => {
    await withdrawFiles(tx, { message: EXPORT_WITHDRAWN });
    await deleteTasksOf(tx, account);
  },
  // Entries name nobody. They stay, so that the sums stay right.
  points_entries: async () => {},
};

/**
 * Deletes the account of the signed-in user: nothing that names the person stays. Receipts and points stay with an
 * anonymous row (behavior 3.9).
 * @throws ShopError wrong_current_password (400), rate_limited (429), last_admin (409)
 */
export const deleteOwnAccount = async (
  shop: Shop,
  signedIn: SignedIn,
  { password }: { password: string },
): Promise<void> => {
  const { database, clock } = shop;
  const user = await checkCurrentPassword(shop, signedIn, password);
  const now = clock();
  const anonym = `deleted-${randomUUID().slice(0, 13)}`;
  await database.write(async (tx, touch) => {
    await refuseLosingLastOwner(tx, user.id);
    const current = await lockCheckedUser(tx, signedIn, user);
    const account = { userId: user.id, role: current.role, anonym, now };
    for (const deleteRows of Object.values(ON_DELETION)) await deleteRows(tx, account);
    await replaceActorName(tx, { userId: account.userId, from: current.username, to: anonym });
    await anonymizeUser(tx, { userId: account.userId, name: anonym, now });
    await recordUserEvent(tx, { userId: account.userId, what: 'Account deleted', actor: anonym, now });
    touch('users', [account.userId]);
    touch('receipts');
    touch('tasks');
    // A product may be wanted no longer.
    touch('alerts');
  });
};
