import type { ShippingOption } from '#domain/constants.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import type { Db } from './db/shop-database.ts';
import { findState, setState } from './db/shop-state.ts';
import type { Deps } from './deps.ts';
import { createUser, findUserByName } from './features/accounts/accounts.queries.ts';
import { addToCart, chooseForCart } from './features/cart/cart.service.ts';
import { syncOnce } from './features/feed/sync.service.ts';
import { confirmOrder } from './features/receipts/confirm.service.ts';
import { moveReceipt } from './features/receipts/receipt-steps.service.ts';
import { generatePassword, hashPassword } from './passwords.ts';

/** What the demo's members have ordered: the last of some scarce products, so that these are sold out. */
const ORDERS: readonly DemoOrder[] = [
  { username: 'juniper', of: 'scarce', lines: 3, shipping: 'standard', notes: 'Back on Friday.', steps: ['paid'] },
  { username: 'marlow', of: 'scarce', lines: 3, shipping: 'express', notes: '', steps: [] },
  {
    username: 'wren',
    of: 'plenty',
    lines: 2,
    shipping: 'standard',
    notes: '',
    steps: ['paid', 'shipped', 'completed'],
  },
];

interface DemoOrder {
  username: string;
  /** Scarce products are ordered to the last, of plentiful ones a single piece. */
  of: 'scarce' | 'plenty';
  lines: number;
  shipping: ShippingOption;
  notes: string;
  steps: readonly ReceiptStatus[];
}

/** Of scarce products there are at most so many. */
const SCARCE = 3;

/**
 * Fills an empty shop with the demo at its first start (decisions §1 "demo"), by a sync from the demo feed and by
 * orders like any other. A shop that has products, had the demo before or has a feed of its own is left alone.
 * Answers whether it was filled.
 */
export const loadDemo = async (deps: Deps): Promise<boolean> => {
  const { database, settings } = deps;
  if (!settings.DEMO || settings.INVENTORY_FEED_URL !== undefined) return false;
  if ((await findState(database.read, 'demo_loaded')) !== null || (await hasItems(database.read))) return false;
  await syncOnce(deps, { actor: 'system' });
  await database.write((tx) => setState(tx, 'demo_loaded', 'yes'));

  // The seller is not told of orders that nobody made.
  const quiet: Deps = { ...deps, settings: { ...settings, ORDER_WEBHOOK_URL: undefined } };
  // Nobody can sign in as them: the password is known to no one.
  const passwordHash = await hashPassword(generatePassword());
  const stock = await findStock(database.read);
  for (const order of ORDERS) await placeOrder(quiet, { order, passwordHash, stock });
  return true;
};

const hasItems = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('items').select('id').limit(1).executeTakeFirst()) !== undefined;

/** What can be ordered, one product a category in turn, so that what is sold out is spread over the shop. */
const findStock = async (db: Db): Promise<{ id: number; quantity: number }[]> => {
  const items = await db
    .selectFrom('items')
    .select(['id', 'quantity', 'category'])
    .where('listed', '=', 1)
    .where('is_active', '=', 1)
    .where('quantity', '>', 0)
    .orderBy('id')
    .execute();
  const turns = new Map<string | null, number>();
  const inTurn = items.map((item) => {
    const turn = turns.get(item.category) ?? 0;
    if (item.quantity <= SCARCE) turns.set(item.category, turn + 1);
    return { ...item, turn };
  });
  return inTurn.sort((a, b) => a.turn - b.turn || a.id - b.id);
};

/** `stock` is what is left to be ordered; what is ordered is taken out of it. */
const placeOrder = async (
  deps: Deps,
  { order, passwordHash, stock }: { order: DemoOrder; passwordHash: string; stock: { id: number; quantity: number }[] },
): Promise<void> => {
  const { database, clock } = deps;
  const { username } = order;
  if (await findUserByName(database.read, username)) return;
  const now = clock();
  const { id: userId } = await database.write((tx) =>
    createUser(tx, {
      username,
      email: `${username}@demo.invalid`,
      signalUsername: '',
      passwordHash,
      isAdmin: false,
      ageConfirmedAt: now,
      verifiedAt: now,
      now,
    }),
  );
  const wanted = stock
    .filter(({ quantity }) => (order.of === 'scarce' ? quantity <= SCARCE : quantity > SCARCE))
    .slice(0, order.lines);
  for (const item of wanted) {
    stock.splice(stock.indexOf(item), 1);
    const quantity = order.of === 'scarce' ? item.quantity : 1;
    await addToCart(deps, { userId, productId: item.id, quantity });
  }
  await chooseForCart(deps, { userId, shippingOption: order.shipping, notes: order.notes });
  const user = { sessionId: '', userId, username, isAdmin: false, verified: true };
  const { receiptId } = await confirmOrder(deps, { user, key: null });
  for (const to of order.steps) await moveReceipt(deps, { id: receiptId, to, actor: 'system', note: null });
};
