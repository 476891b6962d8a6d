import { listNotices as listNoticesEndpoint } from '#contract/notices.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { listNotices, type NoticeRow } from './notices.queries.ts';

/** What was sent to the seller's webhook and what still waits, for the panel. */
export const registerNotices: Feature = (serve, { database, settings }) => {
  serve(listNoticesEndpoint, async ({ query: { limit, cursor } }) => {
    const id = decodeCursor(cursor)?.[0];
    const before = Number.isSafeInteger(id) ? (id as number) : null;
    const rows = await listNotices(database.read, { before, limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
    return {
      configured: settings.ORDER_WEBHOOK_URL !== undefined,
      notices: page.map(presentNotice),
      nextCursor,
    };
  });
};

const presentNotice = (row: NoticeRow) => ({
  id: row.id,
  event: row.event,
  receiptNumber: row.receipt_number,
  status: stateOf(row),
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: new Date(row.created_at).toISOString(),
  deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at).toISOString(),
});

const stateOf = (row: NoticeRow): 'waiting' | 'delivered' | 'failed' => {
  if (row.delivered_at !== null) return 'delivered';
  return row.next_attempt_at === null ? 'failed' : 'waiting';
};
