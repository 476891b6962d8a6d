import type { WeightLabel } from './weight-labels.ts';

/**
 * One item of the inventory as the shop holds it, amounts in whole cents. Items are never deleted: one that left the
 * feed or the file is no longer `listed`, so receipts keep their product and shop-owned values can come back
 * (decisions §5).
 */
export interface InventoryItem {
  id: number;
  /** The id in feed or file, trimmed text. */
  externalId: string;
  /** In the lists. False: gone from the feed or the file. */
  listed: boolean;
  name: string;
  description: string | null;
  brand: string | null;
  category: string | null;
  tags: string[];
  /** As stored: paths below the image origin. */
  images: string[];
  size: string | null;
  /** Stock on hand, reservations not taken off. */
  quantity: number;
  priceCents: number;
  markupCents: number;
  isActive: boolean;
  weightLabel: WeightLabel | null;
  /** Fields an admin edited: syncs leave them alone until they are given back (decisions §5). */
  shopOwned: OwnableField[];
  /** What the feed last said of the ownable fields, so that giving one back needs no sync. */
  feedDescription: string | null;
  feedWeightLabel: WeightLabel | null;
}

/**
 * The fields that belong to the feed until they are edited in the shop; in the one order in which an item's owned fields
 * are kept, so that lists of them compare.
 */
export const OWNABLE_FIELDS = ['description', 'weightLabel'] as const;
export type OwnableField = (typeof OWNABLE_FIELDS)[number];

/** Items whose brand reads "inhouse" ignoring case, spaces and hyphens are made by the seller (specification §5). */
export const isInHouseBrand = (brand: string | null): boolean =>
  brand !== null && brand.replace(/[\s-]/g, '').toLowerCase() === 'inhouse';
