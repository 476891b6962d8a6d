import type { CartResponse } from '#contract/cart.ts';
import { ShopError } from '#contract/errors.ts';
import { orderable } from '#domain/cart.ts';
import { fromJson } from '../../db/json.ts';
import type { PreparedWrite } from '../../db/prepared-query.ts';
import type { Shop } from '../../shop.ts';
import type { SessionKey } from '../users/sessions.queries.ts';
import { presentCart } from './cart.present.ts';
import { type CartRow, cartOf, findCart, stockedItem } from './cart.queries.ts';
import {
  addLine,
  type CartChoices,
  emptyCart,
  removeLine as removeLineStatement,
  setChoices,
  setLine,
} from './cart-changes.queries.ts';

/*
 * Every call returns the whole cart, and needs one round trip to the database. Each throws ShopError not_signed_in (401)
 * if the session has ended.
 */

/** The member's present cart. */
export const readCart = async (shop: Shop, session: SessionKey): Promise<CartResponse> => {
  const [row] = await findCart(shop.database.read, session);
  return present(shop, session, row);
};

/**
 * Adds pieces of a product to the cart (behavior 6.2). With a key that was used before, it adds nothing.
 * @throws ShopError not_found (404) for a product members cannot see, not_enough_stock (409)
 */
export const addToCart = (
  shop: Shop,
  session: SessionKey,
  line: { productId: number; quantity: number; key: string | null },
): Promise<CartResponse> =>
  change(shop, session, addLine, line, ({ added, addedBefore, ...row }) => {
    if (added > 0 || addedBefore > 0) return;
    const item = fromJson(row.item);
    if (!item?.listed || !item.is_active) throw new ShopError('not_found');
    throw new ShopError('not_enough_stock', { left: orderable(stockedItem(item)) });
  });

/**
 * Sets the number of pieces of a line.
 * @throws ShopError not_found (404) for a line that is not this member's, not_enough_stock (409)
 */
export const updateLine = (
  shop: Shop,
  session: SessionKey,
  line: { lineId: number; quantity: number },
): Promise<CartResponse> =>
  change(shop, session, setLine, line, ({ set, ...row }) => {
    if (set > 0) return;
    const item = fromJson(row.item);
    if (!item) throw new ShopError('not_found');
    throw new ShopError('not_enough_stock', { left: orderable(stockedItem(item)) });
  });

/** @throws ShopError not_found (404) for a line that is not this member's */
export const removeLine = (shop: Shop, session: SessionKey, line: { lineId: number }): Promise<CartResponse> =>
  change(shop, session, removeLineStatement, line, ({ removed }) => {
    if (removed === 0) throw new ShopError('not_found');
  });

/** Removes all lines and the notes. The shipping option stays (behavior 6.4). */
export const clearCart = (shop: Shop, session: SessionKey): Promise<CartResponse> =>
  change(shop, session, emptyCart, { shippingOption: null, notes: '' } satisfies CartChoices);

/** Sets the shipping option, the notes or both. */
export const chooseForCart = (
  shop: Shop,
  session: SessionKey,
  { shippingOption = null, notes = null }: Partial<CartChoices>,
): Promise<CartResponse> => change(shop, session, setChoices, { shippingOption, notes });

/** Runs a statement that changes the cart. `refuse` throws if it changed nothing. */
const change = async <Values extends object, Row extends CartRow>(
  shop: Shop,
  session: SessionKey,
  statement: PreparedWrite<Values & SessionKey, Row>,
  values: Values,
  refuse: (row: Row) => void = () => {},
): Promise<CartResponse> => {
  const [row] = await shop.database.writeOnce(statement, { ...values, ...session });
  if (row) refuse(row);
  return present(shop, session, row);
};

const present = async (shop: Shop, session: SessionKey, row: CartRow | undefined): Promise<CartResponse> => {
  await shop.sessions.accept(row, session);
  const { lines, choices } = cartOf(row!);
  return presentCart(shop, lines, choices ?? undefined);
};
