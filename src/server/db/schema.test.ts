import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Selectable, sql } from 'kysely';
import { expect, test } from 'vitest';
import { bothDatabases } from '../testing/both-databases.ts';
import type { Schema } from './schema.ts';

/** The kind of a column in the database: a whole number or text, with "?" if it may be null. */
type Kind<Value> = null extends Value ? `${Kind<NonNullable<Value>>}?` : Value extends number ? 'whole' : 'text';

/** The schema as values. The compiler refuses it if it differs from the types. */
const SCHEMA: {
  [Table in keyof Schema]: {
    [Column in keyof Selectable<Schema[Table]>]: Kind<Selectable<Schema[Table]>[Column]>;
  };
} = {
  shop_state: { key: 'text', value: 'text' },
  versions: { topic: 'text', version: 'whole' },
  counters: { name: 'text', value: 'whole' },
  leases: { name: 'text', holder: 'text', expires_at: 'whole' },
  idempotency_keys: { id: 'text', user_id: 'text', answer: 'text', created_at: 'whole' },
  users: {
    id: 'text',
    username: 'text',
    email: 'text',
    signal_username: 'text',
    password_hash: 'text',
    member_type: 'text',
    status: 'text',
    verified_at: 'whole?',
    verified_until: 'text?',
    age_confirmed_at: 'whole?',
    points_balance: 'whole',
    created_at: 'whole',
    last_seen_at: 'whole?',
    deleted_at: 'whole?',
    role: 'text',
    invite_id: 'text?',
  },
  sessions: {
    id: 'text',
    token_hash: 'text',
    user_id: 'text',
    user_agent: 'text',
    created_at: 'whole',
    last_used_at: 'whole',
    expires_at: 'whole',
    reauthenticated_at: 'whole?',
  },
  reset_links: {
    token_hash: 'text',
    user_id: 'text',
    created_by: 'text',
    created_at: 'whole',
    expires_at: 'whole',
    used_at: 'whole?',
  },
  user_events: { id: 'whole', user_id: 'text', what: 'text', actor: 'text', at: 'whole' },
  passkeys: {
    id: 'text',
    user_id: 'text',
    credential_id: 'text',
    public_key: 'text',
    counter: 'whole',
    transports: 'text',
    name: 'text',
    created_at: 'whole',
    last_used_at: 'whole?',
  },
  challenges: { challenge: 'text', purpose: 'text', user_id: 'text?', expires_at: 'whole' },
  invites: {
    id: 'text',
    label: 'text',
    code_hash: 'text',
    uses: 'whole',
    used: 'whole',
    made_by: 'text',
    created_at: 'whole',
    expires_at: 'whole?',
    revoked_at: 'whole?',
  },
  throttles: { key: 'text', failed_at: 'text', waits: 'whole', ends_at: 'whole' },
  call_counts: { key: 'text', calls: 'whole', ends_at: 'whole' },
  audit: {
    id: 'whole',
    seq: 'whole?',
    at: 'whole',
    actor_id: 'text',
    actor_name: 'text?',
    role: 'text?',
    kind: 'text',
    subject: 'text?',
    before: 'text?',
    after: 'text?',
    address: 'text?',
    hash: 'text?',
  },
  audit_texts: {
    entry_id: 'whole',
    user_id: 'text?',
    salt: 'text',
    actor_name: 'text?',
    subject: 'text?',
    address: 'text?',
  },
  items: {
    id: 'whole',
    external_id: 'text',
    listed: 'whole',
    name: 'text',
    description: 'text?',
    brand: 'text?',
    category: 'text?',
    tags: 'text',
    images: 'text',
    size: 'text?',
    quantity: 'whole',
    reserved: 'whole',
    stock_version: 'whole',
    price_cents: 'whole',
    markup_cents: 'whole',
    is_active: 'whole',
    weight_label: 'text?',
    shop_owned: 'text',
    feed_description: 'text?',
    feed_weight_label: 'text?',
    tiers: 'text',
    feed_tiers: 'text',
    batch: 'text?',
    lab: 'text?',
    last_synced_at: 'whole?',
    listed_at: 'whole?',
    back_at: 'whole?',
  },
  change_sets: {
    id: 'whole',
    kind: 'text',
    actor: 'text',
    summary: 'text',
    added: 'whole',
    changed: 'whole',
    removed: 'whole',
    unchanged: 'whole',
    switches: 'text?',
    created_at: 'whole',
    reverted_by: 'whole?',
  },
  change_rows: { id: 'whole', change_id: 'whole', item_id: 'whole', kind: 'text', before: 'text', after: 'text' },
  sync_runs: {
    id: 'whole',
    started_at: 'whole',
    finished_at: 'whole?',
    actor: 'text',
    outcome: 'text',
    error: 'text?',
    added: 'whole',
    changed: 'whole',
    removed: 'whole',
    unchanged: 'whole',
    warnings: 'text',
    change_id: 'whole?',
  },
  carts: { user_id: 'text', shipping_option: 'text', notes: 'text', points: 'whole', updated_at: 'whole' },
  cart_items: {
    id: 'whole',
    user_id: 'text',
    item_id: 'whole',
    quantity: 'whole',
    added_price_cents: 'whole',
    created_at: 'whole',
  },
  favorites: { id: 'whole', user_id: 'text', item_id: 'whole', created_at: 'whole' },
  alerts: {
    id: 'whole',
    user_id: 'text',
    item_id: 'whole',
    back_at: 'whole?',
    seen_at: 'whole?',
    created_at: 'whole',
  },
  receipts: {
    id: 'text',
    number: 'whole',
    user_id: 'text',
    status: 'text',
    subtotal_cents: 'whole',
    shipping_option: 'text',
    shipping_cents: 'whole',
    total_cents: 'whole',
    points: 'whole',
    points_discount_cents: 'whole',
    notes: 'text',
    idempotency_key: 'text?',
    created_at: 'whole',
    expires_at: 'whole?',
    payment_sent_at: 'whole?',
    received_cents: 'whole?',
    coin: 'text?',
    txid: 'text?',
    tracking: 'text?',
    quotes: 'text',
    panel_note: 'text?',
  },
  receipt_lines: {
    id: 'whole',
    receipt_id: 'text',
    position: 'whole',
    item_id: 'whole',
    product_name: 'text',
    product_brand: 'text',
    quantity: 'whole',
    unit_price_cents: 'whole',
    batch: 'text?',
    taken: 'whole?',
    stock_version: 'whole?',
    amounts: 'text?',
  },
  receipt_events: {
    id: 'whole',
    receipt_id: 'text',
    kind: 'text',
    status: 'text',
    actor: 'text',
    note: 'text?',
    changes: 'text?',
    at: 'whole',
  },
  points_entries: {
    id: 'whole',
    user_id: 'text',
    points: 'whole',
    kind: 'text',
    reason: 'text',
    actor: 'text?',
    receipt_id: 'text?',
    reversed_by: 'whole?',
    created_at: 'whole',
  },
  notices: {
    id: 'whole',
    event: 'text',
    receipt_id: 'text?',
    payload: 'text',
    attempts: 'whole',
    next_attempt_at: 'whole?',
    delivered_at: 'whole?',
    last_error: 'text?',
    created_at: 'whole',
  },
};

/** int8 and int2 of PostgreSQL, bigint, smallint and integer of SQLite are whole numbers. */
const kindOf = (dataType: string): string => (/int/i.test(dataType) ? 'whole' : dataType.toLowerCase());

bothDatabases((shop) => {
  test('the migrations create exactly the tables and columns that the schema declares', async () => {
    const tables = await shop().database.read.introspection.getTables();
    const created = tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(
        columns.map(({ name, dataType, isNullable }, position) => [
          name,
          // The first column is the primary key. SQLite does not report that it is never null.
          kindOf(dataType) + (isNullable && position > 0 ? '?' : ''),
        ]),
      ),
    ]);
    expect(Object.fromEntries(created)).toEqual(SCHEMA);
  });

  test('every file in the folder of migrations is applied', async () => {
    const files = readdirSync(join(import.meta.dirname, 'migrations')).map((file) => file.replace(/\.ts$/, ''));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(shop().database.read);
    expect(rows.map(({ name }) => name).sort()).toEqual(files.sort());
  });
});
