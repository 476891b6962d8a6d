import type { ShopNotices } from '#contract/shop-notices.ts';

/** The notices with which every shop starts. */
export const DEFAULT_NOTICES = {
  pricing: 'Bulk pricing: check our Telegram group.',
  weights: 'Some weight labels are incorrect. Message the seller for the correct weights.',
} as const;

const NO_ORDERS = 'The shop takes no orders right now.';

/** What members read about a closed shop; null if there is nothing to say. */
export const closedText = ({ closed, closedOrders }: ShopNotices): string | null =>
  closed ?? (closedOrders ? NO_ORDERS : null);
