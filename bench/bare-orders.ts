import type { Calls } from './load.ts';

/** A client that uses the shop's database directly, without the shop. */
export interface BareOrders {
  /** Puts five products in the empty cart of every member. */
  fillCarts(): Promise<void>;
  /** Turns the cart of every member into a receipt, with no more work than the database needs. */
  confirmAll(): Promise<Calls>;
  close(): Promise<void>;
}

/** The members of fixtures.ts. */
export const MEMBER_IDS = `select id from users where username like 'bench%' order by id`;

/**
 * For both engines. The first member gets the first five products, the next member the next five, so an order waits for
 * others only because of its number, and the machine's limit is not that of a single row.
 */
export const FILL_CARTS = `
  insert into cart_items (user_id, item_id, quantity, added_price_cents, created_at)
  select member.id, product.id, 1, (product.price_cents + product.markup_cents + 99) / 100 * 100, 0
  from (select id, row_number() over (order by id) - 1 as place from users where username like 'bench%') as member
  join (select id, price_cents, markup_cents, row_number() over (order by id) - 1 as place
    from items where listed = 1) as product on product.place / 5 = member.place
  order by member.id, product.id`;

export const HOUR_MS = 3_600_000;
