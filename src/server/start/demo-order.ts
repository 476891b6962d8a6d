import type { ShippingOption } from '#domain/constants.ts';
import { centsToAmount } from '#domain/money.ts';
import { addToCart, chooseForCart } from '../features/cart/cart.service.ts';
import { confirmOrder } from '../features/receipts/confirm.service.ts';
import { endSessions, openSession } from '../features/users/sessions.queries.ts';
import { createUser, findUserByName, updateUser } from '../features/users/users.queries.ts';
import { hashToken } from '../lib/secrets.ts';
import type { Shop } from '../shop.ts';

interface Order {
  username: string;
  /** The buyer's, if it is not that of every member. */
  memberType: string | undefined;
  lines: readonly { productId: number; quantity: number }[];
  shipping: ShippingOption;
  notes: string;
  /** The password of a new member. */
  passwordHash: string;
}

export interface DemoReceipt {
  id: string;
  /** Dollars. */
  total: string;
}

/**
 * Places an order of the demo as its member would, after creating the member if there is none. Returns the receipt.
 */
export const placeDemoOrder = async (
  shop: Shop,
  { username, memberType, lines, shipping, notes, passwordHash }: Order,
): Promise<DemoReceipt> => {
  const { database, clock } = shop;
  const now = clock();
  const known = await findUserByName(database.read, username);
  const { userId, token } = await database.write(async (tx) => {
    const { id } =
      known ??
      (await createUser(tx, {
        username,
        email: `${username}@demo.invalid`,
        signalUsername: '',
        passwordHash,
        role: 'member',
        ageConfirmedAt: now,
        verifiedAt: now,
        now,
      }));
    return {
      userId: id,
      token: await openSession(tx, { userId: id, role: 'member', method: 'password', userAgent: undefined, now }),
    };
  });
  const session = { tokenHash: hashToken(token), now, address: '' };
  for (const line of lines) await addToCart(shop, session, { ...line, key: null, addedAt: null });
  await chooseForCart(shop, session, { shippingOption: shipping, notes });
  const { receipt } = await confirmOrder(shop, { session, key: null, isExempt: true });
  await database.write(async (tx) => {
    await updateUser(tx, userId, { lastSeenAt: now, ...(memberType && { memberType }) });
    await endSessions(tx, { userId });
  });
  return { id: receipt.id, total: centsToAmount(receipt.total_cents) };
};
