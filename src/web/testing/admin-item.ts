import type { AdminItem } from '#contract/inventory.ts';

/** An item of the panel's list. A test states only what matters to it. */
export const adminItem = (wanted: Partial<AdminItem> & { id: number }): AdminItem => ({
  externalId: `feed-${wanted.id}`,
  name: `Item ${wanted.id}`,
  description: null,
  brand: 'Moss House',
  category: 'Flower',
  weightLabel: null,
  size: null,
  quantity: 10,
  reserved: 0,
  price: 20,
  markupDollars: 15,
  finalPrice: 35,
  tiers: [],
  batch: null,
  lab: null,
  isActive: true,
  lowStock: null,
  byHand: false,
  tags: [],
  images: [],
  lastSynced: null,
  shopOwned: [],
  labelCheck: null,
  ...wanted,
});
