import * as z from 'zod/mini';
import { user } from './account.ts';
import { endpoint } from './endpoint.ts';
import { pointsKind, pointsTransaction } from './points.ts';
import { receipt, receiptStatus } from './receipts.ts';
import { moment, page, publicIdParam, search, trimmedText } from './values.ts';

/** A user as admins see it. */
export const adminUser = z.extend(user, {
  points: z.number(),
  receipts: z.number(),
  sessions: z.number(),
  lastSeenAt: z.nullable(moment),
  ageConfirmedAt: z.nullable(moment),
});
export type AdminUser = z.infer<typeof adminUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Users, searchable and sortable',
  query: z.object({
    ...page,
    ...search,
    status: z.optional(z.enum(['active', 'suspended', 'unverified', 'admin'])),
    sort: z._default(z.enum(['username', '-username', 'createdAt', '-createdAt', 'points', '-points']), '-createdAt'),
  }),
  output: z.object({ users: z.array(adminUser), total: z.number(), nextCursor: z.nullable(z.string()) }),
  errors: [],
});

export const updateAnyUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'Member type, admin right, status, verification',
  params: publicIdParam,
  input: z.object({
    memberType: z.optional(trimmedText(40).check(z.minLength(1, 'A member type is needed'))),
    isAdmin: z.optional(z.boolean()),
    status: z.optional(z.enum(['active', 'suspended'])),
    verified: z.optional(z.boolean()),
  }),
  output: z.object({ user: adminUser }),
  errors: ['not_found', 'last_admin'],
});

export const makeResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reset-link',
  access: 'admin',
  summary: 'A one-time link to set a new password, 24 hours',
  params: publicIdParam,
  input: z.object({}),
  output: z.object({ url: z.string(), expiresAt: moment }),
  errors: ['not_found'],
});

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  access: 'admin',
  summary: 'Where a user is signed in',
  params: publicIdParam,
  output: z.object({
    sessions: z.array(z.object({ id: z.string(), userAgent: z.string(), createdAt: moment, lastUsedAt: moment })),
  }),
  errors: ['not_found'],
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  access: 'admin',
  summary: 'Sign a user out everywhere',
  params: publicIdParam,
  output: z.object({ message: z.string(), ended: z.number() }),
  errors: ['not_found'],
});

/** What was done to an account, by whom: the history of a user. */
export const listUserEvents = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/events',
  access: 'admin',
  summary: 'History of an account',
  params: publicIdParam,
  query: z.object({ ...page }),
  output: z.object({
    events: z.array(z.object({ id: z.number(), what: z.string(), by: z.string(), at: moment })),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['not_found'],
});

export const grantPoints = endpoint({
  method: 'POST',
  path: '/api/admin/points',
  access: 'admin',
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
  username: z.string(),
  /** Who granted or deducted; null where the shop did. */
  by: z.nullable(z.string()),
  receiptNumber: z.nullable(z.number()),
});

export const listAllTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/points/transactions',
  access: 'admin',
  summary: 'The whole ledger, newest first',
  query: z.object({ ...page, ...search, user: z.optional(z.string()), kind: z.optional(pointsKind) }),
  output: z.object({
    transactions: z.array(adminTransaction),
    total: z.number(),
    nextCursor: z.nullable(z.string()),
    /** Over all that match: points given and taken. */
    totals: z.object({ given: z.number(), taken: z.number() }),
  }),
  errors: [],
});

export const adminReceipt = z.extend(receipt, { username: z.string(), memberType: z.string(), userId: z.string() });
export type AdminReceipt = z.infer<typeof adminReceipt>;

export const listAllReceipts = endpoint({
  method: 'GET',
  path: '/api/admin/receipts',
  access: 'admin',
  summary: 'Receipts, newest first; searched by number, member and product',
  query: z.object({ ...page, ...search, status: z.optional(receiptStatus), user: z.optional(z.string()) }),
  output: z.object({
    receipts: z.array(adminReceipt),
    total: z.number(),
    nextCursor: z.nullable(z.string()),
    /** How many there are in each state, whatever the filter. */
    counts: z.record(receiptStatus, z.number()),
  }),
  errors: [],
});

export const getAnyReceipt = endpoint({
  method: 'GET',
  path: '/api/admin/receipts/:id',
  access: 'admin',
  summary: 'One receipt',
  params: publicIdParam,
  output: z.object({ receipt: adminReceipt }),
  errors: ['not_found'],
});

export const moveReceipt = endpoint({
  method: 'PATCH',
  path: '/api/admin/receipts/:id',
  access: 'admin',
  summary: 'Move a receipt to its next state',
  params: publicIdParam,
  input: z.object({ status: receiptStatus, note: z.optional(trimmedText(1000)) }),
  output: z.object({ receipt: adminReceipt }),
  errors: ['not_found', 'step_not_allowed'],
});

/** Notices to the seller's webhook, newest first (issue: members). */
export const listNotices = endpoint({
  method: 'GET',
  path: '/api/admin/notices',
  access: 'admin',
  summary: 'Notices sent to the webhook and those waiting',
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

/** CSV of what the list shows with the same filters; text, not JSON. */
const csv = (name: string) =>
  endpoint({
    method: 'GET',
    path: `/api/admin/${name}.csv`,
    access: 'admin',
    summary: `The ${name} as CSV`,
    query: z.looseObject({}),
    errors: [],
  });
export const usersCsv = csv('users');
export const transactionsCsv = csv('transactions');
export const receiptsCsv = csv('receipts');
