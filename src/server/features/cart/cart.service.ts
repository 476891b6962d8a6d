import type { CartResponse } from '#contract/cart.ts';
import { ShopError } from '#contract/errors.ts';
import { orderable } from '#domain/cart.ts';
import type { ShippingOption } from '#domain/constants.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
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

/** The member's present cart. */
export const readCart = async (db: Db | Tx, settings: Settings, userId: string): Promise<CartResponse> => {
  const [lines, [choices]] = await Promise.all([findCartLines(db, { userId }), findCartChoices(db, { userId })]);
  return presentCart(settings, lines, choices);
};

/**
 * Adds pieces of a product to the cart (behavior 6.2).
 * @throws ShopError not_found (404) for a product members cannot see, not_enough_stock (409)
 */
export const addToCart = (
  shop: Shop,
  line: { userId: string; productId: number; quantity: number },
): Promise<CartResponse> =>
  change(shop, line.userId, async (tx, now) => {
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
 * Sets the number of pieces of a line. Fewer than before is always allowed, because it fixes a line that is short.
 * @throws ShopError not_found (404) for a line that is not this member's, not_enough_stock (409)
 */
export const updateLine = (
  shop: Shop,
  { userId, lineId, quantity }: { userId: string; lineId: number; quantity: number },
): Promise<CartResponse> =>
  change(shop, userId, async (tx) => {
    const line = await findCartLine(tx, { userId, lineId });
    if (!line) throw new ShopError('not_found');
    const left = orderable(stockedItem(line));
    if (quantity > left && quantity >= line.quantity) throw new ShopError('not_enough_stock', { left });
    await setPieces(tx, { lineId, quantity });
  });

/** @throws ShopError not_found (404) for a line that is not this member's */
export const removeLine = (shop: Shop, { userId, lineId }: { userId: string; lineId: number }): Promise<CartResponse> =>
  change(shop, userId, async (tx) => {
    if (!(await deleteCartLine(tx, { userId, lineId }))) throw new ShopError('not_found');
  });

/** Removes all lines and the notes. The shipping option stays (behavior 6.4). */
export const clearCart = (shop: Shop, { userId }: { userId: string }): Promise<CartResponse> =>
  change(shop, userId, async (tx, now) => {
    await takeCartLines(tx, { userId });
    await setCartChoices(tx, { userId, notes: '', now });
  });

/** Sets the shipping option, the notes or both. */
export const chooseForCart = (
  shop: Shop,
  choices: { userId: string; shippingOption?: ShippingOption; notes?: string },
): Promise<CartResponse> => change(shop, choices.userId, (tx, now) => setCartChoices(tx, { ...choices, now }));

/** Changes the cart and reads it again, in one transaction. */
const change = (
  { database, settings, clock }: Shop,
  userId: string,
  work: (tx: Tx, now: number) => Promise<void>,
): Promise<CartResponse> =>
  database.write(async (tx) => {
    await work(tx, clock());
    return readCart(tx, settings, userId);
  });
