import { DEMO_ORDERS, DEMO_RATES, type DemoOrder, SCARCE_STOCK } from '#demo/index.ts';
import { findState, setState } from '../db/shop-state.ts';
import { SYSTEM } from '../features/audit/audit.queries.ts';
import { addToCart, chooseForCart } from '../features/cart/cart.service.ts';
import { syncOnce } from '../features/feed/sync.service.ts';
import { hasItems, listStock } from '../features/inventory/inventory.queries.ts';
import { storeRates } from '../features/rates/rates.queries.ts';
import { confirmOrder } from '../features/receipts/confirm.service.ts';
import { updateReceipt } from '../features/receipts/receipt-steps.service.ts';
import { endSessions, openSession } from '../features/users/sessions.queries.ts';
import { createUser, findUserByName } from '../features/users/users.queries.ts';
import { generatePassword, hashPassword, hashToken } from '../lib/secrets.ts';
import type { Shop } from '../shop.ts';

/**
 * Fills an empty shop with the demo at its first start (behavior 1.8): by a sync from the demo feed, and by orders like
 * any other. A shop that has products, had the demo before or has a feed of its own is left alone. Returns whether it
 * was filled.
 */
export const loadDemo = async (shop: Shop): Promise<boolean> => {
  const { database, settings } = shop;
  if (!settings.DEMO || settings.INVENTORY_FEED_URL !== undefined) return false;
  if ((await findState(database.read, 'initial_data')) !== null || (await hasItems(database.read))) return false;
  await syncOnce(shop, { actor: SYSTEM });
  const now = shop.clock();
  await database.write(async (tx) => {
    await setState(tx, 'initial_data', 'yes');
    await storeRates(tx, 'manual', { ...DEMO_RATES, at: now });
  });

  // Nobody placed these orders, so the seller's webhook is not notified.
  const quiet: Shop = { ...shop, settings: { ...settings, ORDER_WEBHOOK_URL: undefined } };
  // Nobody knows this password, so nobody can sign in as these members.
  const passwordHash = await hashPassword(generatePassword());
  const stock = byCategoryInTurn(await listStock(database.read));
  for (const order of DEMO_ORDERS) await placeOrder(quiet, { order, passwordHash, stock });
  return true;
};

interface Stock {
  id: number;
  quantity: number;
  category: string | null;
}

/** Takes one scarce product per category in turn, so that the sold-out products are spread over the shop. */
const byCategoryInTurn = (items: readonly Stock[]): Stock[] => {
  const turns = new Map<string | null, number>();
  return items
    .map((item) => {
      const turn = turns.get(item.category) ?? 0;
      if (item.quantity <= SCARCE_STOCK) turns.set(item.category, turn + 1);
      return { ...item, turn };
    })
    .sort((a, b) => a.turn - b.turn || a.id - b.id);
};

/** Creates the member and places the order. Ordered products are removed from `stock`. */
const placeOrder = async (
  shop: Shop,
  { order, passwordHash, stock }: { order: DemoOrder; passwordHash: string; stock: Stock[] },
): Promise<void> => {
  const { database, clock } = shop;
  const { username } = order;
  if (await findUserByName(database.read, username)) return;
  const now = clock();
  const { userId, token } = await database.write(async (tx) => {
    const { id } = await createUser(tx, {
      username,
      email: `${username}@demo.invalid`,
      signalUsername: '',
      passwordHash,
      role: 'member',
      ageConfirmedAt: now,
      verifiedAt: now,
      now,
    });
    return {
      userId: id,
      token: await openSession(tx, { userId: id, role: 'member', method: 'password', userAgent: undefined, now }),
    };
  });
  const session = { tokenHash: hashToken(token), now, address: '' };
  const wanted = stock
    .filter(({ quantity }) => (order.of === 'scarce' ? quantity <= SCARCE_STOCK : quantity > SCARCE_STOCK))
    .slice(0, order.lines);
  for (const item of wanted) {
    stock.splice(stock.indexOf(item), 1);
    const quantity = order.of === 'scarce' ? item.quantity : 1;
    await addToCart(shop, session, { productId: item.id, quantity, key: null, addedAt: null });
  }
  await chooseForCart(shop, session, { shippingOption: order.shipping, notes: order.notes });
  const { receipt } = await confirmOrder(shop, { session, key: null, isExempt: true });
  await database.write((tx) => endSessions(tx, { userId }));
  for (const to of order.steps) await updateReceipt(shop, { id: receipt.id, to, actor: SYSTEM, note: null });
};
