/**
 * A product as members see it (specification §3, "customer view"). Plain data: it travels as it is from the
 * catalogue snapshot to the browser, so amounts are dollars here and absent brands and categories already read
 * "Unknown".
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
  /** What a member pays for one, in whole dollars: ceil(price + markup). */
  finalPrice: number;
  /** What can still be ordered: stock less open reservations, never below 0. */
  quantity: number;
  /** Ready addresses, "/api/proxy-image/…". */
  images: string[];
  tags: string[];
  size: string | null;
  weightLabel: string | null;
  /** The label contradicts name or tags: members read "weight being confirmed" instead (decisions §5). */
  labelDoubtful: boolean;
  isActive: boolean;
  /** ISO 8601, or null when no sync ever touched it. */
  lastSynced: string | null;
}

/** What stands in place of a missing brand or category in the customer view (specification §3). */
export const UNKNOWN = 'Unknown';
