import type { LabResult } from './lab-result.ts';
import type { Tier } from './tiers.ts';
import { foldName } from './typed-text.ts';
import type { WeightLabel } from './weight-labels.ts';

/**
 * One item of the inventory as the shop stores it, amounts in whole cents. Items are never deleted. An item that left
 * the feed or the file is no longer `listed`, so receipts keep their product and shop-owned values can come back
 * (behavior 9.7, 9.10).
 */
export interface InventoryItem {
  id: number;
  /** The id in the feed or file, as trimmed text. */
  externalId: string;
  /** False if the item left the feed or the file. */
  listed: boolean;
  name: string;
  description: string | null;
  brand: string | null;
  category: string | null;
  tags: string[];
  /** Paths below the image origin, and those of uploaded pictures (item-pictures.ts). */
  images: string[];
  size: string | null;
  /** Stock on hand, including what is reserved. */
  quantity: number;
  priceCents: number;
  markupCents: number;
  isActive: boolean;
  weightLabel: WeightLabel | null;
  /** Lower prices from a number of pieces, in ascending order (behavior 4.11). */
  tiers: Tier[];
  /** The maker's name for the pieces on hand. */
  batch: string | null;
  lab: LabResult | null;
  /** At this stock or below it is low (behavior 10.8). Null for the shop's own threshold. */
  lowStock: number | null;
  /** An admin added it. It belongs to the shop, and no sync changes it (behavior 9.15). */
  byHand: boolean;
  /** Fields that an admin edited. Syncs leave them alone until they are reset to the feed (behavior 9.3). */
  shopOwned: OwnableField[];
  /** The last values of the feed for the fields that the shop owns, so that a reset needs no sync. */
  feedValues: FeedValues;
  /** Null if the stock is the one of the feed or file. */
  correction: StockCorrection | null;
}

/** Somebody has corrected the stock of an item of the feed, which holds until the feed sends another figure (behavior 9.22). */
export interface StockCorrection {
  /** The pieces that the feed had then. */
  from: number;
  /** The sum of what was corrected and not undone. */
  by: number;
}

/**
 * The fields that belong to the feed until an admin edits them (behavior 9.3). `shopOwned` always has this order, so that
 * two lists can be compared.
 */
export const OWNABLE_FIELDS = [
  'description',
  'weightLabel',
  'tiers',
  'images',
  'name',
  'brand',
  'category',
  'priceCents',
  'size',
  'tags',
  'batch',
  'lab',
] as const;
export type OwnableField = (typeof OWNABLE_FIELDS)[number];
export type FeedValues = { [Field in OwnableField]?: InventoryItem[Field] };

/** The ownable fields in words. */
export const OWNABLE_FIELD_LABELS: Readonly<Record<OwnableField, string>> = {
  description: 'description',
  weightLabel: 'weight label',
  tiers: 'tiers',
  images: 'pictures',
  name: 'name',
  brand: 'brand',
  category: 'category',
  priceCents: 'base price',
  size: 'size',
  tags: 'tags',
  batch: 'batch',
  lab: 'lab result',
};

/** Returns whether a brand is "inhouse", ignoring case, spaces and hyphens (behavior 4.5). */
export const isInHouseBrand = (brand: string | null): boolean =>
  brand !== null && foldName(brand).replace(/[\s-]/g, '') === 'inhouse';

/** Returns whether so few pieces are left that the shop should order more (behavior 10.8). `threshold` is the shop's own. */
export const isLowOnStock = (
  { quantity, lowStock }: Pick<InventoryItem, 'quantity' | 'lowStock'>,
  threshold: number,
): boolean => quantity <= (lowStock ?? threshold);
