import * as z from 'zod/mini';
import { CHANGE_KINDS } from '#domain/inventory-plan.ts';
import { endpoint } from './endpoint.ts';
import { planCounts, planRow } from './plans.ts';
import { flag, idParam, itemIds, moment, page, search, text } from './values.ts';

export const changeKind = z.enum(CHANGE_KINDS);

/** A stored change-set without its rows. */
export const change = z.object({
  id: z.number(),
  kind: changeKind,
  /** A user name, "system" or "command line". */
  actor: z.string(),
  /** A description for people. */
  summary: z.string(),
  counts: planCounts,
  createdAt: moment,
  /** The change-set that undid this one. */
  revertedBy: z.nullable(z.number()),
});
export type Change = z.infer<typeof change>;

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/admin/changes',
  access: 'inventory.read',
  summary: 'History of the inventory, newest first',
  query: z.object({
    ...page,
    ...search,
    item: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    actor: z.optional(text(100)),
    kind: z.optional(changeKind),
    /** False leaves syncs out. */
    syncs: z.optional(flag),
  }),
  output: z.object({ changes: z.array(change), total: z.number(), nextCursor: z.nullable(z.string()) }),
  errors: [],
});

/** A row of a stored change-set. */
const changeRow = z.extend(planRow, {
  /** The change-set that undid this row, alone or with all others. */
  revertedBy: z.nullable(z.number()),
});
export type ChangeRow = z.infer<typeof changeRow>;

const REVERT_IDS = 'itemIds must be a list of 1 to 50,000 item ids';

export const getChange = endpoint({
  method: 'GET',
  path: '/api/admin/changes/:id',
  access: 'inventory.read',
  summary: 'One change-set with its rows, paged',
  params: idParam,
  query: z.object({ ...page }),
  output: z.object({ change, rows: z.array(changeRow), nextCursor: z.nullable(z.string()) }),
  errors: ['not_found'],
});

/** Undoes a whole change-set, or with `itemIds` only its rows of these items. The other rows can be undone later. */
export const revertChange = endpoint({
  method: 'POST',
  path: '/api/admin/changes/:id/revert',
  access: 'inventory.write',
  summary: 'Undo a change-set or some of its rows; values that changed since are skipped and named',
  params: idParam,
  input: z.object({
    itemIds: z.optional(itemIds(REVERT_IDS)),
  }),
  output: z.object({
    message: z.string(),
    changeId: z.nullable(z.number()),
    counts: planCounts,
    /** "Name: field", at most 100. */
    skipped: z.array(z.string()),
  }),
  errors: ['not_found', 'already_reverted', 'not_enough_stock'],
});
