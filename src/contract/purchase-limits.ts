import * as z from 'zod/mini';
import { LIMIT_KINDS, LIMIT_UNITS, LIMITS_MAX_LENGTH, PRODUCT_KINDS } from '#domain/purchase-limits.ts';
import { MEASURED_UNITS } from '#domain/unmeasured.ts';
import { endpoint, type OutputOf } from './endpoint.ts';
import { trimmedText } from './values.ts';

/** The limits of the shop, with their rules in order (behavior 6.11). */
export const purchaseLimits = z.object({
  /** As it was written, such as "flower=28g/1d". */
  text: z.string(),
  /** A value set in the panel wins over the setting. */
  source: z.enum(['setting', 'panel']),
  rules: z.array(
    z.object({
      kind: z.enum(LIMIT_KINDS),
      unit: z.enum(LIMIT_UNITS),
      max: z.number(),
      window: z.string(),
      /** The amount that counts for a piece of a product without a known amount; null if it cannot be ordered. */
      amountIfUnknown: z.nullable(z.number()),
    }),
  ),
});

export const getPurchaseLimits = endpoint({
  method: 'GET',
  path: '/api/admin/limits',
  access: 'orders.read',
  summary: 'How much a member may order in a time',
  output: purchaseLimits,
  errors: [],
});

/** The active products of which no limit in a unit knows how much they contain (behavior 6.11). */
export const listUnmeasured = endpoint({
  method: 'GET',
  path: '/api/admin/limits/unmeasured',
  access: 'inventory.read',
  summary: 'The products that state no weight or dose, by kind and unit',
  output: z.object({
    unmeasured: z.array(
      z.object({
        kind: z.enum(PRODUCT_KINDS),
        unit: z.enum(MEASURED_UNITS),
        count: z.number(),
        /** The first of them. */
        items: z.array(z.object({ id: z.number(), name: z.string() })),
      }),
    ),
  }),
  errors: [],
});
export type UnmeasuredItems = OutputOf<typeof listUnmeasured>['unmeasured'];

export const setPurchaseLimits = endpoint({
  method: 'PUT',
  path: '/api/admin/limits',
  access: 'settings.write',
  reauthentication: 'recent',
  summary: 'Set the purchase limits; "" returns to the setting, "none" means no limits',
  input: z.object({ text: trimmedText(LIMITS_MAX_LENGTH, 'The limits must be a text') }),
  output: purchaseLimits,
  errors: [],
});
