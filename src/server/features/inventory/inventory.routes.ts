import type { InputOf } from '#contract/endpoint.ts';
import {
  getAdminInventory,
  setActive,
  setDescription,
  setLowStock,
  setMarkup,
  setTiers,
  setWeightLabel,
} from '#contract/inventory.ts';
import type { ItemEdit } from '#domain/inventory-plan-edits.ts';
import { toCents } from '#domain/money.ts';
import { chooseEncoding } from '../../http/negotiation.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { IDS_PER_CHUNK } from '../catalogue/inventory-body.ts';
import { presentItem, shownTerms } from './inventory.present.ts';
import { findItems } from './inventory.queries.ts';
import { InventoryList } from './inventory-list.ts';
import { inventoryTerms } from './inventory-terms.ts';
import { type EditedField, editItem } from './item-edit.service.ts';

/** The list of the panel, and the edits of one item (behavior 9.4, 10.3). */
export const registerInventory: Feature = (serve, shop, app) => {
  const { database, clock, jobs, categories } = shop;
  const terms = () => shownTerms(inventoryTerms(shop));
  const list = new InventoryList(database, async (only) => {
    // A rename is in the list as soon as its caller has the response.
    await categories.update();
    return jobs.run('inventoryChunks', { ...terms(), only }, only ? { items: only.length * IDS_PER_CHUNK } : {});
  });
  app.addHook('onClose', () => list.close());

  serve(getAdminInventory, async ({ query: { ids }, request, reply }) => {
    if (ids) {
      const items = await findItems(database.read, { ids });
      return {
        inventory: items.filter((item) => item.listed).map((item) => presentItem(item, terms())),
      };
    }
    const encoding = chooseEncoding(request.headers['accept-encoding']?.toString());
    const bytes = await list.bytes(encoding);
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    // Sent as bytes, because parsing 20,000 items by the schema would stop the process for a second. Their type is the
    // contract's.
    await reply
      .header('Vary', 'Accept-Encoding')
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(bytes);
    return undefined as never;
  });

  /** Serves the edit of one field: the message of a success, and how its input becomes an edit. */
  const serveEdit = <E extends EditEndpoint>(
    endpoint: E,
    field: EditedField,
    message: string | ((input: InputOf<E>) => string),
    toEdit: (input: InputOf<E>) => ItemEdit,
  ) =>
    serve(endpoint as typeof setMarkup, async ({ params, user, ...call }) => {
      const input = call.input as InputOf<E>;
      const edited = await editItem(database, {
        id: Number(params.id),
        edit: () => toEdit(input),
        expected: { [field]: call.input.expected },
        terms: terms(),
        actor: actorOf(user),
        now: clock(),
      });
      return { message: typeof message === 'string' ? message : message(input), ...edited };
    });

  serveEdit(setMarkup, 'markupDollars', 'Markup updated successfully', ({ markupDollars }) => ({
    markupCents: toCents(markupDollars)!,
  }));
  serveEdit(setActive, 'isActive', toggledText, ({ isActive }) => ({ isActive }));
  serveEdit(setWeightLabel, 'weightLabel', 'Weight label updated successfully', ({ weightLabel }) => ({ weightLabel }));
  serveEdit(setDescription, 'description', 'Description updated successfully', ({ description }) => ({
    // Stored as typed, but a blank text is no description.
    description: description?.trim() ? description : null,
  }));
  serveEdit(setTiers, 'tiers', 'Tiers updated successfully', ({ tiers }) => ({
    tiers: tiers.map(({ from, price }) => ({ from, priceCents: toCents(price)! })),
  }));
  serveEdit(setLowStock, 'lowStock', 'Low-stock threshold updated successfully', ({ lowStock: threshold }) => ({
    lowStock: threshold,
  }));
};

type EditEndpoint =
  | typeof setMarkup
  | typeof setActive
  | typeof setWeightLabel
  | typeof setDescription
  | typeof setTiers
  | typeof setLowStock;

const toggledText = ({ isActive }: { isActive: boolean }): string =>
  isActive ? 'Product activated successfully' : 'Product deactivated successfully';
