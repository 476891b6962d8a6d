import type * as z from 'zod/mini';
import type { adminTransaction } from '#contract/points.admin.ts';
import type { pointsTransaction } from '#contract/points.ts';
import type { EntryRow, LedgerRow } from './points.queries.ts';

/** An entry as its member sees it. */
export const presentTransaction = (row: EntryRow): z.output<typeof pointsTransaction> => ({
  id: row.id,
  points: row.points,
  kind: row.kind,
  reason: row.reason,
  createdAt: new Date(row.created_at).toISOString(),
});

/** An entry as admins see it, with its member, its actor and its receipt. */
export const presentAdminTransaction = (row: LedgerRow): z.output<typeof adminTransaction> => ({
  ...presentTransaction(row),
  userId: row.deleted_at === null ? row.user_id : null,
  username: row.username,
  by: row.actor,
  receiptId: row.receipt_id,
  receiptNumber: row.receipt_number,
});
