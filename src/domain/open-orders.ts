import { centsToDollars } from './money.ts';

/** The unpaid orders of a member. */
export interface OpenOrders {
  count: number;
  totalCents: number;
}

/** The most that one member may hold in unpaid orders; 0 is no limit. */
export interface OpenOrderLimits {
  orders: number;
  /** For a member without a shipped or completed order: the sum of the totals. */
  firstCents: number;
}

export interface OpenOrderRefusal {
  code: 'too_many_open_orders' | 'first_order_limit';
  /** A sentence for the member. */
  text: string;
}

/**
 * Why a member may not confirm another order with this total, or null (behavior 6.13). `first_order_limit` is for somebody
 * without a shipped or completed order.
 */
export const openOrderRefusal = (
  limits: OpenOrderLimits,
  { count, totalCents }: OpenOrders,
  orderCents: number,
): OpenOrderRefusal | null => {
  if (limits.orders > 0 && count >= limits.orders) {
    const orders = count === 1 ? '1 unpaid order' : `${count} unpaid orders`;
    return { code: 'too_many_open_orders', text: `You have ${orders}. Please pay or cancel one first.` };
  }
  if (limits.firstCents > 0 && totalCents + orderCents > limits.firstCents) {
    const most = centsToDollars(limits.firstCents).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    return { code: 'first_order_limit', text: `First orders can be up to ${most}. Please message the seller.` };
  }
  return null;
};
