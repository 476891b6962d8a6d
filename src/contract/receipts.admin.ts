import * as z from 'zod/mini';
import { csvEndpoint, endpoint } from './endpoint.ts';
import { receipt, receiptStatus } from './receipts.ts';
import { page, publicIdParam, search, trimmedText, userFilter } from './values.ts';

export const adminReceipt = z.extend(receipt, { username: z.string(), memberType: z.string(), userId: z.string() });
export type AdminReceipt = z.infer<typeof adminReceipt>;

/** The recall list of a batch: receipts from paid on (behavior 7.20). */
const batchFilter = { batch: z.optional(trimmedText(60)) };

export const listAllReceipts = endpoint({
  method: 'GET',
  path: '/api/admin/receipts',
  access: 'orders.read',
  summary: 'Receipts, newest first; searched by number, member and product',
  query: z.object({ ...page, ...search, status: z.optional(receiptStatus), ...userFilter, ...batchFilter }),
  output: z.object({
    receipts: z.array(adminReceipt),
    total: z.number(),
    nextCursor: z.nullable(z.string()),
    /** The number of receipts in each state, regardless of the filter. */
    counts: z.record(receiptStatus, z.number()),
  }),
  errors: [],
});

export const getAnyReceipt = endpoint({
  method: 'GET',
  path: '/api/admin/receipts/:id',
  access: 'orders.read',
  summary: 'One receipt',
  params: publicIdParam,
  output: z.object({ receipt: adminReceipt }),
  errors: ['not_found'],
});

export const moveReceipt = endpoint({
  method: 'PATCH',
  path: '/api/admin/receipts/:id',
  access: 'orders.write',
  summary: 'Move a receipt to its next state',
  params: publicIdParam,
  input: z.object({ status: receiptStatus, note: z.optional(trimmedText(1000)) }),
  output: z.object({ receipt: adminReceipt }),
  errors: ['not_found', 'step_not_allowed'],
});

export const receiptsCsv = csvEndpoint('receipts', listAllReceipts, { access: 'orders.read' });
