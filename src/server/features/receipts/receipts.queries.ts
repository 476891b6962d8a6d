import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { containsText } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { isUser } from '../users/users.queries.ts';

const RECEIPT_COLUMNS = [
  'receipts.id',
  'receipts.number',
  'receipts.user_id',
  'receipts.status',
  'receipts.subtotal_cents',
  'receipts.shipping_option',
  'receipts.shipping_cents',
  'receipts.total_cents',
  'receipts.notes',
  'receipts.created_at',
  'receipts.expires_at',
  'users.username',
  'users.member_type',
] as const;

/** Which receipts a list shows. */
export interface ReceiptFilter {
  /** Set for a member, who sees only their own. */
  userId?: string | undefined;
  /** A member's id or name, for the filter of admins. */
  user?: string | undefined;
  status?: ReceiptStatus | undefined;
  /** Searches number, member and product. */
  q?: string | undefined;
}

const matching = (db: Db | Tx, { userId, user, status, q }: ReceiptFilter) =>
  db
    .selectFrom('receipts')
    .innerJoin('users', 'users.id', 'receipts.user_id')
    .$if(userId !== undefined, (query) => query.where('receipts.user_id', '=', userId!))
    .$if(!!user, (query) => query.where(isUser(user!)))
    .$if(status !== undefined, (query) => query.where('receipts.status', '=', status!))
    .$if(!!q?.trim(), (query) => {
      const text = q!.trim();
      const number = /^#?(\d{1,15})$/.exec(text)?.[1];
      return query.where((where) =>
        where.or([
          ...(number === undefined ? [] : [where('receipts.number', '=', Number(number))]),
          containsText('users.username', text),
          where.exists(
            where
              .selectFrom('receipt_lines')
              .select('receipt_lines.id')
              .whereRef('receipt_lines.receipt_id', '=', 'receipts.id')
              .where(containsText('receipt_lines.product_name', text)),
          ),
        ]),
      );
    });

/** Receipts with a number below `before`, newest first, with their lines and history. */
export const listReceipts = async (
  db: Db | Tx,
  { before, limit, ...filter }: ReceiptFilter & { before: number | null; limit: number },
) => {
  const rows = await matching(db, filter)
    .select(RECEIPT_COLUMNS)
    .$if(before !== null, (query) => query.where('receipts.number', '<', before!))
    .orderBy('receipts.number', 'desc')
    .limit(limit)
    .execute();
  return withDetails(db, rows);
};

/** A receipt with its lines and history. With `userId`, only if it is that member's. */
export const findReceipt = async (db: Db | Tx, { id, userId }: { id: string; userId?: string }) => {
  const row = await matching(db, { userId }).select(RECEIPT_COLUMNS).where('receipts.id', '=', id).executeTakeFirst();
  return row && (await withDetails(db, [row]))[0];
};

export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

const withDetails = async <Row extends { id: string }>(db: Db | Tx, rows: readonly Row[]) => {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const lines = groupByReceipt(await findReceiptLines(db, ids));
  const events = groupByReceipt(
    await db
      .selectFrom('receipt_events')
      .select(['receipt_id', 'status', 'actor', 'note', 'at'])
      .where('receipt_id', 'in', ids)
      .orderBy('id')
      .execute(),
  );
  return rows.map((row) => ({ ...row, lines: lines.get(row.id) ?? [], events: events.get(row.id) ?? [] }));
};

/** The lines of some receipts, in order. */
export const findReceiptLines = (db: Db | Tx, receiptIds: readonly string[]) =>
  db
    .selectFrom('receipt_lines')
    .select(['receipt_id', 'item_id', 'product_name', 'product_brand', 'quantity', 'unit_price_cents'])
    .where('receipt_id', 'in', receiptIds)
    .orderBy('position')
    .execute();

const groupByReceipt = <Row extends { receipt_id: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.receipt_id);
    if (group) group.push(row);
    else groups.set(row.receipt_id, [row]);
  }
  return groups;
};

export const countReceipts = async (db: Db | Tx, filter: ReceiptFilter): Promise<number> => {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** The number of receipts in each state. A state without receipts is absent. */
export const countByStatus = (db: Db | Tx) =>
  db
    .selectFrom('receipts')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();

/** Adds a step to a receipt's history. */
export const insertReceiptEvent = async (
  tx: Tx,
  event: { receiptId: string; status: ReceiptStatus; actor: string; note: string | null; now: number },
): Promise<void> => {
  await tx
    .insertInto('receipt_events')
    .values({
      receipt_id: event.receiptId,
      status: event.status,
      actor: event.actor,
      note: event.note,
      at: event.now,
    })
    .execute();
};

/** Moves a receipt if it is still in the state `from`. Of two simultaneous calls only one succeeds. */
export const moveStatus = (tx: Tx, { id, from, to }: { id: string; from: ReceiptStatus; to: ReceiptStatus }) =>
  tx
    .updateTable('receipts')
    .set({ status: to, expires_at: null })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning(['number', 'user_id', 'subtotal_cents'])
    .executeTakeFirst();

/** Unpaid receipts that are overdue, the oldest first. */
export const findOverdue = (db: Db, { now, limit }: { now: number; limit: number }) =>
  db
    .selectFrom('receipts')
    .select('id')
    .where('expires_at', '<=', now)
    .where('status', '=', 'awaiting_payment')
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Removes a member's notes and name from the member's receipts. `anonym` replaces the name. */
export const anonymizeReceipts = async (
  tx: Tx,
  { userId, username, anonym }: { userId: string; username: string; anonym: string },
): Promise<void> => {
  await tx.updateTable('receipts').set({ notes: '' }).where('user_id', '=', userId).execute();
  await tx
    .updateTable('receipt_events')
    .set({ actor: anonym })
    .where('actor', '=', username)
    .where('receipt_id', 'in', tx.selectFrom('receipts').select('id').where('user_id', '=', userId))
    .execute();
};
