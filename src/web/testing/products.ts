import type { Product } from '#domain/product.ts';

/** A product with nothing remarkable about it; a test says only what matters to it. */
export const buildProduct = (said: Partial<Product> = {}): Product => ({
  id: 1,
  externalId: `ext-${said.id ?? 1}`,
  name: 'Blue Dream',
  description: null,
  brand: 'Northlight',
  category: 'Flower',
  price: 20,
  finalPrice: 35,
  quantity: 10,
  images: [],
  tags: [],
  size: null,
  weightLabel: null,
  labelDoubtful: false,
  isActive: true,
  lastSynced: null,
  ...said,
});
