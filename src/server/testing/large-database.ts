import pg from 'pg';

/** How many rows each of the tables gets that grow with the shop. */
const MANY = 100_000;

/** The tables that get many rows. */
export const LARGE_TABLES = [
  'users',
  'sessions',
  'user_events',
  'member_notes',
  'cart_items',
  'carts',
  'favorites',
  'alerts',
  'receipts',
  'receipt_lines',
  'receipt_events',
  'payments',
  'payment_texts',
  'points_entries',
  'change_rows',
  'items',
  'idempotency_keys',
  'notices',
  'audit',
  'audit_texts',
] as const;

/** The share of receipts that are completed, cancelled or expired. Two thousand are open. */
const CLOSED = 0.98;
/** How many receipts are open. */
export const OPEN_RECEIPTS = Math.round(MANY * (1 - CLOSED));

const DAY_MS = 86_400_000;
const FIRST_NUMBER = 2000;

/** Fills a migrated PostgreSQL database as a shop looks after some years: few receipts are open, many sessions have ended. */
export const fillLargely = async (url: string, now: number): Promise<void> => {
  // Vacuum marks a row as visible to all only if its commit is on the disk.
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c synchronous_commit=on' });
  try {
    // Checking all references at once takes a small part of the time of checking each.
    const { rows: references } = await pool.query<{ table: string; name: string; definition: string }>(`
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f'`);
    for (const { table, name } of references) await pool.query(`alter table ${table} drop constraint ${name}`);
    await Promise.all(statements(now).map((statement) => pool.query(statement)));
    for (const { table, name, definition } of references) {
      await pool.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await pool.query('vacuum analyze');
  } finally {
    await pool.end();
  }
};

/** How many items the inventory has. */
const ITEMS = 20_000;
const CHANGE_SETS = 10_000;

/** How many members have a cart, and how many rows less important tables get. */
const SOME = 20_000;

/** Ids as long as real ones. They count up, because PostgreSQL inserts such rows several times as fast. */
const id = (length: number, n = 'n') => `lpad((${n})::text, ${length}, '0')`;
const USER = id(36);
const BUYER = id(36, '1 + n / 5');
const RECEIPT = id(20);
const ITEM = `1000000 + n % ${ITEMS}`;

const statements = (now: number): string[] => [
  `insert into users (id, username, email, signal_username, password_hash, role, member_type, status, verified_at,
     created_at, last_seen_at, points_balance)
   select ${USER}, 'Buyer.' || ${id(6)}, 'buyer' || ${id(6)} || '@example.test', 'buyer_' || n, repeat('x', 97), 'member',
     case when n % 50 = 0 then 'Gold' else 'Member' end, case when n % 100 = 0 then 'suspended' else 'active' end,
     case when n % 70 = 0 then null else ${now} end, ${now} - n * 600000::bigint, ${now} - n, n % 500
   from generate_series(1, ${MANY}) n`,
  `insert into sessions (id, token_hash, user_id, user_agent, created_at, last_used_at, expires_at)
   select ${id(16)}, ${id(43)}, ${USER}, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0)',
     ${now} - n * 60000::bigint, ${now} - n * 60000::bigint, ${now} + ${30 * DAY_MS} - n * 60000::bigint
   from generate_series(1, ${MANY}) n`,
  `insert into user_events (user_id, what, actor, at)
   select ${USER}, 'Registered', 'Buyer.' || n, ${now} - n from generate_series(1, ${SOME}) n`,
  `insert into member_notes (user_id, text, actor, at)
   select ${BUYER}, 'Pays within the hour', 'admin', ${now} - n from generate_series(1, ${SOME}) n`,
  `insert into items (id, external_id, listed, name, description, tags, images, quantity, price_cents, markup_cents,
     is_active, shop_owned)
   select ${ITEM}, 'item-' || n, 1, 'Item ' || n, repeat('Words ', 30), '[]', '["a.jpg"]', 10, 1000, 500, 1, '[]'
   from generate_series(1, ${ITEMS}) n`,
  `insert into cart_items (user_id, item_id, quantity, added_price_cents, created_at)
   select ${USER}, ${ITEM}, 1, 1500, ${now} from generate_series(1, ${SOME}) n`,
  `insert into carts (user_id, shipping_option, notes, updated_at)
   select ${USER}, 'standard', '', ${now} from generate_series(1, ${SOME}) n`,
  `insert into favorites (user_id, item_id, created_at)
   select ${BUYER}, ${ITEM}, ${now} from generate_series(1, ${SOME}) n`,
  `insert into alerts (user_id, item_id, back_at, seen_at, created_at)
   select ${BUYER}, ${ITEM}, case when n % 10 > 0 then ${now} end, case when n % 10 > 0 then ${now} end, ${now}
   from generate_series(1, ${SOME}) n`,
  `insert into receipts (id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents, total_cents, notes,
     created_at, expires_at, paid_at)
   select ${RECEIPT}, ${FIRST_NUMBER} + n, ${BUYER},
     case when n <= ${MANY * CLOSED} then (array['completed', 'completed', 'completed', 'cancelled', 'expired'])[1 + n % 5]
       else (array['awaiting_payment', 'paid', 'shipped'])[1 + n % 3] end,
     1500, 'standard', 500, 2000, '', ${now} - (${MANY} - n) * 600000::bigint,
     case when n > ${MANY * CLOSED} and n % 3 = 0 then ${now} + n * 1000::bigint end,
     case when (n <= ${MANY * CLOSED} and n % 5 < 3) or (n > ${MANY * CLOSED} and n % 3 > 0)
       then ${now} - (${MANY} - n) * 600000::bigint end
   from generate_series(1, ${MANY}) n`,
  `insert into counters (name, value) values ('receipt', ${FIRST_NUMBER + MANY})
   on conflict (name) do update set value = excluded.value`,
  `insert into receipt_lines (receipt_id, position, item_id, product_name, product_brand, quantity, unit_price_cents, batch, shipped_batch)
   select ${RECEIPT}, 0, ${ITEM}, 'Item ' || n % ${ITEMS}, 'Brand', 1, 1500, 'B-' || n % 1000,
     case when n % 2 = 0 then 'B-' || (n + 1) % 1000 end from generate_series(1, ${MANY}) n`,
  `insert into receipt_events (receipt_id, status, actor, at)
   select ${RECEIPT}, 'awaiting_payment', 'Buyer.' || n, ${now} from generate_series(1, ${MANY}) n`,
  `insert into payments (receipt_id, kind, coin, cents, at, actor)
   select ${RECEIPT}, 'received', 'BTC', 2000, ${now} - (${MANY} - n) * 600000::bigint, 'admin'
   from generate_series(1, ${MANY}) n`,
  `insert into payment_texts (payment_id, txid) select n, lpad(n::text, 64, '0') from generate_series(1, ${MANY}) n`,
  `insert into points_entries (user_id, points, kind, reason, actor, receipt_id, created_at)
   select ${BUYER}, case when n % 10 = 0 then -1 else n % 90 end,
     case n % 10 when 0 then 'deducted' when 1 then 'granted' else 'earned' end, 'Receipt #' || n, 'admin',
     case when n % 10 > 1 then ${RECEIPT} end, ${now}
   from generate_series(1, ${MANY}) n`,
  `insert into change_sets (id, kind, actor, summary, added, changed, removed, unchanged, created_at)
   select 1000000 + n, (array['edit', 'sync'])[1 + n % 2], 'admin', 'Changed 10 items', 0, 10, 0, 0, ${now} - n
   from generate_series(1, ${CHANGE_SETS}) n`,
  `insert into change_rows (change_id, item_id, kind, before, after)
   select 1000001 + n * ${CHANGE_SETS} / ${MANY + 1}, ${ITEM}, 'changed', '{"priceCents":1000}', '{"priceCents":1200}'
   from generate_series(1, ${MANY}) n`,
  `insert into idempotency_keys (id, user_id, answer, created_at)
   select 'cart.add ' || ${USER} || ' key', ${USER}, '{}', ${now} from generate_series(1, ${MANY}) n`,
  `insert into notices (event, receipt_id, payload, attempts, delivered_at, created_at)
   select 'receipt.confirmed', ${RECEIPT}, '{}', 1, ${now}, ${now} from generate_series(1, ${SOME}) n`,
  // The last ones wait to be chained.
  `insert into audit (id, seq, at, actor_id, actor_name, role, kind, subject, after, address, hash)
   select 1000 + n, case when n < ${MANY} then 1000 + n end, ${now} + n, ${BUYER}, repeat('d', 43), 'member',
     (array['receipt', 'sign_in', 'sign_in_failed', 'change', 'points'])[1 + n % 5], ${RECEIPT},
     '{"number":1001,"status":"paid"}', repeat('d', 43), case when n < ${MANY} then ${id(64)} end
   from generate_series(1, ${MANY}) n`,
  `insert into audit_texts (entry_id, user_id, salt, actor_name, address)
   select 1000 + n, ${BUYER}, ${id(22)}, 'Buyer.' || n, '203.0.113.7' from generate_series(1, ${MANY}) n`,
];
