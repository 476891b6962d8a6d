import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type BareOrders, fillStatements, HOUR_MS, MEMBER_IDS } from './bare-orders.ts';

/**
 * One order in one statement: takes the lines of the cart, locks and reserves the items in the order of their ids, takes
 * the next number, and stores receipt, lines and first event. If an item is short, the subtotal is null, and the statement
 * fails as a whole.
 */
const CONFIRM = `
  with taken as (
    delete from cart_items where user_id = $1 returning id, item_id, quantity
  ), locked as (
    select items.id, taken.id as line_id, taken.quantity
    from items join taken on taken.item_id = items.id
    order by items.id for update of items
  ), reserved as (
    update items set reserved = items.reserved + locked.quantity from locked
    where items.id = locked.id and listed = 1 and is_active = 1 and items.quantity - items.reserved >= locked.quantity
    returning items.id, items.name, items.brand, (price_cents + markup_cents + 99) / 100 * 100 as unit_cents,
      locked.quantity, locked.line_id
  ), sums as (
    select case when count(*) = (select count(*) from taken) then sum(quantity * unit_cents) end as subtotal_cents
    from reserved
  ), choices as (
    insert into carts (user_id, shipping_option, notes, updated_at) values ($1, 'standard', '', $3)
    on conflict (user_id) do update set shipping_option = 'standard', notes = '', updated_at = $3
  ), number as (
    insert into counters (name, value) select 'receipt', 1001 from sums
    on conflict (name) do update set value = counters.value + 1
    returning value
  ), receipt as (
    insert into receipts (id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents, total_cents,
      notes, idempotency_key, created_at, expires_at)
    select $2, number.value, $1, 'awaiting_payment', subtotal_cents, 'standard', 1500, subtotal_cents + 1500,
      '', null, $3, $4
    from sums, number
    returning id
  ), lines as (
    insert into receipt_lines (receipt_id, position, item_id, product_name, product_brand, quantity, unit_price_cents)
    select receipt.id, row_number() over (order by line_id) - 1, reserved.id, name, coalesce(brand, 'Unknown'),
      quantity, unit_cents
    from reserved, receipt
  )
  insert into receipt_events (receipt_id, status, actor, note, at)
  select id, 'awaiting_payment', 'bench', null, $3 from receipt`;

/** Opens connections to the shop's PostgreSQL database. Each confirms the orders of its members one after the other. */
export const openPostgresOrders = async (databaseUrl: string, connections: number): Promise<BareOrders> => {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  const { rows } = await clients[0]!.query<{ id: string }>(MEMBER_IDS);
  const members = rows.map(({ id }) => id);

  const confirm = async (client: pg.Client, userId: string): Promise<void> => {
    const now = Date.now();
    const values = [userId, randomBytes(15).toString('base64url'), now, now + 24 * HOUR_MS];
    const { rowCount } = await client.query({ name: 'confirm', text: CONFIRM, values });
    if (rowCount !== 1) throw new Error('The bare client made no receipt.');
  };

  return {
    fillCarts: async () => {
      for (const statement of fillStatements()) await clients[0]!.query(statement);
    },
    confirmAll: async () => {
      const latencies: number[] = [];
      const waiting = [...members];
      const started = performance.now();
      const confirmWaiting = async (client: pg.Client): Promise<void> => {
        for (let userId = waiting.pop(); userId !== undefined; userId = waiting.pop()) {
          const sent = performance.now();
          await confirm(client, userId);
          latencies.push(performance.now() - sent);
        }
      };
      await Promise.all(clients.map(confirmWaiting));
      return { milliseconds: performance.now() - started, latencies };
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
};
