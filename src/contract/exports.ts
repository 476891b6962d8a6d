import * as z from 'zod/mini';
import type { ExportList } from '#domain/tasks.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { transactionsCsv } from './points.admin.ts';
import { receiptsCsv } from './receipts.admin.ts';
import { usersCsv } from './users.admin.ts';
import { publicIdParam } from './values.ts';

/** The CSV call of each list. An export as a task needs what that call needs, and takes the same filters. */
export const CSV_CALLS = {
  receipts: receiptsCsv,
  transactions: transactionsCsv,
  users: usersCsv,
} as const satisfies Record<ExportList, Endpoint>;

const exportOf = <List extends ExportList, Query>(kind: List, { query }: { query?: Query }) =>
  z.object({ kind: z.enum([kind]), query: query as NonNullable<Query> });

/** Exports a list as a task, which goes on when the page is closed (behavior 10.30). */
export const startExport = endpoint({
  method: 'POST',
  path: '/api/admin/exports',
  access: 'panel',
  takesIdempotencyKey: true,
  summary: 'Export a list as CSV, as long work with a file at its end',
  input: z.discriminatedUnion('kind', [
    exportOf('receipts', CSV_CALLS.receipts),
    exportOf('transactions', CSV_CALLS.transactions),
    exportOf('users', CSV_CALLS.users),
  ]),
  output: z.object({ id: z.string() }),
  status: 202,
  errors: ['reauthentication_needed'],
});

/** The file of a finished export, for a day and for the user who started it. */
export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/admin/exports/:id',
  access: 'panel',
  summary: 'The file of an export that you started',
  params: publicIdParam,
  errors: ['reauthentication_needed'],
});
