import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { call, registerMembers, signInAdmin, withStockedShop } from './fixtures.ts';
import { type Figure, type Part, percentile, timed, timedEach } from './part.ts';
import { withPostgres } from './postgres.ts';
import type { Running } from './processes.ts';
import { repeated, scaled } from './scale.ts';

const RECEIPTS = scaled(50_000);
const PRODUCTS = scaled(2000);
/** The products that sell. */
const SOLD = 500;
/** How many calls are measured. */
const CALLS = repeated(40);
/** The longest time to the last byte, in milliseconds. */
const BAR = 100;
const DAYS = 88;
const DAY_MS = 86_400_000;

/** Runs statements in the shop's database. */
type Execute = (statement: string) => unknown;

/**
 * The overview of 90 days over 50,000 receipts of two lines, all paid in these days, a tenth of them with a discount. The
 * receipts are written directly to the database. Measured are a call when nothing has changed, a call right after an order
 * was marked paid, and the first call after a start.
 */
export const overview: Part = {
  name: 'overview',
  measure: async () => ({ figures: [...(await onSqlite()), ...(await onPostgres())] }),
};

const onSqlite = (): Promise<Figure[]> =>
  withStockedShop(PRODUCTS, async (shop) => {
    const sqlite = new SqliteDatabase(join(shop.dataDir, 'shop.db'), { timeout: 10_000 });
    try {
      return await measureOverview(shop, 'SQLite', (statement) => sqlite.exec(statement));
    } finally {
      sqlite.close();
    }
  });

const onPostgres = (): Promise<Figure[]> =>
  withPostgres((databaseUrl) =>
    withStockedShop(
      PRODUCTS,
      async (shop) => {
        const client = new pg.Client(databaseUrl);
        await client.connect();
        try {
          return await measureOverview(shop, 'PostgreSQL', (statement) => client.query(statement));
        } finally {
          await client.end();
        }
      },
      { DATABASE_URL: databaseUrl },
    ),
  );

const measureOverview = async (shop: Running, engine: string, execute: Execute): Promise<Figure[]> => {
  await registerMembers(shop, 1);
  for (const statement of fill(Date.now())) await execute(statement);
  const token = await signInAdmin(shop);
  const first = await timed(() => readOverview(shop, token));
  const quiet = await timedEach(CALLS, () => readOverview(shop, token));
  const paid: number[] = [];
  for (let receipt = RECEIPTS + 1; receipt <= RECEIPTS + CALLS; receipt++) {
    await markPaid(shop, token, receipt);
    paid.push(await timed(() => readOverview(shop, token)));
  }
  const name = `Overview over ${RECEIPTS.toLocaleString('en-US')} receipts`;
  return [
    { name: `${name}, ${engine}, p95`, value: percentile(quiet, 95), unit: 'ms', bar: BAR },
    { name: `The same right after a payment, ${engine}, p95`, value: percentile(paid, 95), unit: 'ms', bar: BAR },
    { name: `The first one after a start, ${engine}`, value: first, unit: 'ms' },
  ];
};

const readOverview = (shop: Running, token: string) => call(shop, token, ['GET', '/api/admin/overview?days=90']);

const markPaid = (shop: Running, token: string, receipt: number) =>
  call(shop, token, ['PATCH', `/api/admin/receipts/bench-receipt-${receipt}`, { status: 'paid' }]);

/** Statements for both engines. The last receipts await payment. */
const fill = (now: number): string[] => {
  const numbers = `with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${RECEIPTS + CALLS})`;
  const isPaid = `n <= ${RECEIPTS}`;
  const discount = `case when n % 10 = 0 and ${isPaid} then 150 else 0 end`;
  const paidAt = `${now} - n * ${Math.floor((DAYS * DAY_MS) / RECEIPTS)}`;
  return [
    `insert into receipts (id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents, total_cents,
       points_discount_cents, notes, created_at, paid_at)
     ${numbers} select 'bench-receipt-' || n, 100000 + n, (select min(id) from users),
       case when ${isPaid} then 'completed' else 'awaiting_payment' end, 4500, 'standard', 500, 5000 - ${discount},
       ${discount}, '', ${now}, case when ${isPaid} then ${paidAt} end from numbers`,
    ...[0, 1].map(
      (
        position,
      ) => `insert into receipt_lines (receipt_id, position, item_id, product_name, product_brand, quantity, unit_price_cents)
     ${numbers} select 'bench-receipt-' || n, ${position},
       (select min(id) from items) + (n * 7 + ${position * 13}) % ${SOLD}, 'Product', 'Brand', ${position + 1}, 1500 from numbers`,
    ),
    `insert into receipt_events (receipt_id, status, actor, at)
     ${numbers} select 'bench-receipt-' || n, 'awaiting_payment', 'bench', ${now} from numbers where not ${isPaid}`,
    'analyze',
  ];
};
