import * as z from 'zod/mini';
import { PRODUCT_BADGES } from '#domain/product-badge.ts';
import { endpoint } from './endpoint.ts';
import { labResult } from './shared-fields.ts';
import { idParam, moment } from './values.ts';

/** domain/product.ts as a schema. The server's tests parse products with it; the browser does not parse 15,000 of them. */
export const product = z.object({
  id: z.number(),
  externalId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  brand: z.string(),
  category: z.string(),
  price: z.number(),
  finalPrice: z.number(),
  /** From so many pieces in one cart line, each piece costs this (behavior 4.11). */
  tiers: z.array(z.object({ from: z.number(), finalPrice: z.number() })),
  quantity: z.number(),
  images: z.array(z.string()),
  tags: z.array(z.string()),
  size: z.nullable(z.string()),
  weightLabel: z.nullable(z.string()),
  labelDoubtful: z.boolean(),
  isActive: z.boolean(),
  lastSynced: z.nullable(z.string()),
  listedAt: z.nullable(z.string()),
  /** Absent in a product without one, like `batch` and `lab` (behavior 5.21). */
  badge: z.optional(z.enum(PRODUCT_BADGES)),
  batch: z.optional(z.string()),
  lab: z.optional(labResult),
});

/** The whole catalogue as a snapshot with an ETag, in brotli or gzip (behavior 4.3). */
export const getInventoryData = endpoint({
  method: 'GET',
  path: '/api/inventory-data',
  access: 'catalogue',
  summary: 'All active products',
  output: z.object({ inventory: z.array(product) }),
  errors: [],
});

/** Since when a product has its price and its quantity (behavior 4.15). Members see nothing of how the shop made them. */
export const explainProduct = endpoint({
  method: 'GET',
  path: '/api/inventory-data/:id/explain',
  access: 'member',
  summary: 'When price and quantity of a product were set',
  params: idParam,
  output: z.object({
    /** When the final price was set; null if the history does not have it any more. */
    pricedAt: z.nullable(moment),
    /** When the stock was last set or confirmed by a sync. */
    countedAt: z.nullable(moment),
  }),
  errors: ['not_found'],
});

/**
 * Reads the version from an ETag of GET /api/inventory-data. Each encoding has an ETag of its own: "version",
 * "version.br" or "version.gz". Returns null if there is none.
 */
export const catalogueVersion = (etag: string | null): string | null =>
  /^(?:W\/)?"([\w-]+)(?:\.(?:br|gz))?"$/.exec(etag ?? '')?.[1] ?? null;
