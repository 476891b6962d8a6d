import type { FastifyBaseLogger } from 'fastify';
import { errorText, ShopError } from '#contract/errors.ts';
import type { ShopNotices } from '#contract/shop-notices.ts';
import { KeptValue } from '../../db/kept-value.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';

/** The notices of a new shop: its own texts, and open. */
const NO_NOTICES: ShopNotices = { pricing: null, weights: null, weightsShown: true, closed: null, closedOrders: false };

/** Reads stored notices. */
export const parseNotices = (stored: string | null): ShopNotices =>
  stored ? { ...NO_NOTICES, ...(JSON.parse(stored) as Partial<ShopNotices>) } : NO_NOTICES;

/** @throws ShopError shop_closed (409) with the owner's text, if the shop takes no orders (behavior 10.20) */
export const refuseWhileClosed = ({ closed, closedOrders }: ShopNotices): void => {
  if (!closedOrders) return;
  const text = errorText('shop_closed');
  throw new ShopError('shop_closed', closed ? { message: `${text} ${closed}` } : {});
};

/**
 * The notices of the shop (behavior 10.20), kept in memory. Confirming an order reads them in its own statement instead.
 */
export const keepShopNotices = ({ database, log }: { database: ShopDatabase; log: FastifyBaseLogger }) =>
  new KeptValue<ShopNotices>({
    database,
    log,
    topic: 'shopNotices',
    initial: NO_NOTICES,
    read: async () => parseNotices(await findState(database.read, 'shop_notices')),
    failure: 'the notices of the shop could not be read',
  });
