import { ShopError } from '#contract/errors.ts';
import {
  addItem,
  addSamples,
  changeStock,
  editItem,
  getItemOrders,
  SALES_DAYS,
  takeOffItem,
} from '#contract/inventory-items.ts';
import { centsToAmount, toCents } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { PictureProcesses } from '../pictures/picture-processes.ts';
import * as service from './add-item.service.ts';
import { findItems } from './inventory.queries.ts';
import { inventoryTerms } from './inventory-terms.ts';
import { editFields } from './item-edit.service.ts';
import { findReservers, sumSales } from './item-orders.queries.ts';
import { addSamples as addSampleProducts } from './samples.service.ts';
import * as stock from './stock.service.ts';
import { takeOff } from './take-off.service.ts';

const DAY_MS = 86_400_000;

/** Items added by hand, samples included, their edits, and what orders mean for one item (behavior 9.15, 9.20, 10.11, 10.24). */
export const registerItems: Feature = (serve, shop, app) => {
  const { database, clock } = shop;

  serve(addItem, async ({ input: { markupDollars, isActive = true, lowStock = null, ...fields }, user, key }) => {
    const added = await service.addItem(database, {
      fields,
      own: {
        isActive,
        lowStock,
        ...(markupDollars !== undefined && { markupCents: toCents(markupDollars)! }),
      },
      key,
      actor: actorOf(user),
      terms: inventoryTerms(shop),
      now: clock(),
    });
    return { message: `Added "${itemName(added.item)}"`, ...added };
  });

  serve(editItem, async ({ params, input: { expected = {}, ...given }, user }) => {
    const terms = inventoryTerms(shop);
    const request = { id: Number(params.id), given, expected, imageOrigin: terms.imageOrigin, terms };
    const edited = await editFields(database, { ...request, actor: actorOf(user), now: clock() });
    const { changeId, item } = edited;
    return { message: changeId === null ? 'Nothing has changed' : `Updated "${itemName(item)}"`, ...edited };
  });

  serve(changeStock, async ({ params, input: { delta, quantity, reason, note = null }, user, key }) => {
    const changed = await stock.changeStock(database, {
      id: Number(params.id),
      change: delta === undefined ? { quantity: quantity! } : { delta },
      reason,
      note: note || null,
      key,
      actor: actorOf(user),
      now: clock(),
      terms: inventoryTerms(shop),
    });
    const { item, changeId } = changed;
    const message = changeId === null ? 'Nothing has changed' : `Stock of "${itemName(item)}" is now ${item.quantity}`;
    return { message, ...changed };
  });

  serve(takeOffItem, async ({ params, user }) => {
    const order = { id: Number(params.id), actor: actorOf(user), now: clock(), terms: inventoryTerms(shop) };
    const { name, changeId } = await takeOff(database, order);
    return { message: `Took "${name}" off the list`, item: null, changeId };
  });

  // A process of their own, which ends soon: few shops ever add samples.
  const processes = new PictureProcesses(shop.timeLimits.conversion);
  app.addHook('onClose', async () => processes.close());
  serve(addSamples, async ({ user, key }) => {
    const added = await addSampleProducts(shop, processes, { key, actor: actorOf(user) });
    return { message: '12 sample products added.', ...added };
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
