import type { CartResponse } from '#contract/cart.ts';
import { ShopError } from '#contract/errors.ts';
import { orderable } from '#domain/cart.ts';
import type { ShippingOption } from '#domain/constants.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import type { Db, Tx } from '../../db/shop-database.ts';
import type { Deps } from '../../deps.ts';
import type { Settings } from '../../settings.ts';
import { presentCart } from './cart.present.ts';
import {
  addPieces,
  deleteCartLine,
  findCartChoices,
  findCartLine,
  findCartLines,
  findItemToAdd,
  setCartChoices,
  setPieces,
  stockedItem,
  takeCartLines,
} from './cart.queries.ts';

/** The member's cart as it is now. */
export const readCart = async (db: Db | Tx, settings: Settings, userId: string): Promise<CartResponse> => {
  const [lines, [choices]] = await Promise.all([findCartLines(db, { userId }), findCartChoices(db, { userId })]);
  return presentCart(settings, lines, choices);
};

/**
 * Puts pieces of a product in the cart.
 * @throws ShopError not_found (404) for a product members cannot see, not_enough_stock (409)
 */
export const addToCart = (
  deps: Deps,
  line: { userId: string; productId: number; quantity: number },
): Promise<CartResponse> =>
  change(deps, line.userId, async (tx, now) => {
    const [item] = await findItemToAdd(tx, { itemId: line.productId });
    if (!item?.listed || !item.is_active) throw new ShopError('not_found');
    const left = orderable(stockedItem(item));
    const added = await addPieces(tx, {
      userId: line.userId,
      itemId: line.productId,
      quantity: line.quantity,
      atMost: left,
      priceCents: finalPriceCents(item.price_cents, item.markup_cents),
      now,
    });
    if (!added) throw new ShopError('not_enough_stock', { left });
  });

/**
 * Sets a line to a number of pieces. Fewer than before is always allowed: it leads out of a line that fell short.
 * @throws ShopError not_found (404) for a line that is not this member's, not_enough_stock (409)
 */
export const updateLine = (
  deps: Deps,
  { userId, lineId, quantity }: { userId: string; lineId: number; quantity: number },
): Promise<CartResponse> =>
  change(deps, userId, async (tx) => {
    const line = await findCartLine(tx, { userId, lineId });
    if (!line) throw new ShopError('not_found');
    const left = orderable(stockedItem(line));
    if (quantity > left && quantity >= line.quantity) throw new ShopError('not_enough_stock', { left });
    await setPieces(tx, { lineId, quantity });
  });

/** @throws ShopError not_found (404) for a line that is not this member's */
export const removeLine = (deps: Deps, { userId, lineId }: { userId: string; lineId: number }): Promise<CartResponse> =>
  change(deps, userId, async (tx) => {
    if (!(await deleteCartLine(tx, { userId, lineId }))) throw new ShopError('not_found');
  });

/** Empties the cart, notes included; the shipping choice stays (decisions §8 "a cart line"). */
export const clearCart = (deps: Deps, { userId }: { userId: string }): Promise<CartResponse> =>
  change(deps, userId, async (tx, now) => {
    await takeCartLines(tx, { userId });
    await setCartChoices(tx, { userId, notes: '', now });
  });

/** Sets shipping choice, notes or both. */
export const chooseForCart = (
  deps: Deps,
  choices: { userId: string; shippingOption?: ShippingOption; notes?: string },
): Promise<CartResponse> => change(deps, choices.userId, (tx, now) => setCartChoices(tx, { ...choices, now }));

/** One transaction: the change, and the cart as it is after it. */
const change = (
  { database, settings, clock }: Deps,
  userId: string,
  work: (tx: Tx, now: number) => Promise<void>,
): Promise<CartResponse> =>
  database.write(async (tx) => {
    await work(tx, clock());
    return readCart(tx, settings, userId);
  });
