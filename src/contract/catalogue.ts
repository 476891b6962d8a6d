import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** domain/product.ts as a schema; the browser does not parse 15,000 of them, the server's tests do. */
export const product = z.object({
  id: z.number(),
  externalId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  brand: z.string(),
  category: z.string(),
  price: z.number(),
  finalPrice: z.number(),
  quantity: z.number(),
  images: z.array(z.string()),
  tags: z.array(z.string()),
  size: z.nullable(z.string()),
  weightLabel: z.nullable(z.string()),
  labelDoubtful: z.boolean(),
  isActive: z.boolean(),
  lastSynced: z.nullable(z.string()),
});

/** The customer catalogue as a snapshot with an ETag, in brotli or gzip (decisions §8 "catalogue bytes"). */
export const getInventoryData = endpoint({
  method: 'GET',
  path: '/api/inventory-data',
  access: 'catalogue',
  summary: 'All active products',
  output: z.object({ inventory: z.array(product) }),
  errors: [],
});

/**
 * The version that an ETag of GET /api/inventory-data stands for, as events tell it: each encoding has an ETag of its
 * own, "version", "version.br" or "version.gz". Null without one.
 */
export const catalogueVersion = (etag: string | null): string | null =>
  /^(?:W\/)?"([\w-]+)(?:\.(?:br|gz))?"$/.exec(etag ?? '')?.[1] ?? null;
