import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParam, moment } from './values.ts';

/** How many alerts a member can have (behavior 5.23). */
export const MOST_ALERTS = 500;

/** A member's wish to hear when a product is back in stock. */
const alert = z.object({
  productId: z.number(),
  createdAt: moment,
  /** When the product came back; null while it is sold out, or if it sold out again before the member saw it. */
  backAt: z.nullable(moment),
});
export type Alert = z.infer<typeof alert>;

/** The last set first. */
const alerts = z.object({ alerts: z.array(alert) });

export const getAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  access: 'member',
  summary: 'The products that you want to hear about when they are back',
  output: alerts,
  errors: [],
});

/** Only while the product is sold out. Setting an alert again changes nothing, unless the product came back since. */
export const setAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/:id',
  access: 'member',
  summary: 'Hear when a product is back in stock',
  params: idParam,
  input: z.object({}),
  output: alerts,
  errors: ['not_found', 'in_stock', 'too_many_alerts'],
});

/** Ending what is no alert changes nothing. */
export const endAlert = endpoint({
  method: 'DELETE',
  path: '/api/alerts/:id',
  access: 'member',
  summary: 'End an alert',
  params: idParam,
  output: alerts,
  errors: [],
});

/** The page has told the member that these products are back. Those that are not are left alone. */
export const markAlertsSeen = endpoint({
  method: 'POST',
  path: '/api/alerts/seen',
  access: 'member',
  summary: 'Say that you know that products are back',
  input: z.object({
    productIds: z
      .array(z.number('A product is needed').check(z.int('A product is needed'), z.minimum(1, 'A product is needed')))
      .check(z.maxLength(MOST_ALERTS, `At most ${MOST_ALERTS} products`)),
  }),
  output: alerts,
  errors: [],
});

export const listWanted = endpoint({
  method: 'GET',
  path: '/api/admin/alerts',
  access: 'inventory.read',
  summary: 'The products that members wait for, and how many wait',
  output: z.object({ products: z.array(z.object({ productId: z.number(), members: z.number(), since: moment })) }),
  errors: [],
});
