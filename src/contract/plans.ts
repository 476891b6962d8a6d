import * as z from 'zod/mini';
import { ROW_KINDS } from '#domain/inventory-plan.ts';

/** One row of a plan or change-set: an item that is added, removed or changed, with its changed fields. */
export const planRow = z.object({
  /** Null for an item that does not exist yet. */
  itemId: z.nullable(z.number()),
  externalId: z.string(),
  name: z.string(),
  kind: z.enum(ROW_KINDS),
  /** The changed fields with their values, amounts in dollars. */
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type PlanRow = z.infer<typeof planRow>;

/** The number of items that a plan adds, changes, removes and leaves as they are. */
export const planCounts = z.object({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  unchanged: z.number(),
});

/** The counts of a file or feed. It names categories in its own way. */
export const fileStats = z.object({
  categoriesFound: z.number(),
  totalProducts: z.number(),
  productsWithStock: z.number(),
});
