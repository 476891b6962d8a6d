import { listNotices as listNoticesEndpoint } from '#contract/notices.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { listNotices, type NoticeRow } from './notices.queries.ts';

/** The notices for the seller's webhook, as the panel lists them (behavior 7.6). */
export const registerNotices: Feature = (serve, { database, settings }) => {
  serve(listNoticesEndpoint, async ({ query: { limit, cursor } }) => {
    const rows = await listNotices(database.read, { before: decodeIdCursor(cursor), limit: limit + 1 });
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
  status: statusOf(row),
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: new Date(row.created_at).toISOString(),
  deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at).toISOString(),
});

const statusOf = (row: NoticeRow): 'waiting' | 'delivered' | 'failed' => {
  if (row.delivered_at !== null) return 'delivered';
  return row.next_attempt_at === null ? 'failed' : 'waiting';
};
