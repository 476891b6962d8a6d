import { sql } from 'kysely';
import type { ShippingOption } from '#domain/constants.ts';
import {
  type ColumnsOf,
  counted,
  fixed,
  table,
  text,
  textOf,
  whole,
  withDefault,
  withoutDeletedUsers,
} from '../../db/table.ts';

const cartsColumns = {
  user_id: fixed(text),
  shipping_option: textOf<ShippingOption>(),
  notes: text,
  /** The points that the member wants to spend; the order uses no more than it takes. */
  points: withDefault(whole),
  updated_at: whole,
};

const cartItemsColumns = {
  id: counted,
  user_id: fixed(text),
  item_id: fixed(whole),
  quantity: whole,
  /** Price plus markup when the line was added, before rounding, so that the cart can show a change. */
  added_price_cents: whole,
  created_at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    carts: ColumnsOf<typeof cartsColumns>;
    cart_items: ColumnsOf<typeof cartItemsColumns>;
  }
}

/** The export begins with the cart as its page shows it (features/personal-data). */
const personal = { export: null, onDeletion: 'delete' } as const;

export const carts = table('carts', cartsColumns, {
  personal,
  checks: { ...withoutDeletedUsers('carts', 'cart') },
});

export const cartItems = table('cart_items', cartItemsColumns, {
  personal,
  checks: {
    'Every cart line has at least one piece': sql`select 'line ' || id as what from cart_items where quantity < 1`,
  },
});
