import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { listAudit } from '#contract/audit.ts';
import { getChange, listChanges } from '#contract/changes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { STREAMS } from '#contract/events.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { explainItem } from '#contract/inventory.ts';
import { listNotices } from '#contract/notices.ts';
import { addPayment, undoPayment } from '#contract/payments.admin.ts';
import { grantPoints, listAllTransactions } from '#contract/points.admin.ts';
import {
  changeReceiptLines,
  getAnyReceipt,
  listAllReceipts,
  moveReceipt,
  undoReceiptStep,
} from '#contract/receipts.admin.ts';
import {
  addMemberNote,
  listMemberNotes,
  listUserEvents,
  listUserSessions,
  listUsers,
  updateAnyUser,
} from '#contract/users.admin.ts';
import { deleteAccount, exportData, login, register } from '#contract/users.ts';
import { followStock } from '../features/alerts/follow-stock.ts';
import { chainEntries } from '../features/audit/chain.service.ts';
import { claimNotice, findDueNotices } from '../features/notices/notices.queries.ts';
import { receiptsOfCodes } from '../features/receipts/found-receipts.queries.ts';
import { expireReceipts } from '../features/receipts/receipt-steps.service.ts';
import { TABLES } from '../tables.ts';
import { createTestDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { nameOf } from '../testing/calls.ts';
import { type EveryCall, startForEveryCall } from '../testing/every-call/every-call.ts';
import { fillLargely, LARGE_TABLES, OPEN_RECEIPTS } from '../testing/large-database.ts';
import { recordStatements, type SentStatement } from '../testing/sent-statements.ts';
import { startTestShop } from '../testing/test-shop.ts';
import { deleteEnded } from './table.ts';

/*
 * PostgreSQL's plans for the statements of hot calls, in a database with 100,000 receipts, members and so on.
 */

/** Calls of members that read or change everything of an account. They are rare. */
const RARE: readonly Endpoint[] = [exportData, deleteAccount];

const HOT_CALLS: readonly Endpoint[] = [
  ...ENDPOINTS.filter((endpoint) => endpoint.access === 'member' && ![...RARE, ...STREAMS].includes(endpoint)),
  login,
  register,
  listAllReceipts,
  getAnyReceipt,
  moveReceipt,
  undoReceiptStep,
  changeReceiptLines,
  addPayment,
  undoPayment,
  getAttention,
  listUsers,
  updateAnyUser,
  listUserSessions,
  listUserEvents,
  listMemberNotes,
  addMemberNote,
  listAllTransactions,
  grantPoints,
  listChanges,
  getChange,
  explainItem,
  listNotices,
  listAudit,
];

const NOW = Date.UTC(2030, 0, 1);

/** Lists of the panel with filters that read few rows, and second pages. */
const FILTERED_LISTS = [
  '/api/admin/receipts?status=paid',
  '/api/admin/receipts?paymentSent=true',
  '/api/admin/receipts?user=buyer.000123',
  '/api/admin/receipts?batch=B-123',
  `/api/admin/receipts?cursor=${Buffer.from('[50000]').toString('base64url')}`,
  '/api/admin/receipts?sort=oldest',
  '/api/admin/receipts?sort=total-high',
  '/api/admin/receipts?sort=member',
  `/api/admin/receipts?sort=member&cursor=${Buffer.from('["member","buyer.000050",9007199254740991]').toString('base64url')}`,
  `/api/admin/receipts?sort=total-high&cursor=${Buffer.from('["total-high",10000,9007199254740991]').toString('base64url')}`,
  '/api/admin/receipts?minTotal=50&maxTotal=50',
  '/api/admin/receipts?paidFrom=2029-12-30&paidTo=2029-12-31',
  '/api/admin/receipts?item=1000007',
  '/api/admin/receipts?paidFrom=2029-12-01&paidTo=2029-12-31&item=1000007',
  '/api/admin/users?sort=username',
  '/api/admin/users?sort=-email',
  '/api/admin/users?sort=memberType',
  `/api/admin/users?cursor=${Buffer.from(`[${NOW - 864e6},"0"]`).toString('base64url')}`,
  '/api/admin/points/transactions?user=buyer.000123',
  '/api/admin/points/transactions?kind=earned',
  '/api/admin/points/transactions?sort=oldest',
  '/api/admin/points/transactions?sort=points-high',
  `/api/admin/points/transactions?sort=points-low&cursor=${Buffer.from('["points-low",40,50000]').toString('base64url')}`,
  '/api/admin/points/transactions?sort=member',
  '/api/admin/audit?kind=backup',
  `/api/admin/audit?cursor=${Buffer.from('[50000]').toString('base64url')}`,
  '/api/admin/audit?actor=buyer.000123',
  '/api/admin/inventory/1000007/explain',
  '/api/inventory-data/1000007/explain',
];

/** More rows than a page has, with their lines. Counts and sums may read more, but only in an index. */
const MOST_ROWS = 500;
/** Needs you looks at every open receipt, with its lines. */
const MOST_OPEN = Math.ceil(OPEN_RECEIPTS * 1.1);

const record = recordStatements();
let server: TestDatabase;
let calls: EveryCall;
let explainer: pg.Client;
beforeAll(async () => {
  server = await createTestDatabase();
  calls = await startForEveryCall({
    databaseUrl: server.url,
    now: NOW,
    // Reading the cart and confirming then read the member's purchases too.
    settings: { PURCHASE_LIMITS: 'flower=28g/30d' },
  });
  await fillLargely(server.url, NOW);
  explainer = new pg.Client(server.url);
  await explainer.connect();
  // The shop's prepared statements are planned without their values after some runs.
  await explainer.query('set plan_cache_mode = force_generic_plan');
});
afterAll(async () => {
  await explainer?.end();
  await calls?.close();
  await server?.drop();
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** Of each loop, and only of a plan that ran. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Explains a statement as the shop sends it. With `run` it is run, so that the plan says how many rows it read. */
const explain = async ({ name, text, values }: SentStatement, { run }: { run: boolean }): Promise<PlanNode[]> => {
  const explained = `explain (format json${run ? ', analyze, timing off' : ''})`;
  const plansOf = async (query: pg.QueryConfig) =>
    nodesOf((await explainer.query(query)).rows[0]['QUERY PLAN'][0].Plan as PlanNode);
  if (name === undefined) return plansOf({ text: `${explained} ${text}`, values });
  await explainer.query(`prepare ${explainer.escapeIdentifier(name)} as ${text}`);
  const given = values.map((value) => (value === null ? 'null' : explainer.escapeLiteral(String(value))));
  const plans = await plansOf({
    text: `${explained} execute ${explainer.escapeIdentifier(name)}(${given.join(', ')})`,
  });
  await explainer.query(`deallocate ${explainer.escapeIdentifier(name)}`);
  return plans;
};

/** Returns the problem of a statement's plan, if it has one. */
const faultsOf = async (statement: SentStatement, most: number): Promise<string[]> => {
  if (!/^\s*(with|select|insert|update|delete)\s/i.test(statement.text)) return [];
  let nodes = await explain(statement, { run: false });
  const writes = nodes.some((node) => node['Node Type'] === 'ModifyTable');
  if (!writes) nodes = await explain(statement, { run: true });
  return nodes.flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = 'no index' } = node;
    const read = ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);
    const isLarge = (LARGE_TABLES as readonly string[]).includes(table);
    const scansAll = isLarge && type === 'Seq Scan';
    const readsMany = isLarge && read > most && type !== 'Index Only Scan';
    return scansAll || readsMany ? [`${type} of ${table} (${index}), ${read} rows: ${statement.text}`] : [];
  });
};

/** Returns the problems of the plans of all statements that `work` sends. */
const faultsIn = async (work: () => Promise<unknown>, most = MOST_ROWS): Promise<string[]> => {
  const statements = await record(work);
  expect(statements).not.toEqual([]);
  const faults: string[] = [];
  for (const statement of statements) faults.push(...(await faultsOf(statement, most)));
  return faults;
};

test.each(HOT_CALLS.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s scans no large table',
  async (_name, endpoint) => {
    const call = await calls.prepare(endpoint);
    const faults = await faultsIn(
      async () => {
        const { status, text } = await calls.send(call);
        expect(status, text).toBeLessThan(300);
      },
      endpoint === getAttention ? MOST_OPEN : MOST_ROWS,
    );
    expect(faults).toEqual([]);
  },
);

test.each(FILTERED_LISTS)('%s scans no large table', async (path) => {
  const faults = await faultsIn(async () => {
    const { status, text } = await calls.shop.request('GET', path, { token: calls.admin.token });
    expect(status, text).toBe(200);
  });
  expect(faults).toEqual([]);
});

test('users sorted by what they spent read an index of what was sold, and no receipt', async () => {
  const faults = await faultsIn(async () => {
    const { status, text } = await calls.shop.request('GET', '/api/admin/users?sort=-spent', {
      token: calls.admin.token,
    });
    expect(status, text).toBe(200);
  });
  expect(faults.filter((fault) => / of receipts /.test(fault))).toEqual([]);
});

test('jobs look for overdue receipts, due notices, alerts and entries of the evidence without a scan', async () => {
  const { database, clock } = calls.shop;
  const faults = await faultsIn(async () => {
    await expireReceipts(calls.shop);
    await followStock(calls.shop, [1_000_010, 1_000_020]);
    await chainEntries(calls.shop.database);
    await findDueNotices(database.read, { now: clock(), limit: 20 });
    await database.write((tx) => claimNotice(tx, { id: 1, attempts: 7, until: clock() }));
  });
  expect(faults).toEqual([]);
});

test('the receipt of an address or a transaction is found without a scan', async () => {
  const faults = await faultsIn(() =>
    receiptsOfCodes(calls.shop.database.read, ['bc1qnobody', 'f'.repeat(64)]).execute(),
  );
  expect(faults).toEqual([]);
});

test('the history that has ended is found by its change-sets, without a scan of all rows', async () => {
  const { database, clock } = calls.shop;
  const faults = await faultsIn(() =>
    database.write((tx) => deleteEnded(tx, TABLES.change_rows, { now: clock(), limit: 1000 })),
  );
  expect(faults).toEqual([]);
});

test('a young shop, of which PostgreSQL knows nothing yet, finds an active item by its id', async () => {
  const young = await createTestDatabase();
  const shop = await startTestShop({ databaseUrl: young.url });
  const client = new pg.Client(young.url);
  await client.connect();
  for (const generic of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set plan_cache_mode = ${generic}`);
    await client.query(
      `prepare item (bigint) as select name from items where id = $1 and listed = 1 and is_active = 1`,
    );
    const { rows } = await client.query('explain execute item(5)');
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: \(id = /);
    await client.query('deallocate item');
  }
  await client.end();
  await shop.close();
  await young.drop();
});
