import * as z from 'zod/mini';
import { POINTS_KINDS } from '#domain/points.ts';
import { testPointsInput } from './account-forms.ts';
import { endpoint } from './endpoint.ts';
import { done, moment, page } from './values.ts';

export const pointsKind = z.enum(POINTS_KINDS);

export const pointsTransaction = z.object({
  id: z.number(),
  /** Whole points, negative for a deduction. */
  points: z.number(),
  kind: pointsKind,
  reason: z.string(),
  createdAt: moment,
});

export const getPoints = endpoint({
  method: 'GET',
  path: '/api/points',
  access: 'member',
  summary: "The member's balance",
  output: z.object({ balance: z.number() }),
  errors: [],
});

export const getPointsToCome = endpoint({
  method: 'GET',
  path: '/api/points/to-come',
  access: 'member',
  summary: "The points that the member's open orders will earn",
  output: z.object({ points: z.number() }),
  errors: [],
});

export const listPointsTransactions = endpoint({
  method: 'GET',
  path: '/api/points/transactions',
  access: 'member',
  summary: "The member's ledger, newest first",
  query: z.object({ ...page }),
  output: z.object({ transactions: z.array(pointsTransaction), nextCursor: z.nullable(z.string()) }),
  errors: [],
});

/** The call of the test page. It needs no token, and exists only with TEST_POINTS=on (behavior 1.13). */
export const issueTestPoints = endpoint({
  method: 'POST',
  path: '/api/test/issue-points',
  access: 'public',
  takesIdempotencyKey: true,
  summary: 'Add points to a user (test shops only)',
  input: testPointsInput,
  output: done,
  errors: ['not_found'],
});
