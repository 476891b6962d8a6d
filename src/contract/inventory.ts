import * as z from 'zod/mini';
import { BULK_MARKUP_MAX_PERCENTAGE, MARKUP_MAX_DOLLARS } from '#domain/constants.ts';
import { OWNABLE_FIELDS } from '#domain/inventory-item.ts';
import { ROW_KINDS } from '#domain/inventory-plan.ts';
import { WEIGHT_LABELS } from '#domain/weight-labels.ts';
import { endpoint } from './endpoint.ts';
import { flag, idParam, moment, text } from './values.ts';

const ownableField = z.enum(OWNABLE_FIELDS);

/** An inventory item as an admin sees it (specification §3), amounts in dollars. */
export const adminItem = z.object({
  id: z.number(),
  externalId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  category: z.nullable(z.string()),
  weightLabel: z.nullable(z.string()),
  size: z.nullable(z.string()),
  /** Stock on hand; `reserved` of them are promised to open receipts. */
  quantity: z.number(),
  reserved: z.number(),
  price: z.number(),
  markupDollars: z.number(),
  finalPrice: z.number(),
  isActive: z.boolean(),
  tags: z.array(z.string()),
  images: z.array(z.string()),
  lastSynced: z.nullable(moment),
  /** Fields edited here that syncs leave alone. */
  shopOwned: z.array(ownableField),
  /** Set when the label contradicts name or tags. */
  labelCheck: z.nullable(z.object({ reason: z.string(), suggested: z.nullable(z.string()) })),
});
export type AdminItem = z.infer<typeof adminItem>;

export const getAdminInventory = endpoint({
  method: 'GET',
  path: '/api/admin/inventory',
  access: 'admin',
  summary: 'The whole inventory',
  output: z.object({ inventory: z.array(adminItem) }),
  errors: [],
});

/** Every edit answers the item as it is now and the change-set, for Undo. `changeId` is null when nothing changed. */
const edited = z.object({ message: z.string(), item: adminItem, changeId: z.nullable(z.number()) });

/**
 * The edit of one field. `expected` is the old value the edit rests on; another stored value answers 409 `value_moved`
 * with both (decisions §5).
 */
const edit = <Shape extends z.core.$ZodShape>(path: string, summary: string, field: Shape) =>
  endpoint({
    method: 'PATCH',
    path: `/api/admin/inventory/:id/${path}`,
    access: 'admin',
    summary,
    params: idParam,
    input: z.object({ ...field, expected: z.optional(z.unknown()) }),
    output: edited,
    errors: ['not_found', 'value_moved'],
  });

const MARKUP = 'Markup must be a number from 0 to 100,000';
const MARKUP_PRECISION = 'Markup must have at most two decimals';
const PERCENTAGE = 'Percentage must be a number from 0 to 1,000';
const LABEL = 'Unknown weight label';

const markupDollars = z.number(MARKUP).check(
  z.minimum(0, MARKUP),
  z.maximum(MARKUP_MAX_DOLLARS, MARKUP),
  z.refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-4, MARKUP_PRECISION),
);
/** "none", "" and null all take the label away (decisions §8). */
const weightLabel = z.pipe(
  z.nullable(z.enum([...WEIGHT_LABELS, 'none', ''], LABEL)),
  z.transform((label) => (label === 'none' || label === '' ? null : label)),
);

export const setMarkup = edit('markup', 'Set the markup of one item', { markupDollars });
export const setActive = edit('toggle', 'Activate or deactivate one item', {
  isActive: z.boolean('isActive must be true or false'),
});
export const setWeightLabel = edit('weight-label', 'Set the weight label of one item', { weightLabel });
export const setDescription = edit('description', 'Set the description of one item', {
  description: z.nullable(text(5000)),
});

export const applyBulkMarkup = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/bulk-markup',
  access: 'admin',
  summary: 'Set every markup to a percentage of the base price',
  input: z.object({
    percentage: z.number(PERCENTAGE).check(z.minimum(0, PERCENTAGE), z.maximum(BULK_MARKUP_MAX_PERCENTAGE, PERCENTAGE)),
  }),
  output: z.object({ message: z.string(), changeId: z.nullable(z.number()) }),
  errors: [],
});

export const editMany = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/bulk',
  access: 'admin',
  summary: 'Edit many items in one change-set, or give fields back to the feed',
  input: z.object({
    ids: z.array(z.number().check(z.int(), z.positive())).check(z.minLength(1), z.maxLength(50_000)),
    set: z.optional(
      z.object({
        isActive: z.optional(z.boolean()),
        markupDollars: z.optional(markupDollars),
        weightLabel: z.optional(weightLabel),
      }),
    ),
    giveBack: z.optional(z.array(ownableField)),
  }),
  output: z.object({ message: z.string(), changed: z.number(), changeId: z.nullable(z.number()) }),
  errors: ['not_found'],
});

/** Sets every doubtful label, or those of the given items, to the suggested one. */
export const fixLabels = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/labels',
  access: 'admin',
  summary: 'Correct doubtful weight labels',
  input: z.object({ ids: z.optional(z.array(z.number().check(z.int(), z.positive())).check(z.maxLength(50_000))) }),
  output: z.object({ message: z.string(), changed: z.number(), changeId: z.nullable(z.number()) }),
  errors: [],
});

/** One row of a plan or a change-set: what an item becomes, is no longer, or which fields change. */
export const planRow = z.object({
  /** Null for an item that does not exist yet. */
  itemId: z.nullable(z.number()),
  externalId: z.string(),
  name: z.string(),
  kind: z.enum(ROW_KINDS),
  /** Field by field, in the shop's own terms (dollars). */
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type PlanRow = z.infer<typeof planRow>;

export const planCounts = z.object({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  unchanged: z.number(),
});

const uploadStats = z.object({
  categoriesFound: z.number(),
  totalProducts: z.number(),
  productsWithStock: z.number(),
});

/**
 * Replaces the whole inventory from a file: a multipart form with the field "file". With `dryRun=true` it answers the
 * plan and does nothing; with `planHash` it applies only the plan that was shown (decisions §5, §8).
 */
export const replaceInventory = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/replace-inventory',
  access: 'admin',
  summary: 'Replace the whole inventory from a file',
  query: z.object({ dryRun: z.optional(flag), planHash: z.optional(text(100)) }),
  output: z.object({
    message: z.string(),
    stats: uploadStats,
    counts: planCounts,
    warnings: z.array(z.string()),
    /** Dry run only. */
    planHash: z.optional(z.string()),
    /** Dry run only: the first 100. */
    rows: z.optional(z.array(planRow)),
    /** Applied only. */
    changeId: z.optional(z.nullable(z.number())),
    /** Applied only: the replacement switched the automatic sync off. */
    autoSyncSwitchedOff: z.optional(z.boolean()),
  }),
  errors: ['wrong_file_type', 'file_too_large', 'file_invalid', 'plan_moved'],
});
export type ReplaceResult = z.infer<NonNullable<(typeof replaceInventory)['output']>>;
