import {
  DEMO_DAYS,
  DEMO_ORDERS,
  DEMO_RATES,
  DEMO_TYPES,
  type DemoOrder,
  pastOrders,
  SCARCE_STOCK,
} from '#demo/index.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { deleteState, findState, setState } from '../db/shop-state.ts';
import { SYSTEM } from '../features/audit/audit.queries.ts';
import { chainEntries } from '../features/audit/chain.service.ts';
import { syncOnce } from '../features/feed/sync.service.ts';
import { hasItems, listStock } from '../features/inventory/inventory.queries.ts';
import { storeRates } from '../features/rates/rates.queries.ts';
import { updateReceipt } from '../features/receipts/receipt-steps.service.ts';
import { generatePassword, hashPassword } from '../lib/secrets.ts';
import type { Shop } from '../shop.ts';
import { type DemoReceipt, placeDemoOrder } from './demo-order.ts';

const DAY_MS = 86_400_000;
/** After so many days a sync brings the stock of the past back to what the feed has. */
const RESTOCK_DAYS = 10;

/**
 * Fills an empty shop with the demo at its first start (behavior 1.8): by syncs from the demo feed, and by orders like
 * any other, those of the last 90 days included. A shop that has products, had the demo before or has a feed of its own is
 * left alone. Returns whether it was filled.
 */
export const loadDemo = async (shop: Shop): Promise<boolean> => {
  const { database, settings } = shop;
  if (!settings.DEMO || settings.INVENTORY_FEED_URL !== undefined) return false;
  if ((await findState(database.read, 'initial_data')) !== null || (await hasItems(database.read))) return false;
  const now = shop.clock();
  // Nobody placed these orders, so the seller's webhook is not notified.
  const quiet: Shop = { ...shop, settings: { ...settings, ORDER_WEBHOOK_URL: undefined } };
  // Nobody knows this password, so nobody can sign in as these members.
  const passwordHash = await hashPassword(generatePassword());
  await syncOnce(at(quiet, now - DEMO_DAYS * DAY_MS), { actor: SYSTEM });
  await database.write(async (tx) => {
    await setState(tx, 'initial_data', 'yes');
    await storeRates(tx, 'manual', { ...DEMO_RATES, at: now });
  });
  await relivePast(quiet, now, passwordHash);
  // The day begins with everything that the feed has at first.
  await database.write((tx) => deleteState(tx, 'feed_cursor'));
  await syncOnce(shop, { actor: SYSTEM });
  await placeOpenOrders(quiet, passwordHash);
  // Entries of the past that wait to be chained would look as if nobody chained them.
  await chainEntries(database);
  return true;
};

/** The shop at another time. */
const at = (shop: Shop, time: number): Shop => ({ ...shop, clock: () => time });

interface Stock {
  id: number;
  quantity: number;
  category: string | null;
}

/** Does what happened before the start, one act after the other. An order of what is sold out was never placed. */
const relivePast = async (shop: Shop, now: number, passwordHash: string): Promise<void> => {
  const acts: { ago: number; run: (past: Shop) => Promise<void> }[] = [];
  const isPlentiful = ({ quantity }: Stock) => quantity > SCARCE_STOCK;
  const sold = byCategoryInTurn(await listStock(shop.database.read)).filter(isPlentiful);
  for (const { username, ago, shipping, lines, steps } of pastOrders()) {
    let receipt: DemoReceipt | undefined;
    const place = async (past: Shop) => {
      const stock = new Map((await listStock(past.database.read)).map((item) => [item.id, item.quantity]));
      const wanted = lines
        .map(({ place: rank, pieces }) => ({ productId: sold[rank % sold.length]!.id, quantity: pieces }))
        .filter(({ productId, quantity }) => (stock.get(productId) ?? 0) > quantity + SCARCE_STOCK);
      if (wanted.length === 0) return;
      receipt = await placeDemoOrder(past, {
        username,
        memberType: DEMO_TYPES[username],
        lines: wanted,
        shipping,
        notes: '',
        passwordHash,
      });
    };
    acts.push({ ago, run: place });
    for (const { to, ago: then } of steps) {
      acts.push({
        ago: then,
        run: async (past) => {
          if (receipt) await takeDemoStep(past, receipt, to);
        },
      });
    }
  }
  for (let days = DEMO_DAYS - RESTOCK_DAYS; days > 0; days -= RESTOCK_DAYS) {
    acts.push({ ago: days * DAY_MS, run: async (past) => void (await syncOnce(past, { actor: SYSTEM })) });
  }
  for (const { ago, run } of acts.toSorted((a, b) => b.ago - a.ago)) await run(at(shop, now - ago));
};

/** Moves an order on. One that becomes paid was paid to the cent. */
const takeDemoStep = async (shop: Shop, { id, total }: DemoReceipt, to: ReceiptStatus): Promise<void> => {
  await updateReceipt(shop, {
    id,
    to,
    actor: SYSTEM,
    note: null,
    ...(to === 'paid' && { facts: { received: total, coin: 'BTC' } }),
  });
};

/** Places the orders of the day. Some take all pieces of scarce products, which are then sold out. */
const placeOpenOrders = async (shop: Shop, passwordHash: string): Promise<void> => {
  const stock = byCategoryInTurn(await listStock(shop.database.read));
  for (const { username, of, lines, shipping, notes, steps } of DEMO_ORDERS) {
    const wanted = takeFrom(stock, of, lines);
    const receipt = await placeDemoOrder(shop, {
      username,
      memberType: DEMO_TYPES[username],
      lines: wanted,
      shipping,
      notes,
      passwordHash,
    });
    for (const to of steps) await takeDemoStep(shop, receipt, to);
  }
};

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

/** Removes the products of an order from `stock`. */
const takeFrom = (stock: Stock[], of: DemoOrder['of'], count: number) => {
  const isScarce = of === 'scarce';
  const wanted = stock.filter(({ quantity }) => quantity <= SCARCE_STOCK === isScarce).slice(0, count);
  for (const item of wanted) stock.splice(stock.indexOf(item), 1);
  return wanted.map(({ id, quantity }) => ({ productId: id, quantity: isScarce ? quantity : 1 }));
};
