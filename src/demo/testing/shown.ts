import type { Product } from '#domain/product.ts';
import { sizeFromTags } from '#domain/tags.ts';
import type { DemoProduct } from '../catalogue.ts';

/** The product as members see it, with everything that the rules of the domain need. */
export const shown = (product: DemoProduct, id: number): Product => ({
  id,
  externalId: product.id,
  name: product.name,
  description: product.description ?? null,
  brand: product.brand ?? 'Unknown',
  category: product.category ?? 'Unknown',
  price: product.price,
  finalPrice: Math.ceil(product.price + 15),
  tiers: [],
  quantity: product.qty,
  images: product.images ?? [],
  tags: product.tags ?? [],
  size: sizeFromTags(product.tags ?? []),
  weightLabel: product.weightLabel ?? null,
  labelDoubtful: false,
  isActive: true,
  lastSynced: null,
  listedAt: null,
});
