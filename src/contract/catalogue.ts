import * as z from 'zod/mini';
import { PRODUCT_BADGES } from '#domain/product-badge.ts';
import { endpoint } from './endpoint.ts';

/** A lab result: `url` is the address of its file (behavior 4.12). Unknown values are absent. */
export const labResult = z.object({
  tested: z.string(),
  expires: z.optional(z.string()),
  thc: z.optional(z.string()),
  cbd: z.optional(z.string()),
  url: z.optional(z.string()),
});

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

/**
 * Reads the version from an ETag of GET /api/inventory-data. Each encoding has an ETag of its own: "version",
 * "version.br" or "version.gz". Returns null if there is none.
 */
export const catalogueVersion = (etag: string | null): string | null =>
  /^(?:W\/)?"([\w-]+)(?:\.(?:br|gz))?"$/.exec(etag ?? '')?.[1] ?? null;
