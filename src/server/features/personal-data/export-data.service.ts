import { ShopError } from '#contract/errors.ts';
import type { PersonalTable } from '../../db/schema.ts';
import type { Shop } from '../../shop.ts';
import { ALL_TABLES, TABLES } from '../../tables.ts';
import { readCart } from '../cart/cart.service.ts';
import type { SessionKey } from '../users/sessions.queries.ts';
import { presentOwnRecord } from '../users/users.present.ts';
import { findOwnRecord } from '../users/users.queries.ts';

/** These parts come first, as their order in the file has always been. */
const FIRST: readonly PersonalTable[] = [
  ...(['favorites', 'alerts', 'receipts', 'points_entries', 'sessions', 'user_events'] as const),
  ...(['passkeys', 'views', 'tasks'] as const),
];

/**
 * Returns everything the shop holds about a user, except the password hash, in the terms of the other calls: amounts in
 * dollars, times in ISO 8601 (behavior 3.9).
 * @throws ShopError not_signed_in (401) if the account was deleted in between
 */
export const exportOwnData = async (
  shop: Shop,
  userId: string,
  session: SessionKey,
): Promise<Record<string, unknown>> => {
  const user = await findOwnRecord(shop.database.read, userId);
  if (!user) throw new ShopError('not_signed_in');
  const exported: Record<string, unknown> = { user: presentOwnRecord(user), ...(await readCart(shop, session)) };
  const account = { userId, now: shop.clock() };
  for (const { personal } of new Set([...FIRST.map((name) => TABLES[name]), ...ALL_TABLES])) {
    Object.assign(exported, await personal?.export?.(shop.database.read, account));
  }
  return exported;
};
