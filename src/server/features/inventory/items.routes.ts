import { ShopError } from '#contract/errors.ts';
import { addItem, getItemOrders, SALES_DAYS } from '#contract/inventory-items.ts';
import { centsToAmount } from '#domain/money.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import * as service from './add-item.service.ts';
import { findItems } from './inventory.queries.ts';
import { inventoryTerms } from './inventory-terms.ts';
import { findReservers, sumSales } from './item-orders.queries.ts';

const DAY_MS = 86_400_000;

/** Items added by hand, and what orders mean for one item (behavior 9.15, 10.11). */
export const registerItems: Feature = (serve, shop) => {
  const { database, clock } = shop;
  const terms = inventoryTerms(shop);

  serve(addItem, async ({ input, user, request }) => {
    const added = await service.addItem(database, {
      fields: input,
      key: idempotencyKey(request),
      actor: actorOf(user),
      terms,
      now: clock(),
    });
    return { message: `Added "${added.item.name}"`, ...added };
  });

  serve(getItemOrders, async ({ params }) => {
    const itemId = Number(params.id);
    const { read } = database;
    const [[item], reservedBy, sales] = await Promise.all([
      findItems(read, { ids: [itemId] }),
      findReservers(read, { itemId }),
      sumSales(read, { itemId, since: clock() - SALES_DAYS * DAY_MS }),
    ]);
    if (!item?.listed) throw new ShopError('not_found');
    return {
      reservedBy,
      sales: {
        pieces: Number(sales.pieces),
        sales: centsToAmount(Number(sales.cents)),
        days: SALES_DAYS,
        lastSoldAt: sales.last === null ? null : new Date(sales.last).toISOString(),
      },
    };
  });
};
