import * as z from 'zod/mini';
import { csvEndpoint, endpoint } from './endpoint.ts';
import { pointsKind, pointsTransaction } from './points.ts';
import { page, search, trimmedText, userFilter } from './values.ts';

export const grantPoints = endpoint({
  method: 'POST',
  path: '/api/admin/points',
  access: 'points.write',
  takesIdempotencyKey: true,
  summary: 'Grant points, or deduct with a negative number',
  input: z.object({
    username: trimmedText(200).check(z.minLength(1, 'A user is needed')),
    points: z.number('Points must be a whole number').check(
      z.int('Points must be a whole number'),
      z.minimum(-1_000_000),
      z.maximum(1_000_000),
      z.refine((points) => points !== 0, 'Points must not be 0'),
    ),
    reason: trimmedText(200).check(z.minLength(1, 'A reason is needed')),
  }),
  output: z.object({ message: z.string(), balance: z.number() }),
  errors: ['not_found', 'not_enough_points'],
});

export const adminTransaction = z.extend(pointsTransaction, {
  /** The member; null if the account was deleted. */
  userId: z.nullable(z.string()),
  username: z.string(),
  /** The admin who granted or deducted; null for the shop itself. */
  by: z.nullable(z.string()),
  receiptId: z.nullable(z.string()),
  receiptNumber: z.nullable(z.number()),
});

/** The orders of the ledger: by time, points or the member's name, each in both directions (behavior 8.3). */
export const LEDGER_SORTS = ['newest', 'oldest', 'points-high', 'points-low', 'member', 'member-last'] as const;
export type LedgerSort = (typeof LEDGER_SORTS)[number];

export const listAllTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/points/transactions',
  access: 'points.write',
  summary: 'The whole ledger, sorted',
  query: z.object({
    ...page,
    ...search,
    ...userFilter,
    kind: z.optional(pointsKind),
    sort: z._default(z.enum(LEDGER_SORTS), 'newest'),
  }),
  output: z.object({
    transactions: z.array(adminTransaction),
    total: z.number(),
    nextCursor: z.nullable(z.string()),
    /** Over all matching entries: points granted and deducted. */
    totals: z.object({ given: z.number(), taken: z.number() }),
  }),
  errors: [],
});

export const transactionsCsv = csvEndpoint('transactions', listAllTransactions, { access: 'points.write' });
