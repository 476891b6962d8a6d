import type { Db } from '../../db/types.ts';

/** The lines of open receipts that reserve an item, oldest receipt first. */
export const findReservers = (db: Db, { itemId }: { itemId: number }) =>
  db
    .selectFrom('receipt_lines')
    .innerJoin('receipts', 'receipts.id', 'receipt_lines.receipt_id')
    .innerJoin('users', 'users.id', 'receipts.user_id')
    .select(['receipts.id as receiptId', 'receipts.number', 'users.username', 'receipt_lines.quantity'])
    .where('receipt_lines.item_id', '=', itemId)
    .where('receipts.status', 'in', ['awaiting_payment', 'paid'])
    .where('receipt_lines.quantity', '>', 0)
    .orderBy('receipts.number')
    .execute();

/** Returns an item's sales from a time on, in receipts that count as sales, and when it was last paid at all. */
export const sumSales = (db: Db, { itemId, since }: { itemId: number; since: number }) =>
  db
    .selectFrom('receipt_lines')
    .innerJoin('receipts', 'receipts.id', 'receipt_lines.receipt_id')
    .select(({ fn, eb, ref }) => {
      const counted = (value: ReturnType<typeof eb>) =>
        fn.coalesce(
          fn.sum<number>(eb.case().when('receipts.paid_at', '>=', since).then(value).else(0).end()),
          eb.lit(0),
        );
      return [
        counted(eb('receipt_lines.quantity', '+', 0)).as('pieces'),
        counted(eb('receipt_lines.quantity', '*', ref('receipt_lines.unit_price_cents'))).as('cents'),
        fn.max('receipts.paid_at').as('last'),
      ];
    })
    .where('receipt_lines.item_id', '=', itemId)
    .where('receipts.status', 'in', ['paid', 'shipped', 'completed'])
    .where('receipts.paid_at', 'is not', null)
    .executeTakeFirstOrThrow();
