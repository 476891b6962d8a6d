import { lineProblemText, type OrderRefusalCode } from '#contract/cart.ts';
import { ShopError } from '#contract/errors.ts';
import { cartTotals, lineProblem, orderable } from '#domain/cart.ts';
import { DEFAULT_SHIPPING_OPTION } from '#domain/constants.ts';
import { localDate } from '#domain/local-days.ts';
import { toCents } from '#domain/money.ts';
import { openOrderRefusal } from '#domain/open-orders.ts';
import { mayConfirmOrder } from '#domain/permissions.ts';
import { unitPriceCents } from '#domain/pricing.ts';
import type { LimitRule } from '#domain/purchase-limits.ts';
import { refusalOf, refusalText } from '#domain/purchase-limits-usage.ts';
import { fromJson } from '../../db/json.ts';
import type { Shop } from '../../shop.ts';
import { hasAddress } from '../addresses/addresses.queries.ts';
import { countedOrder } from '../purchase-limits/counted-order.ts';
import { parseNotices, refuseWhileClosed } from '../shop-notices/shop-notices.ts';
import type { SignedIn } from '../users/sessions.ts';
import { pricesOf, shippingCents } from './cart.present.ts';
import { type CartLineRow, cartOf, hasBought, type OrderRow, stockedItem } from './cart.queries.ts';

interface Checked {
  user: SignedIn;
  rules: readonly LimitRule[];
  now: number;
  /** The delivery address that the order names, or null. Absent for a cart, which names none. */
  addressId?: string | null | undefined;
  /** Limits and closing do not apply: an order of the demo, which must not keep such a shop from starting. */
  isExempt?: boolean | undefined;
}

/** @throws ShopError not_verified (403) */
export const refuseUnverified = ({ settings }: Shop, user: SignedIn, now: number): void => {
  const today = localDate(now, settings.TIME_ZONE);
  if (!mayConfirmOrder(user, { needsApproval: settings.MEMBERS_NEED_APPROVAL, today })) {
    throw new ShopError('not_verified');
  }
};

/**
 * The order that a cart makes now: its lines with what each counts for the limits, the choices and the totals.
 * @throws ShopError shop_closed (409), cart_empty (400), cart_blocked, not_enough_stock, amount_unknown, limit_reached,
 * too_many_open_orders, first_order_limit, address_needed, points_short (409), in this order
 */
export const checkOrder = async (shop: Shop, row: OrderRow, checked: Checked) => {
  const { user, rules, now, isExempt = false } = checked;
  const { settings } = shop;
  if (!isExempt) refuseWhileClosed(parseNotices(row.shopNotices));
  const { lines, choices } = cartOf(row);
  if (lines.length === 0) throw new ShopError('cart_empty');
  refuseBlocked(lines);
  const counted = countedOrder(shop, row, lines, now);
  const refusal = isExempt ? null : refusalOf(rules, counted);
  if (refusal) throw new ShopError(refusal.code, { message: refusalText(refusal, settings.TIME_ZONE) });
  const shippingOption = choices?.shipping_option ?? DEFAULT_SHIPPING_OPTION;
  const chosenPoints = choices?.points ?? 0;
  const priced = lines.map((line) => ({
    quantity: line.quantity,
    unitPriceCents: unitPriceCents(pricesOf(line), line.quantity),
    problem: null,
  }));
  const totals = cartTotals(priced, shippingCents(settings, shippingOption), {
    points: chosenPoints,
    pointsValue: settings.POINTS_VALUE,
  });
  if (!isExempt && user.role === 'member') await refuseOpenOrders(shop, user, row, totals.totalCents);
  if (!isExempt) await refuseWithoutAddress(shop, checked);
  if (totals.points > row.balance) throw new ShopError('points_short', { left: row.balance });
  return {
    lines: lines.map((line, index) => ({ ...line, amounts: counted.cart[index]!.amounts })),
    notes: choices?.notes ?? '',
    shippingOption,
    chosenPoints,
    totals,
  };
};

/** Returns the refusal that confirming would get now, or null if it would make a receipt (behavior 6.5). */
export const findBlocked = async (
  shop: Shop,
  row: OrderRow,
  checked: Checked,
): Promise<{ code: OrderRefusalCode; message: string } | null> => {
  try {
    refuseUnverified(shop, checked.user, checked.now);
    await checkOrder(shop, row, checked);
    return null;
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return { code: error.code as OrderRefusalCode, message: error.message };
  }
};

/** @throws ShopError too_many_open_orders, first_order_limit (409) */
const refuseOpenOrders = async (
  { database, settings }: Shop,
  { userId }: SignedIn,
  { openOrders }: OrderRow,
  totalCents: number,
): Promise<void> => {
  const limits = { orders: settings.OPEN_ORDERS, firstCents: toCents(settings.FIRST_ORDER_MAX)! };
  const refusal = openOrderRefusal(limits, fromJson(openOrders)!, totalCents);
  if (refusal?.code === 'first_order_limit' && (await hasBought(database.read, { userId }))) return;
  if (refusal) throw new ShopError(refusal.code, { message: refusal.text });
};

/**
 * An order needs an address of its member, if the shop does; a cart is refused only if there is none (behavior 6.14).
 * @throws ShopError address_needed (409)
 */
const refuseWithoutAddress = async (shop: Shop, checked: Checked): Promise<void> => {
  if (!(await hasNeededAddress(shop, checked))) throw new ShopError('address_needed');
};

const hasNeededAddress = async (
  { database, settings: { DELIVERY_ADDRESSES } }: Shop,
  { user: { userId }, addressId }: Checked,
): Promise<boolean> => {
  if (DELIVERY_ADDRESSES === 'off') return true;
  if (typeof addressId === 'string') return hasAddress(database.read, { userId, id: addressId });
  if (DELIVERY_ADDRESSES === 'optional') return true;
  return addressId === undefined && hasAddress(database.read, { userId });
};

/** @throws ShopError cart_blocked, not_enough_stock (409) if anything is unavailable */
const refuseBlocked = (lines: readonly CartLineRow[]): void => {
  const blocked = lines
    .map((line) => {
      const item = stockedItem(line);
      return { name: line.name, available: orderable(item), problem: lineProblem(item, line.quantity) };
    })
    .filter((line) => line.problem !== null);
  if (blocked.length === 0) return;
  const errors = blocked.map((line) => `${line.name}: ${lineProblemText(line)}`);
  const [only, ...others] = blocked;
  throw only && others.length === 0 && only.problem === 'short'
    ? new ShopError('not_enough_stock', { left: only.available, errors })
    : new ShopError('cart_blocked', { errors });
};
