import { randomBytes } from 'node:crypto';
import { SqliteDatabase } from '../src/server/db/sqlite-driver.ts';
import { type BareOrders, fillStatements, HOUR_MS, MEMBER_IDS } from './bare-orders.ts';

interface Line {
  item_id: number;
  quantity: number;
}

interface Reserved {
  name: string;
  brand: string | null;
  unit_cents: number;
}

/** Opens the shop's SQLite file. Each order is one durable commit of its own, and one follows the other. */
export const openSqliteOrders = (file: string): BareOrders => {
  const sqlite = new SqliteDatabase(file, { timeout: 10_000 });
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  const members = sqlite.prepare<[], { id: string }>(MEMBER_IDS).all();
  const takeLines = sqlite.prepare<[string], Line>(
    'delete from cart_items where user_id = ? returning item_id, quantity',
  );
  const reserve = sqlite.prepare<[number, number, number], Reserved>(
    `update items set reserved = reserved + ?
     where id = ? and listed = 1 and is_active = 1 and quantity - reserved >= ?
     returning name, brand, (price_cents + markup_cents + 99) / 100 * 100 as unit_cents`,
  );
  const nextNumber = sqlite
    .prepare<[], number>(
      `insert into counters (name, value) values ('receipt', 1001)
       on conflict (name) do update set value = value + 1 returning value`,
    )
    .pluck();
  const insertReceipt = sqlite.prepare(
    `insert into receipts (id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents, total_cents,
       notes, idempotency_key, created_at, expires_at)
     values (?, ?, ?, 'awaiting_payment', ?, 'standard', 1500, ?, '', null, ?, ?)`,
  );
  const insertLine = sqlite.prepare(
    `insert into receipt_lines (receipt_id, position, item_id, product_name, product_brand, quantity, unit_price_cents)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertEvent = sqlite.prepare(
    `insert into receipt_events (receipt_id, status, actor, note, at) values (?, 'awaiting_payment', 'bench', null, ?)`,
  );
  const setChoices = sqlite.prepare(
    `insert into carts (user_id, shipping_option, notes, updated_at) values (?, 'standard', '', ?)
     on conflict (user_id) do update set shipping_option = 'standard', notes = '', updated_at = excluded.updated_at`,
  );

  const confirm = sqlite.transaction((userId: string): void => {
    const id = randomBytes(15).toString('base64url');
    const now = Date.now();
    const lines = takeLines.all(userId).map(({ item_id, quantity }) => {
      const item = reserve.get(quantity, item_id, quantity);
      if (!item) throw new Error('An item of the bench is short.');
      return { item_id, quantity, ...item };
    });
    const subtotal = lines.reduce((sum, { quantity, unit_cents }) => sum + quantity * unit_cents, 0);
    insertReceipt.run(id, nextNumber.get(), userId, subtotal, subtotal + 1500, now, now + 24 * HOUR_MS);
    for (const [position, { item_id, name, brand, quantity, unit_cents }] of lines.entries()) {
      insertLine.run(id, position, item_id, name, brand ?? 'Unknown', quantity, unit_cents);
    }
    insertEvent.run(id, now);
    setChoices.run(userId, now);
  });

  return {
    fillCarts: async () => {
      for (const statement of fillStatements()) sqlite.exec(statement);
    },
    confirmAll: async () => {
      const latencies: number[] = [];
      const started = performance.now();
      for (const { id } of members) {
        const sent = performance.now();
        confirm.immediate(id);
        latencies.push(performance.now() - sent);
      }
      return { milliseconds: performance.now() - started, latencies };
    },
    close: async () => {
      sqlite.close();
    },
  };
};
