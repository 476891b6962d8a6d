import { join } from 'node:path';
import pg from 'pg';
import { SqliteDatabase } from '../src/server/db/sqlite-driver.ts';
import type { Running } from './processes.ts';

/** Runs a statement in the database of a shop. */
export type Execute = (statement: string) => Promise<unknown>;

/** Runs the work with access to the shop's database beside the shop. The settings are those of the shop. */
export const withDirectAccess = async <Result>(
  { dataDir }: Running,
  { DATABASE_URL }: { DATABASE_URL?: string },
  work: (execute: Execute) => Promise<Result>,
): Promise<Result> => {
  if (DATABASE_URL) {
    const client = new pg.Client(DATABASE_URL);
    await client.connect();
    try {
      return await work((statement) => client.query(statement));
    } finally {
      await client.end();
    }
  }
  const sqlite = new SqliteDatabase(join(dataDir, 'shop.db'), { timeout: 10_000 });
  try {
    return await work(async (statement) => sqlite.exec(statement));
  } finally {
    sqlite.close();
  }
};

/** A table `numbers` with a column n from 1 to `last`, for the beginning of a statement on both engines. */
const numbersTo = (last: number): string =>
  `with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${last})`;

const DAYS = 88;
const DAY_MS = 86_400_000;
/** The products that sell. */
const SOLD = 500;

/** A statement that adds members to a shop with a member of the bench. */
export const memberStatement = (members: number): string => `
  insert into users (id, username, email, signal_username, password_hash, role, member_type, status, created_at)
  ${numbersTo(members)} select 'filled-' || n, 'filled_' || n, 'filled' || n || '@example.test', '', password_hash, role,
    member_type, status, created_at from numbers, users where username = 'bench_0'`;

/**
 * Statements that add receipts of two lines, all paid within 88 days, a tenth of them with a discount, and then some that
 * await payment. They belong in turn to the members of `memberStatement`, or all to one user if there are none.
 */
export const receiptStatements = ({
  paid,
  awaiting,
  members,
}: {
  paid: number;
  awaiting: number;
  members: number;
}): string[] => {
  const now = Date.now();
  const numbers = numbersTo(paid + awaiting);
  const isPaid = `n <= ${paid}`;
  const discount = `case when n % 10 = 0 and ${isPaid} then 150 else 0 end`;
  const paidAt = `${now} - n * ${Math.floor((DAYS * DAY_MS) / paid)}`;
  const owner = members > 0 ? `'filled-' || (n % ${members} + 1)` : '(select min(id) from users)';
  return [
    `insert into receipts (id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents, total_cents,
       points_discount_cents, notes, created_at, paid_at)
     ${numbers} select 'bench-receipt-' || n, 100000 + n, ${owner},
       case when ${isPaid} then 'completed' else 'awaiting_payment' end, 4500, 'standard', 500, 5000 - ${discount},
       ${discount}, '', ${now}, case when ${isPaid} then ${paidAt} end from numbers`,
    ...[0, 1].map(
      (position) => `
     insert into receipt_lines (receipt_id, position, item_id, product_name, product_brand, quantity, unit_price_cents)
     ${numbers} select 'bench-receipt-' || n, ${position},
       (select min(id) from items) + (n * 7 + ${position * 13}) % ${SOLD}, 'Product', 'Brand', ${position + 1}, 1500
     from numbers`,
    ),
    `insert into receipt_events (receipt_id, status, actor, at)
     ${numbers} select 'bench-receipt-' || n, 'awaiting_payment', 'bench', ${now} from numbers where not ${isPaid}`,
    'analyze',
  ];
};
