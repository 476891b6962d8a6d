import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sqlitePath } from '../../db/open.ts';
import { SqliteDatabase } from '../../db/sqlite-driver.ts';
import { ALL_TABLES } from '../../tables.ts';
import { startOnReleasedDatabase, VERSION_0_1_0 } from '../../testing/released-databases.ts';
import { insertRow } from '../../testing/rows.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { backUp } from '../backup/backup.service.ts';
import { restore } from '../backup/restore.service.ts';
import { checkData } from './data-checks.queries.ts';

const DELETED_USER = '(select id from users where deleted_at is not null)';
const COMPLETED_RECEIPT = '(select id from receipts where number = 1001)';
const OPEN_RECEIPT = "(select id from receipts where status = 'awaiting_payment')";

/** The columns of an entry, what the receipt received then, and an entry of $5.00. */
const NEW_PAYMENT = 'insert into payments (id, receipt_id, kind, cents, at, actor, reverses)';
const RECEIVED = (cents: number | null) => `update receipts set received_cents = ${cents} where number = 1001`;
const PAYMENT = [`${NEW_PAYMENT} values (901, ${COMPLETED_RECEIPT}, 'received', 500, 1, 'admin', null)`, RECEIVED(500)];

/** An account key, and an address of it. */
const KEY =
  "insert into account_keys (id, coin, fingerprint, public_key, created_at) values (901, 'BTC', 'f', 'xpub', 1)";
const NEW_ADDRESS =
  'insert into order_addresses (key_id, coin, address, script, position, receipt_id, given_at, skipped)';
/** The same as a payment of the chain, to an address of this order. */
const SEEN_PAYMENT = (ofOrder: string) => [
  ...PAYMENT,
  "update payments set txid = 'f4184fc5', output = 0, coin = 'BTC', coin_amount = '1'",
  "insert into account_keys (id, coin, fingerprint, public_key, created_at) values (1, 'BTC', 'f', 'xpub', 1)",
  `insert into order_addresses (key_id, position, coin, address, script, receipt_id, given_at)
   values (1, 0, 'BTC', 'bc1', '0014', ${ofOrder}, 1)`,
  `insert into watched_outputs
     (txid, output, address, payment_id, units, seen_at, confirmations, needed, servers, counts, missing)
   values ('f4184fc5', 0, 'bc1', 901, 5, 1, 0, 2, 1, 1, 0)`,
];

const JUNIPER = "(select id from users where username = 'juniper')";
const MANY_ITEMS = `
  insert into items (external_id, listed, name, tags, images, quantity, price_cents, markup_cents, is_active, shop_owned)
  with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 501)
  select 'many-' || n, 1, 'Item', '[]', '[]', 0, 1000, 500, 1, '[]' from counted`;

type Violation = readonly [rule: string, line: string | RegExp, statements: string | readonly string[]];

/**
 * At least one violation for every rule, in the shop that version 0.1.0 saved, but for those of deleted accounts. Each
 * statement breaks its rule and no other. The line names the broken row. A rule without a violation fails a test.
 */
const VIOLATIONS: readonly Violation[] = [
  ['The gate has a key and an access code', 'missing', "delete from shop_state where key = 'gate_key'"],
  ['Versions count from 1', 'receipts', "update versions set version = 0 where topic = 'receipts'"],
  [
    'The counter of receipt numbers is not behind the receipts',
    'receipt 1008',
    "update counters set value = 1007 where name = 'receipt'",
  ],
  ['Every lease has a holder', 'sync', "insert into leases (name, holder, expires_at) values ('sync', '', 1)"],
  [
    'Every setting of the panel was changed at some time',
    'LOW_STOCK',
    "insert into settings (name, value, updated_at) values ('LOW_STOCK', '9', 0)",
  ],
  [
    'The addresses of an account key follow each other without a gap',
    'key 901',
    [KEY, `${NEW_ADDRESS} values (901, 'BTC', 'bc1q', '0014', 1, null, null, null)`],
  ],
  [
    'Every address that an order has was given to it',
    'address bc1q',
    [KEY, `${NEW_ADDRESS} values (901, 'BTC', 'bc1q', '0014', 0, ${COMPLETED_RECEIPT}, null, null)`],
  ],
  [
    'Every waiting setting comes into force at some time',
    'BTC_ADDRESS',
    "insert into waiting_settings (name, value, made_at, works_at, user_id) values ('BTC_ADDRESS', 'x', 1, 0, 'nobody')",
  ],
  [
    'Every balance of points is the sum of its ledger',
    'juniper: balance 5, ledger 137',
    "update users set points_balance = 5 where username = 'juniper'",
  ],
  ['There is an active owner', 'nobody', "update users set role = 'member'"],
  ['Every role is one that the shop knows', 'juniper: god', "update users set role = 'god' where username = 'juniper'"],
  [
    'Every account is active or suspended',
    'juniper: asleep',
    "update users set status = 'asleep' where username = 'juniper'",
  ],
  [
    'Every idempotency key belongs to an account that is not deleted',
    'cart.add nobody k1',
    "insert into idempotency_keys (id, user_id, answer, created_at) values ('cart.add nobody k1', 'nobody', '{}', 1)",
  ],
  [
    'Every idempotency key belongs to an account that is not deleted',
    'cart.add gone k1',
    `insert into idempotency_keys (id, user_id, answer, created_at) values ('cart.add gone k1', ${DELETED_USER}, '{}', 1)`,
  ],
  [
    'Every account event has an actor',
    'Member type: Member → Gold',
    "update user_events set actor = '' where what = 'Member type: Member → Gold'",
  ],
  [
    'Every open ceremony of a user belongs to an account that is not deleted',
    'add',
    `insert into challenges (challenge, purpose, user_id, expires_at)
     select 'c1', 'add', id, 1 from users where deleted_at is not null`,
  ],
  [
    'Every open ceremony of a user belongs to an account that is not deleted',
    'reauthenticate',
    "insert into challenges (challenge, purpose, user_id, expires_at) values ('c2', 'reauthenticate', 'nobody', 1)",
  ],
  [
    'No invite was used by more accounts than it counts',
    'Friends',
    [
      `insert into invites (id, label, code_hash, uses, used, made_by, created_at)
       values ('i1', 'Friends', 'h1', 5, 1, 'system', 1)`,
      "update users set invite_id = 'i1' where username in ('juniper', 'admin')",
    ],
  ],
  [
    'Every wait follows a failure',
    'name wren',
    "insert into throttles (key, failed_at, waits, ends_at) values ('name wren', '[]', 1, 1)",
  ],
  ['No count is below zero', 'gate 1', "insert into call_counts (key, calls, ends_at) values ('gate 1', -1, 1)"],
  [
    'Every counted act happened',
    '["export"]',
    `insert into repeated_acts (key, act, calls, ends_at) values ('["export"]', '{}', 0, 1)`,
  ],
  [
    'Every chained entry has a place in the chain',
    /^entry \d+$/,
    "insert into audit (seq, at, actor_id, actor_name, kind) values (9, 1, 'system', 'system', 'switch')",
  ],
  [
    'Every chained entry has a place in the chain',
    /^entry \d+$/,
    "insert into audit (at, actor_id, actor_name, kind, hash) values (1, 'system', 'system', 'switch', 'abc')",
  ],
  [
    'The evidence names no deleted account',
    /^deleted-/,
    [
      "insert into audit (id, at, actor_id, actor_name, kind) values (99, 1, 'system', 'system', 'switch')",
      `insert into audit_texts (entry_id, user_id, salt, address)
       select 99, id, 'salt', '203.0.113.7' from users where deleted_at is not null`,
    ],
  ],
  [
    'Every name and address of the evidence belongs to an entry',
    'entry 98',
    "insert into audit_texts (entry_id, salt, address) values (98, 'salt', '203.0.113.7')",
  ],
  [
    'Every reservation belongs to an open receipt',
    'Harbor Fog - 3.5G: reserved 999, promised 1',
    "update items set reserved = 999 where name = 'Harbor Fog - 3.5G'",
  ],
  [
    'Every uploaded picture that an item names is stored',
    'Harbor Fog - 3.5G',
    `update items set images = '["uploaded/0123456789abcdef0123456789abcdef.webp"]' where name = 'Harbor Fog - 3.5G'`,
  ],
  [
    'Every uploaded lab result that an item names is stored',
    'Harbor Fog - 3.5G',
    `update items set lab = '{"tested":"2026-10-01","path":"uploaded/0123456789abcdef0123456789abcdef.pdf"}'
     where name = 'Harbor Fog - 3.5G'`,
  ],
  [
    'The logo is stored',
    'uploaded/0123456789abcdef0123456789abcdef.webp',
    "insert into shop_state (key, value) values ('logo', 'uploaded/0123456789abcdef0123456789abcdef.webp')",
  ],
  [
    'A category is merged into no part of itself',
    'Loop',
    "insert into categories (key, name, merged_into, hidden) values ('loop', 'Loop', 'loop', 0)",
  ],
  [
    'No item is both shown and held back',
    /./,
    'update items set is_active = 1, held_back = 1 where id = (select min(id) from items)',
  ],
  [
    'Every import was applied after it began',
    'import early',
    "insert into imports (id, name, content, request, created_at, applied_at) values ('early', 'a.csv', '', '{}', 2, 1)",
  ],
  [
    'Every picture of an import is for an item',
    /^picture \d+$/,
    "insert into import_pictures (task_id, change_id, item_id, address, state) values ('t', 1, 0, 'https://a.test/', 'waiting')",
  ],
  ['Every mapping has a name', 'mapping', "insert into import_mappings (name, mapping) values ('', '{}')"],
  ['A change-set is undone by a later one', 'change 3', 'update change_sets set reverted_by = 3 where id = 3'],
  [
    'A row is undone by a later change-set',
    /^row \d+$/,
    'update change_rows set reverted_by = change_id where id = (select min(id) from change_rows)',
  ],
  [
    'At most one sync waits for a decision',
    /^pending-\d$/,
    [1, 2].map(
      (place) =>
        `insert into pending_syncs (id, feed, prices, reason, actor, plan_hash, created_at)
         values ('pending-${place}', '{}', '{}', 'Prices', 'admin', 'hash', 1)`,
    ),
  ],
  ['Every sync ended after it started', 'sync 1', 'update sync_runs set finished_at = 0 where id = 1'],
  [
    'No member has more favorites than allowed',
    'juniper: 501',
    [
      MANY_ITEMS,
      `insert into favorites (user_id, item_id, created_at)
       select ${JUNIPER}, id, 1 from items where external_id like 'many-%'`,
    ],
  ],
  [
    'No member has more delivery addresses than allowed',
    'juniper: 6',
    [1, 2, 3, 4, 5, 6].map(
      (place) =>
        `insert into addresses (id, user_id, name, lines, country, created_at)
         values ('address-${place}', ${JUNIPER}, 'Fern', '12 Harbor Street', 'Oregon', 1)`,
    ),
  ],
  [
    'The order of a deleted account has a delivery address only while it is paid',
    'receipt 1008',
    [
      `insert into deliveries (receipt_id, name, lines, country)
       select id, 'Fern', '12 Harbor Street', 'Oregon' from receipts where number = 1008`,
      'update receipts set user_id = (select min(id) from users where deleted_at is not null) where number = 1008',
    ],
  ],
  [
    'Every file of an export belongs to an export that is done',
    'task left',
    [
      `insert into tasks (id, kind, user_id, label, state, alive_until, started_at)
        values ('left', 'export_receipts', 'nobody', 'Export receipts', 'failed', 1, 1)`,
      `insert into export_files (task_id, content) values ('left', 'x')`,
    ],
  ],
  [
    'No member waits for more products than allowed',
    'juniper: 501',
    [
      MANY_ITEMS,
      `insert into alerts (user_id, item_id, created_at)
       select ${JUNIPER}, id, 1 from items where external_id like 'many-%'`,
    ],
  ],
  [
    'Every receipt has lines, and they add up',
    'receipt 1001',
    'update receipts set total_cents = 1 where number = 1001',
  ],
  [
    'Every receipt has lines, and they add up',
    'receipt 1001',
    'update receipt_lines set unit_price_cents = unit_price_cents + 1 where id = 1',
  ],
  [
    'Every receipt has lines, and they add up',
    'receipt 1001',
    `delete from receipt_lines where receipt_id = ${COMPLETED_RECEIPT}`,
  ],
  [
    'Every receipt has lines, and they add up',
    'receipt 1001',
    'update receipts set points_discount_cents = 1 where number = 1001',
  ],
  [
    'The points of every receipt are spent once, and returned if it was cancelled or has expired',
    'receipt 1001',
    'update receipts set points = 5 where number = 1001',
  ],
  [
    'The state of every receipt is its last event',
    'receipt 1001',
    `insert into receipt_events (receipt_id, status, actor, at) values (${COMPLETED_RECEIPT}, 'shipped', 'admin', 1)`,
  ],
  [
    'The state of every receipt is its last event',
    'receipt 1001',
    `delete from receipt_events where status = 'completed' and receipt_id = ${COMPLETED_RECEIPT}`,
  ],
  [
    'Every receipt that was marked paid knows when it first was',
    'receipt 1001',
    'update receipts set paid_at = paid_at + 1 where number = 1001',
  ],
  [
    'Every receipt that was marked paid knows when it first was',
    'receipt 1001',
    'update receipts set paid_at = null where number = 1001',
  ],
  [
    'Every unpaid receipt expires, unless enough was received',
    /^receipt 100\d$/,
    "update receipts set expires_at = null where status = 'awaiting_payment'",
  ],
  [
    'What every receipt received is the sum of its payments',
    'receipt 1001',
    'update receipts set received_cents = 1 where number = 1001',
  ],
  [
    'What every receipt received is the sum of its payments',
    'receipt 1001',
    [...PAYMENT, 'update payments set cents = 501'],
  ],
  ['What every receipt received is the sum of its payments', 'receipt 1001', [...PAYMENT, 'delete from payments']],
  [
    'What undid a payment came after it, and takes all of it back',
    'payment 902',
    [...PAYMENT, `${NEW_PAYMENT} values (902, ${COMPLETED_RECEIPT}, 'refunded', 500, 2, 'admin', 901)`, RECEIVED(null)],
  ],
  [
    'What undid a payment came after it, and takes all of it back',
    'payment 900',
    [
      ...PAYMENT,
      `${NEW_PAYMENT} values (900, ${COMPLETED_RECEIPT}, 'received', -500, 2, 'admin', 901)`,
      RECEIVED(null),
    ],
  ],
  [
    'No receipt has more refunded by people than it received',
    'receipt 1001',
    [...PAYMENT, "update payments set kind = 'refunded'", RECEIVED(-500)],
  ],
  [
    'Every payment by hand has dollars, and every other one its transaction',
    'payment 901',
    [...PAYMENT, "update payments set txid = 'f4184fc5'"],
  ],
  [
    'Only payments by hand have a text beside them',
    'payment 901',
    [...SEEN_PAYMENT(COMPLETED_RECEIPT), "insert into payment_texts (payment_id, txid) values (901, 'f4184fc5')"],
  ],
  [
    'What every receipt received is the sum of its payments',
    'receipt 1001',
    [...SEEN_PAYMENT(COMPLETED_RECEIPT), 'update watched_outputs set counts = 0'],
  ],
  [
    'What every receipt received is the sum of its payments',
    'receipt 1001',
    [
      ...SEEN_PAYMENT(COMPLETED_RECEIPT),
      `${NEW_PAYMENT} values (902, ${COMPLETED_RECEIPT}, 'received', 500, 2, 'admin', null)`,
      "insert into payment_texts (payment_id, txid) values (902, ' F4184FC5')",
      RECEIVED(1000),
    ],
  ],
  [
    'Every payment of the chain has what the chain says of it, and the other way round',
    'payment 901',
    [...SEEN_PAYMENT(COMPLETED_RECEIPT), 'delete from watched_outputs'],
  ],
  [
    'Every payment of the chain has what the chain says of it, and the other way round',
    'payment 901',
    [...SEEN_PAYMENT(COMPLETED_RECEIPT), 'update watched_outputs set output = 1'],
  ],
  ['Every payment of the chain is at the address of its order', 'payment 901', SEEN_PAYMENT(OPEN_RECEIPT)],
  [
    'Only completed receipts have earned points',
    /^receipt 100\d$/,
    `update points_entries set receipt_id = ${OPEN_RECEIPT} where receipt_id = ${COMPLETED_RECEIPT}`,
  ],
  [
    'Earned points that were taken back have the entry that did so',
    'receipt 1001',
    `update points_entries set reversed_by = id where receipt_id = ${COMPLETED_RECEIPT}`,
  ],
  [
    'A delivered notice waits for nothing',
    'notice 1',
    'update notices set delivered_at = 1, next_attempt_at = 1 where id = 1',
  ],
];

/** Rules that no row can break, because a constraint of the database refuses it. */
const CONSTRAINED: readonly (readonly [rule: string, constraint: RegExp, statement: string])[] = [
  ['Every changed item belongs to a change-set', /foreign key/i, 'update change_rows set change_id = 987654'],
  ['Every cart line has at least one piece', /cart_items_quantity_above_zero/, 'update cart_items set quantity = 0'],
  [
    'Every receipt line has at least one piece',
    /receipt_lines_quantity_above_zero/,
    'update receipt_lines set quantity = 0',
  ],
];

/** The rule of the database file. PostgreSQL checks its own files. */
const FILE_RULE = 'The database file is sound';

const ORDER = { actor: COMMAND_LINE, now: 1 };
const NOT_IN_BACKUPS = ALL_TABLES.filter(({ inBackups }) => !inBackups);

/** The rule that most tables of a member's own rows have. */
const OF_DELETED = ALL_TABLES.flatMap(({ name, checks }) =>
  Object.keys(checks)
    .filter((rule) => /^No .* belongs to a deleted account$/.test(rule))
    .map((rule) => [rule, name] as const),
);

const folder = mkdtempSync(join(tmpdir(), 'greenroom-checks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  const backup = join(folder, `${kind}.backup`);
  let shop: TestShop;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ shop, close } = await startOnReleasedDatabase('0.1.0', kind, VERSION_0_1_0[kind]));
  });
  afterAll(() => close?.());

  const run = (statement: string) => shop.database.write((tx) => sql.raw(statement).execute(tx));
  /** The lines of the check about rules that are broken. */
  const failures = async (database: Parameters<typeof checkData>[0] = shop.database): Promise<string[]> => {
    const { lines, well } = await checkData(database);
    const failed = lines.filter((line) => !line.startsWith('ok '));
    expect(well).toBe(failed.length === 0);
    return failed;
  };

  /** The same once these statements have run. They are rolled back. */
  const failuresAfter = async (statements: string | readonly string[]): Promise<string[]> => {
    const undone = new Error('undone');
    let found: string[] = [];
    const work = shop.database.write(async (tx) => {
      for (const statement of [statements].flat()) await sql.raw(statement).execute(tx);
      found = await failures({ read: tx, checkFile: () => shop.database.checkFile() });
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    return found;
  };

  test('every table has a rule', () => {
    expect(ALL_TABLES.filter(({ checks }) => Object.keys(checks).length === 0).map(({ name }) => name)).toEqual([]);
  });

  test('a sound shop passes every rule, and every rule has a violation in this test', async () => {
    const { lines, well } = await checkData(shop.database);
    expect(well).toBe(true);
    const tested = new Set([...VIOLATIONS, ...OF_DELETED, ...CONSTRAINED].map(([rule]) => rule));
    if (kind === 'sqlite') tested.add(FILE_RULE);
    expect(lines.toSorted()).toEqual([...tested].map((rule) => `ok   ${rule}`).sort());
  });

  test.each(VIOLATIONS)('the check finds a violation of "%s" and names the row: %s', async (rule, line, statements) => {
    const [failed, ...rows] = await failuresAfter(statements);
    expect(failed).toBe(`FAIL ${rule}`);
    expect(rows.map((row) => row.trim())).toEqual([line instanceof RegExp ? expect.stringMatching(line) : line]);
  });

  test.each(CONSTRAINED)('the database refuses a violation of "%s" by %s', async (_rule, constraint, statement) => {
    await expect(run(statement)).rejects.toThrow(constraint);
  });

  test('of many violations the check names ten and counts the others', async () => {
    const failed = await failuresAfter("update user_events set actor = ''");
    expect(failed).toHaveLength(12);
    expect([failed[0], failed[11]]).toEqual(['FAIL Every account event has an actor', '     and 1 more']);
  });

  describe('after each of them the shop is restored:', () => {
    beforeAll(() => backUp(shop.database, backup, ORDER));
    afterEach(async () => {
      await restore(shop.database, backup, ORDER);
      for (const { name } of NOT_IN_BACKUPS) await run(`delete from ${name}`);
    });

    test.each(OF_DELETED)('the check finds a violation of "%s" and names the account', async (rule, table) => {
      const { id, username } = await shop.database.read
        .selectFrom('users')
        .select(['id', 'username'])
        .where('deleted_at', 'is not', null)
        .executeTakeFirstOrThrow();
      await insertRow(shop, table, { user_id: id });
      expect(await failures()).toEqual([`FAIL ${rule}`, `     ${username}`]);
    });
  });

  // The last one: nothing repairs the file.
  if (kind === 'sqlite') {
    test('the check finds a row in the database file that breaks a constraint', async () => {
      const file = new SqliteDatabase(sqlitePath(shop.dataDir));
      file.pragma('ignore_check_constraints = on');
      file.exec('update items set price_cents = -1 where id = 1');
      file.close();
      expect(await failures()).toEqual([`FAIL ${FILE_RULE}: CHECK constraint failed in items`]);
    });
  }
});
