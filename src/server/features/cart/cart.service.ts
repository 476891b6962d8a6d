import type { CartResponse, WholeCart } from '#contract/cart.ts';
import { ShopError } from '#contract/errors.ts';
import { orderable } from '#domain/cart.ts';
import { limitUsage } from '#domain/purchase-limits-usage.ts';
import { fromJson } from '../../db/json.ts';
import type { PreparedWrite } from '../../db/prepared-steps.ts';
import type { Shop } from '../../shop.ts';
import { type Once, onceInStatement } from '../idempotency/once.ts';
import { countedOrder, readWithPurchases } from '../purchase-limits/counted-order.ts';
import type { SessionKey } from '../users/sessions.queries.ts';
import { presentCart, presentLimit } from './cart.present.ts';
import { type CartRow, cartOf, findCart, stockedItem } from './cart.queries.ts';
import {
  addLine,
  type CartChoices,
  emptyCart,
  removeLine as removeLineStatement,
  setChoices,
  setLine,
} from './cart-changes.queries.ts';
import { findBlocked } from './order-checks.ts';

/*
 * Every call returns the whole cart, and needs one round trip to the database. Each throws ShopError not_signed_in (401)
 * if the session has ended.
 */

/** The member's present cart, with the limits that it counts for (behavior 6.11) and what keeps it from being confirmed. */
export const readCart = async (shop: Shop, session: SessionKey): Promise<WholeCart> => {
  const { row, rules } = await readWithPurchases(shop, session, (since) =>
    findCart(shop.database.read, { ...session, since }),
  );
  const user = await shop.sessions.accept(row, session);
  const { lines, choices } = cartOf(row!);
  const order = countedOrder(shop, row!, lines, session.now);
  return {
    ...presentCart(shop, lines, choices ?? undefined, row!.balance),
    limits: rules.map((rule) => presentLimit(limitUsage(rule, order))),
    blocked: await findBlocked(shop, row!, { user, rules, now: session.now }),
  };
};

/**
 * Adds pieces of a product to the cart (behavior 6.2). With a key that was used before, it adds nothing. `addedAt` puts a
 * removed line back to its place (behavior 6.3).
 * @throws ShopError not_found (404) for a product members cannot see, not_enough_stock (409)
 */
export const addToCart = async (
  shop: Shop,
  session: SessionKey,
  line: { productId: number; quantity: number; key: string | null; addedAt: number | null },
): Promise<Once<CartResponse>> => {
  const cart = await change(shop, session, addLine, line, async ({ added, addedBefore, ...row }) => {
    if (added > 0) return;
    if (addedBefore > 0) return shop.database.waitUntilDurable();
    const item = fromJson(row.item);
    if (!item?.listed || !item.is_active) throw new ShopError('not_found');
    throw new ShopError('not_enough_stock', { left: orderable(stockedItem(item)) });
  });
  return onceInStatement(line, cart);
};

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
  change(shop, session, emptyCart, { shippingOption: null, notes: '', points: null } satisfies CartChoices);

/** Sets the shipping option, the notes or both. */
export const chooseForCart = (
  shop: Shop,
  session: SessionKey,
  { shippingOption = null, notes = null }: Partial<Omit<CartChoices, 'points'>>,
): Promise<CartResponse> => change(shop, session, setChoices, { shippingOption, notes, points: null });

/**
 * Sets how many points the order may use (behavior 8.5). It uses no more than it takes.
 * @throws ShopError points_short (409) for more points than the member has, or if points cannot be spent here
 */
export const spendPoints = (shop: Shop, session: SessionKey, { points }: { points: number }): Promise<CartResponse> => {
  const isOff = shop.settings.POINTS_VALUE === 0 && points > 0;
  const choices = { shippingOption: null, notes: null, points: isOff ? 0 : points } satisfies CartChoices;
  return change(shop, session, setChoices, choices, ({ set, balance }) => {
    if (isOff) throw new ShopError('points_short', { message: "Points can't be spent in this shop." });
    if (set === 0) throw new ShopError('points_short', { left: balance });
  });
};

/** Runs a statement that changes the cart. `refuse` throws, or rejects, if it changed nothing. */
const change = async <Values extends object, Row extends CartRow>(
  shop: Shop,
  session: SessionKey,
  statement: PreparedWrite<Values & SessionKey, Row>,
  values: Values,
  refuse: (row: Row) => unknown = () => {},
): Promise<CartResponse> => {
  const [row] = await shop.database.writeInOneStatement(statement, { ...values, ...session }, { locksLittle: true });
  if (row) await refuse(row);
  return present(shop, session, row);
};

const present = async (shop: Shop, session: SessionKey, row: CartRow | undefined): Promise<CartResponse> => {
  await shop.sessions.accept(row, session);
  const { lines, choices } = cartOf(row!);
  return presentCart(shop, lines, choices ?? undefined, row!.balance);
};
