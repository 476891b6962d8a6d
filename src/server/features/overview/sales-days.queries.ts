import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, type OffsetSpan } from '#domain/local-days.ts';
import { SOLD_STATUSES } from '#domain/receipt-state.ts';
import { fromJson, jsonRows } from '../../db/json.ts';
import type { Db, Tx } from '../../db/types.ts';

/*
 * Sales by the UTC day on which their receipt was first marked paid. Each such day has a counter of its changes. It
 * counts in the transaction of the change, so stored sums of a day can be checked for certain.
 */

/** The counter of a UTC day. The names sort like the days. */
const counterOf = (utcDay: number): string => `sales ${String(utcDay).padStart(6, '0')}`;

/** The number of the UTC day of a moment. */
export const utcDayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Counts a change of what a receipt sold, in the transaction that makes it. */
export const countSalesChange = async (tx: Tx, { paid_at: paidAt }: { paid_at: number | null }): Promise<void> => {
  if (paidAt === null) return;
  await tx
    .insertInto('counters')
    .values({ name: counterOf(utcDayOf(paidAt)), value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`counters.value + 1` }))
    .execute();
};

/** How often the sales of each UTC day have changed. Days without a change since the shop counts are not in it. */
export const readSalesCounters = async (
  db: Db,
  { first, last }: { first: number; last: number },
): Promise<Map<number, number>> => {
  const names = Array.from({ length: last - first + 1 }, (_, index) => counterOf(first + index));
  const rows = await db.selectFrom('counters').select(['name', 'value']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, value }) => [Number(name.slice('sales '.length)), value]));
};

/** Sums of one UTC day and one day of the shop. Amounts in cents. */
interface DayRow {
  utcDay: number;
  day: number;
  orders: number;
  cents: number;
}

/** The sales of an item in these two days, before discounts. */
interface ItemRow {
  utcDay: number;
  day: number;
  itemId: number;
  pieces: number;
  cents: number;
}

/** The day of a moment in the shop's zone. Numbers are literals, because SQLite would divide parameters as fractions. */
const localDay = (spans: readonly OffsetSpan[]): RawBuilder<number> => {
  const at = sql.ref('receipts.paid_at');
  const last = sql.lit(spans.at(-1)!.offset);
  const offset = spans
    .slice(0, -1)
    .reduceRight<RawBuilder<unknown>>(
      (later, span) => sql`case when ${at} < ${sql.lit(span.until)} then ${sql.lit(span.offset)} else ${later} end`,
      last,
    );
  return sql<number>`((${at} + ${offset}) / ${sql.lit(DAY_MS)})`;
};

/**
 * Reads the sales of some UTC days, as they are at one moment: per day, per item, and the lines of receipts with a
 * discount, those of one receipt together.
 */
export const readSalesDays = async (
  db: Db,
  { first, last, spans }: { first: number; last: number; spans: readonly OffsetSpan[] },
) => {
  const utcDay = sql<number>`(receipts.paid_at / ${sql.lit(DAY_MS)})`.as('utcDay');
  const day = localDay(spans).as('day');
  const counted = db
    .selectFrom('receipts')
    .where('receipts.paid_at', '>=', first * DAY_MS)
    .where('receipts.paid_at', '<', (last + 1) * DAY_MS)
    .where('receipts.status', 'in', SOLD_STATUSES);
  const lines = counted.innerJoin('receipt_lines', 'receipt_lines.receipt_id', 'receipts.id');
  const amount = sql<number>`receipt_lines.quantity * receipt_lines.unit_price_cents`;

  const row = await db
    .selectNoFrom([
      jsonRows<DayRow>(
        db,
        counted
          .select([utcDay, day, sql<number>`count(*)`.as('orders')])
          .select(wholeSum(sql`receipts.total_cents - receipts.shipping_cents`).as('cents'))
          .groupBy(['utcDay', 'day']),
      ).as('days'),
      jsonRows<ItemRow>(
        db,
        lines
          .select([utcDay, day, 'receipt_lines.item_id as itemId'])
          .select(wholeSum(sql`receipt_lines.quantity`).as('pieces'))
          .select(wholeSum(amount).as('cents'))
          .groupBy(['utcDay', 'day', 'receipt_lines.item_id']),
      ).as('items'),
      jsonRows(
        db,
        lines
          .where('receipts.points_discount_cents', '>', 0)
          .select([utcDay, day, 'receipts.id as receiptId', 'receipt_lines.item_id as itemId', amount.as('cents')])
          .select('receipts.points_discount_cents as discount')
          .orderBy('receipts.id')
          .orderBy('receipt_lines.position'),
      ).as('discounted'),
    ])
    .executeTakeFirstOrThrow();
  return { days: fromJson(row.days), items: fromJson(row.items), discounted: fromJson(row.discounted) };
};

export type SalesRows = Awaited<ReturnType<typeof readSalesDays>>;

/** Sums of whole numbers are decimals on PostgreSQL. */
const wholeSum = (value: RawBuilder<unknown>): RawBuilder<number> => sql<number>`cast(sum(${value}) as bigint)`;
