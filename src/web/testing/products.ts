import type { Product } from '#domain/product.ts';

/** An ordinary product. A test states only what matters to it. */
export const buildProduct = (overrides: Partial<Product> = {}): Product => ({
  id: 1,
  externalId: `ext-${overrides.id ?? 1}`,
  name: 'Blue Dream',
  description: null,
  brand: 'Northlight',
  category: 'Flower',
  price: 20,
  finalPrice: 35,
  tiers: [],
  quantity: 10,
  images: [],
  tags: [],
  size: null,
  weightLabel: null,
  labelDoubtful: false,
  isActive: true,
  lastSynced: null,
  listedAt: null,
  ...overrides,
});
