import * as z from 'zod/mini';
import { SHOP_CLOSED } from '#domain/constants.ts';
import { endpoint } from './endpoint.ts';
import { trimmedText } from './values.ts';

/** The most characters of a shop notice. */
export const SHOP_NOTICE_LENGTH = 500;

/** The texts that owners show in the shop (behavior 10.20). null means the text that every shop starts with, or none. */
export const shopNotices = z.object({
  /** About bulk prices, above the products. */
  pricing: z.nullable(z.string()),
  /** About weight labels, at the gate. */
  weights: z.nullable(z.string()),
  /** True if the gate shows the notice on weights. */
  weightsShown: z.boolean(),
  /** About the shop being closed, above the products and in the cart. Without a text there is no such notice. */
  closed: z.nullable(z.string()),
  /** Nobody can confirm an order. */
  closedOrders: z.boolean(),
});
export type ShopNotices = z.infer<typeof shopNotices>;

/** The texts with which every shop starts. */
export const DEFAULT_NOTICES = {
  pricing: 'Bulk pricing: check our Telegram group.',
  weights: 'Some weight labels are incorrect. Message the seller for the correct weights.',
} as const;

/** The text about a closed shop for members; null if there is nothing to say. */
export const closedText = ({ closed, closedOrders }: Pick<ShopNotices, 'closed' | 'closedOrders'>): string | null =>
  closed ?? (closedOrders ? SHOP_CLOSED : null);

/** null or an empty text returns to the default. */
const notice = z.optional(z.nullable(trimmedText(SHOP_NOTICE_LENGTH, 'A notice must be a text')));

export const getShopNotices = endpoint({
  method: 'GET',
  path: '/api/admin/shop-notices',
  access: 'panel',
  summary: 'The notices that the shop shows',
  output: shopNotices,
  errors: [],
});

/** Sets the notices that it names, and leaves the others alone. */
export const setShopNotices = endpoint({
  method: 'PUT',
  path: '/api/admin/shop-notices',
  access: 'settings.write',
  reauthentication: 'recent',
  summary: 'Set notices of the shop; null returns to the default',
  input: z.object({
    pricing: notice,
    weights: notice,
    weightsShown: z.optional(z.boolean('weightsShown must be true or false')),
    closed: notice,
    closedOrders: z.optional(z.boolean('closedOrders must be true or false')),
  }),
  output: shopNotices,
  errors: [],
});
