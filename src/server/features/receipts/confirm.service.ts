import { lineProblemText } from '#contract/cart.ts';
import { ShopError } from '#contract/errors.ts';
import { cartTotals, lineProblem, orderable } from '#domain/cart.ts';
import { DEFAULT_SHIPPING_OPTION } from '#domain/constants.ts';
import { toCents } from '#domain/money.ts';
import { mayConfirmOrder } from '#domain/permissions.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { UNKNOWN } from '#domain/product.ts';
import type { Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { shippingCents } from '../cart/cart.present.ts';
import { lockCart, setCartChoices, stockedItem, takeCartLines } from '../cart/cart.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { expireReceipts, notifySeller } from './receipt-steps.service.ts';
import { findReceiptByKey, insertReceipt, nextReceiptNumber } from './receipts.queries.ts';
import { findStock, type Pieces, piecesByItem, type ReservedItem, reserveStock } from './stock.queries.ts';

const HOUR_MS = 3_600_000;

interface Order {
  user: SignedIn;
  /** The request's Idempotency-Key. */
  key: string | null;
  /** The total that the page showed, as "49.00"; not checked if it is absent. */
  expectedTotal?: string | undefined;
}

/** The outcome of confirming. `created` is false if the key had already made the receipt. */
export interface Confirmed {
  receiptId: string;
  created: boolean;
}

/**
 * Turns the member's cart into a receipt (behavior 6.5, 6.6). If stock is short while an unpaid receipt is overdue, that
 * receipt expires first, so that nobody is refused because of a timer.
 * @throws ShopError not_verified (403), cart_empty (400), cart_blocked, not_enough_stock, total_moved (409)
 */
export const confirmOrder = async (shop: Shop, order: Order): Promise<Confirmed> => {
  if (!mayConfirmOrder(order.user, shop.settings.MEMBERS_NEED_APPROVAL)) throw new ShopError('not_verified');
  try {
    return await makeReceipt(shop, order);
  } catch (error) {
    if (!isBlocked(error) || (await expireReceipts(shop)) === 0) throw error;
    return makeReceipt(shop, order);
  }
};

const isBlocked = (error: unknown): boolean =>
  error instanceof ShopError && (error.code === 'not_enough_stock' || error.code === 'cart_blocked');

/** Reserves the stock, makes the receipt and empties the cart, all in one transaction. */
const makeReceipt = ({ database, settings, clock }: Shop, { user, key, expectedTotal }: Order): Promise<Confirmed> =>
  database.write(async (tx, touch) => {
    const { userId, username } = user;
    const now = clock();
    const choices = await lockCart(tx, { userId, now });
    const earlier = key === null ? undefined : await findReceiptByKey(tx, { userId, key });
    if (earlier) return { receiptId: earlier.id, created: false };

    const taken = (await takeCartLines(tx, { userId })).sort((a, b) => a.id - b.id);
    if (taken.length === 0) throw new ShopError('cart_empty');
    const reserved = await reserveAll(tx, piecesByItem(taken));
    const lines = taken.map(({ item_id, quantity }) => orderLine(reserved.get(item_id)!, quantity));
    const totals = cartTotals(lines, shippingCents(settings, choices.shipping_option));
    if (expectedTotal !== undefined && toCents(expectedTotal) !== totals.totalCents) throw new ShopError('total_moved');

    // Other orders wait for this one from here on, so the number is taken as late as possible.
    const number = await nextReceiptNumber(tx);
    const receiptId = await insertReceipt(tx, {
      number,
      userId,
      username,
      key,
      shippingOption: choices.shipping_option,
      ...totals,
      notes: choices.notes,
      expiresAt: now + Math.ceil(settings.RESERVATION_HOURS * HOUR_MS),
      now,
      lines,
    });
    await setCartChoices(tx, { userId, shippingOption: DEFAULT_SHIPPING_OPTION, notes: '', now });
    await notifySeller(tx, touch, settings, { event: 'receipt.confirmed', receiptId, now });
    touch('receipts', [receiptId]);
    touch('catalogue', [...reserved.keys()]);
    return { receiptId, created: true };
  });

/** @throws ShopError cart_blocked, not_enough_stock (409) if anything is unavailable; the transaction undoes the rest */
const reserveAll = async (tx: Tx, wanted: readonly Pieces[]): Promise<Map<number, ReservedItem>> => {
  const reserved = new Map<number, ReservedItem>();
  const refused: Pieces[] = [];
  for (const pieces of wanted) {
    const item = await reserveStock(tx, pieces);
    if (item) reserved.set(item.id, item);
    else refused.push(pieces);
  }
  if (refused.length > 0) throw await refusal(tx, refused);
  return reserved;
};

/** Explains what is unavailable: one short product as when it is added to the cart, anything else in a list. */
const refusal = async (tx: Tx, refused: readonly Pieces[]): Promise<ShopError> => {
  const rows = await findStock(tx, { itemIds: refused.map(({ itemId }) => itemId) });
  const blocked = rows.map((row) => {
    const item = stockedItem(row);
    const wanted = refused.find(({ itemId }) => itemId === row.id)!.quantity;
    return { name: row.name, available: orderable(item), problem: lineProblem(item, wanted) };
  });
  const errors = blocked.map((line) => `${line.name}: ${lineProblemText(line)}`);
  const [only, ...others] = blocked;
  return only && others.length === 0 && only.problem === 'short'
    ? new ShopError('not_enough_stock', { left: only.available, errors })
    : new ShopError('cart_blocked', { errors });
};

/** A receipt's line keeps the name, brand and price of this moment. */
const orderLine = (item: ReservedItem, quantity: number) => ({
  itemId: item.id,
  name: item.name,
  brand: item.brand ?? UNKNOWN,
  quantity,
  unitPriceCents: finalPriceCents(item.price_cents, item.markup_cents),
  problem: null,
});
