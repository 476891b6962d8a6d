import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { moment, page } from './values.ts';

/** Notices to the seller's webhook, newest first (behavior 7.6). */
export const listNotices = endpoint({
  method: 'GET',
  path: '/api/admin/notices',
  access: 'orders.read',
  summary: 'Notices that were sent to the webhook, and those that wait',
  query: z.object({ ...page }),
  output: z.object({
    configured: z.boolean(),
    notices: z.array(
      z.object({
        id: z.number(),
        event: z.string(),
        receiptNumber: z.nullable(z.number()),
        status: z.enum(['waiting', 'delivered', 'failed']),
        attempts: z.number(),
        lastError: z.nullable(z.string()),
        createdAt: moment,
        deliveredAt: z.nullable(moment),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  errors: [],
});
