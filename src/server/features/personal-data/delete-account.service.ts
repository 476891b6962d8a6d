import { randomUUID } from 'node:crypto';
import type { PersonalTable } from '../../db/schema.ts';
import type { Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { deleteAuditTexts } from '../audit/audit.queries.ts';
import { deleteCart } from '../cart/cart.queries.ts';
import { deleteIdempotencyKeys } from '../idempotency/idempotency.queries.ts';
import { deleteNoticesOf } from '../notices/notices.queries.ts';
import { deleteChallenges, deletePasskeys } from '../passkeys/passkeys.queries.ts';
import { anonymizeReceipts } from '../receipts/receipts.queries.ts';
import { checkCurrentPassword, lockCheckedUser } from '../users/current-password.ts';
import { deleteResetLinks, deleteResetLinksBy } from '../users/reset-links.queries.ts';
import { endSessions } from '../users/sessions.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { anonymizeUser, deleteUserEvents, recordUserEvent, refuseLosingLastOwner } from '../users/users.queries.ts';

interface Account {
  userId: string;
  username: string;
  /** The name that replaces it. */
  anonym: string;
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
  audit_texts: deleteAuditTexts,
  idempotency_keys: deleteIdempotencyKeys,
  carts: deleteCart,
  // Deleted with the cart.
  cart_items: async () => {},
  receipts: async (tx, account) => {
    await deleteNoticesOf(tx, account);
    await anonymizeReceipts(tx, account);
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
  const account = {
    userId: user.id,
    username: user.username,
    anonym: `deleted-${randomUUID().slice(0, 13)}`,
  };
  await database.write(async (tx, touch) => {
    await refuseLosingLastOwner(tx, account.userId);
    await lockCheckedUser(tx, user);
    for (const deleteRows of Object.values(ON_DELETION)) await deleteRows(tx, account);
    await anonymizeUser(tx, { userId: account.userId, name: account.anonym, now });
    await recordUserEvent(tx, { userId: account.userId, what: 'Account deleted', actor: account.anonym, now });
    touch('users', [account.userId]);
    touch('receipts');
  });
};
