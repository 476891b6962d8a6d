import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCart } from '#contract/cart.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { getUser } from '#contract/users.ts';
import { createTestDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { nameOf } from '../testing/calls.ts';
import { type EveryCall, startForEveryCall } from '../testing/every-call/every-call.ts';
import { buildMember } from '../testing/factories.ts';
import { recordStatements } from '../testing/sent-statements.ts';

const STREAM = 'a stream, which looks at its session now and then for as long as it is open';

/**
 * How many statements each call sends to PostgreSQL in a warm process, or why they are not counted. Each is a round trip,
 * also begin and commit. A call that changes products includes the one that reads them into the catalogue. The order has
 * five lines; the inventory is small. Two numbers are those with RATE_LIMITS=off and on: some counts hold over all
 * processes.
 */
const STATEMENTS: Readonly<Record<string, number | readonly [off: number, on: number] | string>> = {
  'GET /healthz': 0,
  'GET /readyz': 1,
  'GET /metrics': 3,
  'GET /api/shop': 0,
  'POST /api/auth': [4, 7],
  'GET /api/auth': 1,
  'GET /api/inventory-data': 0,
  'GET /api/inventory-data/:id/explain': 6,
  'GET /api/proxy-image/*': 1,
  'GET /api/logo/:name': 0,
  'GET /api/lab-results/*': 1,
  'GET /api/events': STREAM,
  'GET /api/user/events': STREAM,
  'GET /api/admin/events': STREAM,

  'POST /api/register': [14, 16],
  'POST /api/login': [2, 5],
  'POST /api/logout': 1,
  'POST /api/reset': [16, 17],
  'GET /api/reset/:token': 1,
  'GET /api/user': 1,
  'PATCH /api/user': [25, 28],
  'GET /api/user/sessions': 1,
  'DELETE /api/user/sessions/:id': 1,
  'GET /api/user/export': 18,
  'DELETE /api/user': [55, 57],

  'GET /api/user/passkeys': 2,
  'DELETE /api/user/passkeys/:id': 10,
  'GET /api/user/addresses': 2,
  'POST /api/user/addresses': 10,
  'PATCH /api/user/addresses/:id': 6,
  'DELETE /api/user/addresses/:id': 6,
  'POST /api/user/reauthenticate/options': 6,
  'POST /api/user/reauthenticate': 11,
  'POST /api/passkeys/options': 6,
  'POST /api/passkeys': 19,
  'POST /api/login/passkey/options': [3, 4],
  'POST /api/login/passkey': [10, 11],

  'GET /api/cart': 1,
  'POST /api/cart/add': 1,
  'PATCH /api/cart/items/:id': 1,
  'DELETE /api/cart/items/:id': 1,
  'DELETE /api/cart': 1,
  'PATCH /api/cart/shipping': 1,
  'PATCH /api/cart/notes': 1,
  'PATCH /api/cart/points': 1,

  'GET /api/favorites': 1,
  'PUT /api/favorites/:id': 8,
  'DELETE /api/favorites/:id': 1,
  'GET /api/alerts': 1,
  'PUT /api/alerts/:id': 10,
  'DELETE /api/alerts/:id': 1,
  'POST /api/alerts/seen': 6,

  'POST /api/receipts': 3,
  'GET /api/receipts': 1,
  'GET /api/receipts/:id': 1,
  'GET /api/buy-again': 1,
  'POST /api/receipts/:id/payment-sent': 12,
  'POST /api/receipts/:id/cancel': 14,
  'POST /api/receipts/:id/quote': 7,
  'GET /api/points': 1,
  'GET /api/points/to-come': 2,
  'GET /api/points/transactions': 1,
  'POST /api/test/issue-points': 8,

  'GET /api/admin/receipts': 4,
  'GET /api/admin/receipts/:id': 2,
  'PATCH /api/admin/receipts/:id': 20,
  'POST /api/admin/receipts/bulk': 11,
  'POST /api/admin/receipts/bulk-undo': 13,
  'POST /api/admin/receipts/:id/undo': 18,
  'PATCH /api/admin/receipts/:id/lines': 15,
  'POST /api/admin/receipts/:id/payments': 16,
  'POST /api/admin/receipts/:id/payments/:paymentId/undo': 16,
  'GET /api/admin/payments.csv': 9,
  'GET /api/admin/receipts.csv': 9,
  'POST /api/admin/points': 10,
  'GET /api/admin/points/transactions': 3,
  'GET /api/admin/transactions.csv': 9,
  'GET /api/admin/notices': 2,
  'GET /api/admin/limits': 2,
  'GET /api/admin/limits/unmeasured': 3,
  'PUT /api/admin/limits': 26,
  'GET /api/admin/opening': 3,
  'PATCH /api/admin/opening': 7,
  'GET /api/admin/settings': 8,
  'PUT /api/admin/settings': 30,
  'POST /api/admin/settings/test': 1,
  'POST /api/admin/settings/check-key': 1,
  'POST /api/admin/settings/next-index': 18,
  'DELETE /api/admin/settings/:name/pending': 20,
  'GET /api/admin/shop-notices': 2,
  'PUT /api/admin/shop-notices': 7,
  'PUT /api/admin/logo': 13,
  'DELETE /api/admin/logo': 11,
  'GET /api/admin/rates': 2,
  'PUT /api/admin/rates': 8,
  'POST /api/admin/rates/accept': 10,
  'GET /api/admin/attention': 6,
  'GET /api/admin/overview': 3,
  'GET /api/admin/audit': 6,
  'GET /api/admin/invites': 2,
  'POST /api/admin/invites': 9,
  'DELETE /api/admin/invites/:id': 9,

  'GET /api/admin/users': 3,
  'PATCH /api/admin/users/:id': 11,
  'POST /api/admin/users/:id/reset-link': 12,
  'GET /api/admin/users/:id/sessions': 3,
  'DELETE /api/admin/users/:id/sessions': 12,
  'DELETE /api/admin/users/:id/passkeys': 15,
  'GET /api/admin/users/:id/events': 3,
  'GET /api/admin/users/:id/notes': 3,
  'POST /api/admin/users/:id/notes': 8,
  'GET /api/admin/users.csv': 9,

  'GET /api/admin/inventory': 1,
  'GET /api/admin/inventory/:id/explain': 6,
  'PATCH /api/admin/inventory/:id': 16,
  'DELETE /api/admin/inventory/:id': 15,
  'POST /api/admin/inventory/:id/stock': 18,
  'PATCH /api/admin/inventory/:id/markup': 15,
  'PATCH /api/admin/inventory/:id/toggle': 16,
  'PATCH /api/admin/inventory/:id/weight-label': 15,
  'PATCH /api/admin/inventory/:id/description': 15,
  'PATCH /api/admin/inventory/:id/tiers': 15,
  'PATCH /api/admin/inventory/:id/low-stock': 15,
  'PATCH /api/admin/inventory/:id/pictures': 15,
  'POST /api/admin/inventory/:id/lab-file': 20,
  'POST /api/admin/inventory/:id/pictures': 20,
  'GET /api/admin/inventory/:id/orders': 4,
  'POST /api/admin/inventory/items': 18,
  'POST /api/admin/inventory/samples': 20,
  'POST /api/admin/inventory/bulk-markup': 18,
  'POST /api/admin/inventory/bulk': 15,
  'POST /api/admin/inventory/price-rule': 14,
  'POST /api/admin/inventory/labels': 18,
  'POST /api/admin/inventory/replace-inventory': 33,
  'POST /api/admin/imports': 10,
  'PUT /api/admin/imports/:id': 12,
  'POST /api/admin/imports/:id/apply': 22,
  'GET /api/admin/import-mappings': 2,
  'PUT /api/admin/import-mappings/:name': 6,
  'DELETE /api/admin/import-mappings/:name': 6,
  'GET /api/admin/changes': 3,
  'GET /api/admin/changes/:id': 3,
  'POST /api/admin/changes/:id/revert': 22,

  'GET /api/admin/categories': 4,
  'PATCH /api/admin/categories/:name': 23,
  'PUT /api/admin/categories': 20,

  'GET /api/admin/inventory/sync-status': 7,
  'PATCH /api/admin/inventory/sync-status': 13,
  'GET /api/admin/tasks': 2,
  'POST /api/admin/tasks/:id/retry': 9,
  'GET /api/admin/backups': 1,
  'POST /api/admin/backups': 'a whole backup, which reads every table',
  'POST /api/admin/exports': 'an export, which goes on after the response',
  'GET /api/admin/exports/:id': 2,
  'GET /api/admin/alerts': 2,
  'GET /api/admin/views': 2,
  'PUT /api/admin/views/:name': 9,
  'DELETE /api/admin/views/:name': 8,
  'POST /api/admin/inventory/sync': 40,
  'GET /api/admin/inventory/sync-runs': 2,
  'GET /api/admin/inventory/pending-sync': 6,
  'POST /api/admin/inventory/pending-sync/apply': 31,
  'POST /api/admin/inventory/pending-sync/refuse': 14,
};

test('the table has every call of the contract', () => {
  expect(Object.keys(STATEMENTS).sort()).toEqual(ENDPOINTS.map(nameOf).sort());
});

/** Their first call finds more to do: something to read, to begin or to end, once in a shop. */
const MORE_AT_FIRST: readonly string[] = [
  'GET /api/user/export',
  'GET /api/admin/attention',
  'GET /api/admin/overview',
  'GET /api/admin/inventory',
  'PATCH /api/admin/opening',
  'PUT /api/admin/settings',
  'PUT /api/admin/rates',
  'POST /api/admin/rates/accept',
  'PUT /api/admin/limits',
  'PUT /api/admin/shop-notices',
  'PUT /api/admin/views/:name',
  'POST /api/admin/inventory/replace-inventory',
  'POST /api/admin/inventory/items',
  'POST /api/admin/inventory/samples',
];

const record = recordStatements();

describe.each(['off', 'on'])('with RATE_LIMITS=%s', (RATE_LIMITS) => {
  let server: TestDatabase;
  let calls: EveryCall;
  beforeAll(async () => {
    server = await createTestDatabase();
    calls = await startForEveryCall({ databaseUrl: server.url, settings: { RATE_LIMITS } });
    // The first call of a session opens connections, and looks it up for its own count.
    for (const { call } of [calls.member, calls.admin]) await call(getUser);
  });
  afterAll(async () => {
    await calls.close();
    await server.drop();
  });

  /** The statements of a call, and those with which the catalogue catches up. */
  const statementsOf = (call: () => Promise<{ status: number; text: string }>) =>
    record(async () => {
      const { status, text } = await call();
      expect(status, text).toBeLessThan(300);
      await calls.shop.catalogue.settled();
    });

  const counted = ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint] as const).filter(
    ([name]) => typeof STATEMENTS[name] !== 'string',
  );
  test.each(counted)('%s sends as many statements as the table says', async (name, endpoint) => {
    let last: string[] = [];
    for (const _call of MORE_AT_FIRST.includes(name) ? ['first', 'second'] : ['only']) {
      const call = await calls.prepare(endpoint);
      await calls.shop.catalogue.settled();
      last = (await statementsOf(() => calls.send(call))).map(({ text }) => text);
    }
    const expected = [STATEMENTS[name]].flat().at(RATE_LIMITS === 'off' ? 0 : -1);
    expect(last.length, last.join('\n')).toBe(expected);
  });

  if (RATE_LIMITS === 'on') {
    test('the first call of a session looks it up once more, for its own count of the rate limit', async () => {
      const { call } = await buildMember(calls.shop);
      const counts: number[] = [];
      for (const _call of ['first', 'second']) counts.push((await statementsOf(() => call(getCart))).length);
      expect(counts).toEqual([2, 1]);
    });
  }
});
