import type { LabResult } from './lab-result.ts';
import type { ProductBadge } from './product-badge.ts';

/**
 * A product as members see it (behavior 4.1). The catalogue snapshot sends this plain data to the browser, so prices are
 * in dollars, and a missing brand or category is already "Unknown".
 */
export interface Product {
  id: number;
  externalId: string;
  name: string;
  description: string | null;
  brand: string;
  category: string;
  /** Base price in dollars. */
  price: number;
  /** The price for members, in whole dollars: ceil(price + markup) (behavior 4.2). */
  finalPrice: number;
  /** From so many pieces in one cart line, each piece costs this, in whole dollars (behavior 4.11). */
  tiers: ProductTier[];
  /** The number of pieces that can still be ordered: stock minus reservations, never below 0. */
  quantity: number;
  /** Complete paths, such as "/api/proxy-image/a.jpg". */
  images: string[];
  tags: string[];
  size: string | null;
  weightLabel: string | null;
  /** True if the label contradicts the rest. Members then see "weight being confirmed" (behavior 4.7). */
  labelDoubtful: boolean;
  isActive: boolean;
  /** ISO 8601, or null if no sync ever changed the item. */
  lastSynced: string | null;
  /** When the product was first in the lists, ISO 8601. Null if the shop does not know. */
  listedAt: string | null;
  /** Absent in a product without one (behavior 5.21). */
  badge?: ProductBadge;
  /** Absent in a product without one, like `lab`: most products have none, and the catalogue is sent often. */
  batch?: string;
  lab?: ProductLab;
}

export interface ProductTier {
  from: number;
  finalPrice: number;
}

/** A lab result as members see it: `url` is the address of its file (behavior 4.12). Unknown values are absent. */
export interface ProductLab extends Partial<Record<Exclude<keyof LabResult, 'tested' | 'path'>, string>> {
  tested: string;
  url?: string;
}

/** Members see this instead of a missing brand or category (behavior 4.8). */
export const UNKNOWN = 'Unknown';
/** The panel names a missing category so. */
export const UNCATEGORIZED = 'Uncategorized';
