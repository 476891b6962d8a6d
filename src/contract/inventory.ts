import * as z from 'zod/mini';
import { MOST_CHANGED_IDS } from '#domain/changed-ids.ts';
import { BULK_MARKUP_MAX_PERCENTAGE, MARKUP_MAX_DOLLARS } from '#domain/constants.ts';
import { OWNABLE_FIELDS } from '#domain/inventory-item.ts';
import { CHANGE_KINDS } from '#domain/inventory-plan.ts';
import { PRICE_ROUNDINGS, PRICE_RULE_KINDS, priceRuleProblem } from '#domain/price-rule.ts';
import { MOST_TIERS, readTiers } from '#domain/tiers.ts';
import { WEIGHT_LABELS } from '#domain/weight-labels.ts';
import { endpoint } from './endpoint.ts';
import { fileStats, planCounts, planRow } from './plans.ts';
import { labResult } from './shared-fields.ts';
import { flag, idParam, itemIds, moment, text } from './values.ts';

/** The fields that the feed has until somebody edits them, by their names in the API. */
const OWNABLE = [...OWNABLE_FIELDS.filter((field) => field !== 'priceCents'), 'price'] as const;
const ownableField = z.enum(OWNABLE);
export type OwnableName = z.infer<typeof ownableField>;

/** An inventory item as an admin sees it, amounts in dollars. */
export const adminItem = z.object({
  id: z.number(),
  externalId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  category: z.nullable(z.string()),
  weightLabel: z.nullable(z.string()),
  size: z.nullable(z.string()),
  /** Stock on hand. `reserved` of it is promised to open receipts. */
  quantity: z.number(),
  reserved: z.number(),
  /** Somebody has corrected the feed's figure, which holds until the feed sends another one (behavior 9.22). */
  stockCorrected: z.boolean(),
  price: z.number(),
  markupDollars: z.number(),
  finalPrice: z.number(),
  /** Base prices from a number of pieces (behavior 4.11). */
  tiers: z.array(z.object({ from: z.number(), price: z.number() })),
  batch: z.nullable(z.string()),
  lab: z.nullable(labResult),
  isActive: z.boolean(),
  /** The item's own threshold for low stock; null for the shop's. */
  lowStock: z.nullable(z.number()),
  /** The stock is at or below the threshold that holds for the item. */
  isLow: z.boolean(),
  /** An admin added it, and no sync changes it (behavior 9.15). */
  byHand: z.boolean(),
  tags: z.array(z.string()),
  images: z.array(z.string()),
  lastSynced: z.nullable(moment),
  /** Fields that syncs leave alone, because an admin edited them. */
  shopOwned: z.array(ownableField),
  /** The feed's values of these fields, by field. Absent if there are none (behavior 9.3). */
  feedValues: z.optional(z.record(z.string(), z.unknown())),
  /** Set if the label contradicts name, size or tags (behavior 9.1). */
  labelCheck: z.nullable(z.object({ reason: z.string(), suggested: z.nullable(z.string()) })),
});
export type AdminItem = z.infer<typeof adminItem>;

/** The highest threshold for low stock. */
const MOST_LOW_STOCK = 1_000_000;

/** The whole inventory, or with `ids=1,2,3` only those of these items that are listed (behavior 10.3). For more ids, load all. */
export const getAdminInventory = endpoint({
  method: 'GET',
  path: '/api/admin/inventory',
  access: 'inventory.read',
  summary: 'The inventory',
  query: z.object({
    ids: z.optional(
      z.pipe(
        z.string().check(
          z.regex(/^\d{1,15}(,\d{1,15})*$/, 'ids must be numbers separated by commas'),
          z.refine((ids) => ids.split(',').length <= MOST_CHANGED_IDS, `At most ${MOST_CHANGED_IDS} ids are allowed`),
        ),
        z.transform((ids: string) => ids.split(',').map(Number)),
      ),
    ),
  }),
  output: z.object({ inventory: z.array(adminItem) }),
  errors: [],
});

/** The change-set that gave a number its value. */
const origin = z.object({
  changeId: z.number(),
  kind: z.enum(CHANGE_KINDS),
  /** True if the change brought the item into the lists, so that a new item got its first values. */
  added: z.boolean(),
  at: moment,
  /** A user name, "system" or "command line". */
  by: z.string(),
  /** The number before, null for a new item, and the number that it set. Amounts in dollars. */
  before: z.nullable(z.number()),
  after: z.number(),
});
export type Origin = z.infer<typeof origin>;

/** Base price plus markup is `sum`, rounded up to a whole dollar is `finalPrice`. */
const explainedPrice = { price: z.number(), sum: z.number(), finalPrice: z.number() };

/** The origins of an item's numbers (behavior 10.9). An origin is null if the history no longer has it. */
export const explainItem = endpoint({
  method: 'GET',
  path: '/api/admin/inventory/:id/explain',
  access: 'inventory.read',
  summary: 'Why an item has its price, markup and quantity',
  params: idParam,
  output: z.object({
    ...explainedPrice,
    markupDollars: z.number(),
    /** Each piece costs `unitPrice`, which is below `finalPrice` if fewer pieces cost less. */
    tiers: z.array(z.object({ from: z.number(), ...explainedPrice, unitPrice: z.number() })),
    quantity: z.number(),
    reserved: z.number(),
    /** The number of pieces that members can order. */
    available: z.number(),
    priceOrigin: z.nullable(origin),
    markupOrigin: z.nullable(origin),
    quantityOrigin: z.nullable(origin),
    /** The last successful sync, which confirmed what the feed has. */
    lastSync: z.nullable(moment),
  }),
  errors: ['not_found'],
});
export type ItemExplanation = z.infer<NonNullable<(typeof explainItem)['output']>>;

/** Every edit returns the edited item and the change-set for Undo. `changeId` is null if nothing changed. */
export const editedItem = z.object({ message: z.string(), item: adminItem, changeId: z.nullable(z.number()) });

/**
 * The edit of one field. `expected` is the old value. If another value is stored, the response is 409 `value_moved` with
 * both (behavior 9.4).
 */
const edit = <Shape extends z.core.$ZodShape>(path: string, summary: string, field: Shape) =>
  endpoint({
    method: 'PATCH',
    path: `/api/admin/inventory/:id/${path}`,
    access: 'inventory.write',
    summary,
    params: idParam,
    input: z.object({ ...field, expected: z.optional(z.unknown()) }),
    output: editedItem,
    errors: ['not_found', 'value_moved'],
  });

const MARKUP = 'Markup must be a number from 0 to 100,000';
const MARKUP_PRECISION = 'Markup must have at most two decimals';
const PERCENTAGE = 'Percentage must be a number from 0 to 1,000';
const LABEL = 'Unknown weight label';

export const markupDollars = z.number(MARKUP).check(
  z.minimum(0, MARKUP),
  z.maximum(MARKUP_MAX_DOLLARS, MARKUP),
  z.refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-4, MARKUP_PRECISION),
);
/** "none", "" and null all remove the label. */
const weightLabel = z.pipe(
  z.nullable(z.enum([...WEIGHT_LABELS, 'none', ''], LABEL)),
  z.transform((label) => (label === 'none' || label === '' ? null : label)),
);

export const active = z.boolean('isActive must be true or false');

export const setMarkup = edit('markup', 'Set the markup of one item', { markupDollars });
export const setActive = edit('toggle', 'Activate or deactivate one item', {
  isActive: active,
});
export const setWeightLabel = edit('weight-label', 'Set the weight label of one item', { weightLabel });
export const setDescription = edit('description', 'Set the description of one item', {
  description: z.nullable(text(5000)),
});

const TIERS = `Tiers must be a list of at most ${MOST_TIERS} {from, price}`;

/** Ascending, with whole numbers of 2 or more. The call also refuses prices that are not below the item's own. */
const tiers = z.array(z.object({ from: z.number(TIERS), price: z.number(TIERS) }, TIERS), TIERS).check((context) => {
  const read = readTiers(context.value, null);
  if ('problem' in read)
    context.issues.push({ code: 'custom', message: tiersRefusal(read.problem), input: context.value });
});

/** The message for tiers that break a rule of `readTiers`. */
export const tiersRefusal = (problem: string): string => `Tiers ${problem}`;

export const setTiers = edit('tiers', 'Set the tiers of one item', { tiers });

const LOW_STOCK = `The threshold must be a whole number from 0 to ${MOST_LOW_STOCK.toLocaleString('en-US')}`;

/** Null returns to the shop's own threshold. */
export const lowStock = z.nullable(
  z.number(LOW_STOCK).check(z.int(LOW_STOCK), z.minimum(0, LOW_STOCK), z.maximum(MOST_LOW_STOCK, LOW_STOCK)),
);

export const setLowStock = edit('low-stock', 'Set at which stock one item is low', { lowStock });

export const applyBulkMarkup = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/bulk-markup',
  access: 'inventory.write',
  summary: 'Set every markup to a percentage of the base price',
  input: z.object({
    percentage: z.number(PERCENTAGE).check(z.minimum(0, PERCENTAGE), z.maximum(BULK_MARKUP_MAX_PERCENTAGE, PERCENTAGE)),
  }),
  output: z.object({ message: z.string(), changeId: z.nullable(z.number()) }),
  errors: [],
});

const tags = z.array(text(100, 'Tags must be texts'), 'Tags must be a list of texts').check(z.maxLength(50));

/** Edits many items in one change-set, all or none (behavior 9.5). */
export const editMany = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/bulk',
  access: 'inventory.write',
  summary: 'Edit many items in one change-set, or reset fields to the feed',
  input: z.object({
    ids: itemIds(),
    set: z.optional(
      z.object({
        isActive: z.optional(z.boolean()),
        markupDollars: z.optional(markupDollars),
        weightLabel: z.optional(weightLabel),
        /** Fields of the inventory file, which its rules check. Null empties one. */
        category: z.optional(z.unknown()),
        brand: z.optional(z.unknown()),
        size: z.optional(z.unknown()),
        addTags: z.optional(tags),
        removeTags: z.optional(tags),
      }),
    ),
    giveBack: z.optional(z.array(ownableField)),
  }),
  output: z.object({ message: z.string(), changed: z.number(), changeId: z.nullable(z.number()) }),
  errors: ['not_found'],
});

const KIND = 'kind must be "percent", "dollars" or "raise"';
const ROUNDING = 'rounding must be "none", "nine" or "five"';
const ALL = 'all can only be true';
const RULE_IDS = 'ids must be a list of 1 to 50,000 item ids';

/** A final price before and after a rule, amounts in dollars. */
const priceSample = z.object({
  itemId: z.number(),
  name: z.string(),
  before: z.number(),
  after: z.number(),
  /** The markup that the rule sets. */
  markupDollars: z.number(),
});

/** The changed, and those that stay at their base price, because the rule asks for less. */
const ruleCounts = z.object({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  atBasePrice: z.number(),
});

/**
 * Sets the markups of the given items, or of all, by a rule (behavior 9.16). With `dryRun` it changes nothing.
 * Both return counts and sample prices: the cheapest, the middle and the dearest of the items that change. The item whose
 * price moves furthest is added.
 */
export const applyPriceRule = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/price-rule',
  access: 'inventory.write',
  summary: 'Set prices by a rule, or preview it',
  input: z
    .object({
      ids: z.optional(itemIds(RULE_IDS)),
      all: z.optional(z.boolean(ALL).check(z.refine((all) => all, ALL))),
      kind: z.enum(PRICE_RULE_KINDS, KIND),
      value: z.number('value must be a number'),
      rounding: z.enum(PRICE_ROUNDINGS, ROUNDING),
      dryRun: z.optional(z.boolean('dryRun must be true or false')),
    })
    .check((context) => {
      const { ids, all } = context.value;
      const message =
        (ids === undefined) === (all === undefined) ? 'Give either ids or all' : priceRuleProblem(context.value);
      if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
    }),
  output: z.object({
    message: z.string(),
    counts: ruleCounts,
    samples: z.array(priceSample),
    changed: z.number(),
    /** Null for a dry run, and if nothing changed. */
    changeId: z.nullable(z.number()),
  }),
  takesIdempotencyKey: true,
  errors: ['not_found'],
});
export type PriceRuleResult = z.infer<NonNullable<(typeof applyPriceRule)['output']>>;

/** Replaces doubtful labels with the suggested ones, on all items or on the given ones. */
export const fixLabels = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/labels',
  access: 'inventory.write',
  summary: 'Correct doubtful weight labels',
  input: z.object({ ids: z.optional(z.array(z.number().check(z.int(), z.positive())).check(z.maxLength(50_000))) }),
  output: z.object({ message: z.string(), changed: z.number(), changeId: z.nullable(z.number()) }),
  errors: [],
});

/**
 * Replaces the whole inventory from a file: a multipart form with the field "file". With `dryRun=true` it returns the plan
 * and changes nothing. With `planHash` it applies only the plan of the preview (behavior 9.7, 9.8).
 */
export const replaceInventory = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/replace-inventory',
  access: 'inventory.write',
  summary: 'Replace the whole inventory from a file',
  query: z.object({ dryRun: z.optional(flag), planHash: z.optional(text(100)) }),
  output: z.object({
    message: z.string(),
    stats: fileStats,
    counts: planCounts,
    warnings: z.array(z.string()),
    /** Dry run only. */
    planHash: z.optional(z.string()),
    /** Dry run only: the first 100. */
    rows: z.optional(z.array(planRow)),
    /** Applied only. */
    changeId: z.optional(z.nullable(z.number())),
    /** Applied only: the replacement turned auto sync off. */
    autoSyncSwitchedOff: z.optional(z.boolean()),
  }),
  errors: ['wrong_file_type', 'file_too_large', 'file_invalid', 'plan_moved'],
});
export type ReplaceResult = z.infer<NonNullable<(typeof replaceInventory)['output']>>;
