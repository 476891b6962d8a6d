import type { Calls } from './load.ts';

/** A client that uses the shop's database directly, without the shop. */
export interface BareOrders {
  /** Puts three pieces of five products in the empty cart of every member. The shop's orders also spend points. */
  fillCarts(): Promise<void>;
  /** Turns the cart of every member into a receipt, with no more work than the database needs. */
  confirmAll(): Promise<Calls>;
  close(): Promise<void>;
}

/** The settings of the shop: a limit that no order reaches, and points that pay for orders. */
export const ORDER_SETTINGS = { PURCHASE_LIMITS: 'any=1000pcs/1d', POINTS_VALUE: '1' };

/** The members of fixtures.ts. */
export const MEMBER_IDS = `select id from users where username like 'bench%' order by id`;

export const HOUR_MS = 3_600_000;

const POINTS = 100;

/**
 * Statements for both engines. The first member gets the first five products, the next member the next five, so an order
 * waits for others only because of its number, and the machine's limit is not that of a single row. The orders before
 * are completed and leave the window of the limit, because no member has dozens of unpaid orders, or of orders a day.
 */
export const fillStatements = (): string[] => [
  `insert into cart_items (user_id, item_id, quantity, added_price_cents, created_at)
   select member.id, product.id, 3, (product.price_cents + product.markup_cents + 99) / 100 * 100, 0
   from (select id, row_number() over (order by id) - 1 as place from users where username like 'bench%') as member
   join (select id, price_cents, markup_cents, row_number() over (order by id) - 1 as place
     from items where listed = 1) as product on product.place / 5 = member.place
   order by member.id, product.id`,
  `insert into carts (user_id, shipping_option, notes, points, updated_at)
   select id, 'standard', '', ${POINTS}, 0 from users where username like 'bench%'
   on conflict (user_id) do update set points = ${POINTS}`,
  `update users set points_balance = 1000000 where username like 'bench%' and points_balance < ${POINTS}`,
  `update receipts set created_at = created_at - ${48 * HOUR_MS}, status = 'completed'
   where created_at > ${Date.now() - 24 * HOUR_MS}`,
];
