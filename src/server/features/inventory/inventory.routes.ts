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
import { presentItem } from './inventory.present.ts';
import { findItems } from './inventory.queries.ts';
import { InventoryList } from './inventory-list.ts';
import { inventoryTerms } from './inventory-terms.ts';
import { type EditedField, editItem } from './item-edit.service.ts';

/** The list of the panel, and the edits of one item (behavior 9.4, 10.3). */
export const registerInventory: Feature = (serve, shop, app) => {
  const { database, clock, jobs } = shop;
  const { lowStock } = inventoryTerms(shop);
  const list = new InventoryList(database, (only) =>
    jobs.run('inventoryChunks', { lowStock, only }, only ? { items: only.length * IDS_PER_CHUNK } : {}),
  );
  app.addHook('onClose', () => list.close());

  serve(getAdminInventory, async ({ query: { ids }, request, reply }) => {
    if (ids) {
      const items = await findItems(database.read, { ids });
      return { inventory: items.filter((item) => item.listed).map((item) => presentItem(item, { lowStock })) };
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

  /** Serves the edit of one field: how its input becomes an edit, and the message of a success. */
  const serveEdit = <
    E extends
      | typeof setMarkup
      | typeof setActive
      | typeof setWeightLabel
      | typeof setDescription
      | typeof setTiers
      | typeof setLowStock,
  >(
    endpoint: E,
    field: EditedField,
    toEdit: (input: InputOf<E>) => ItemEdit,
    message: (input: InputOf<E>) => string,
  ) =>
    serve(endpoint as typeof setMarkup, async ({ params, input, user }) => {
      const edited = await editItem(database, {
        id: Number(params.id),
        field,
        edit: () => toEdit(input as InputOf<E>),
        expected: input.expected,
        lowStock,
        actor: actorOf(user),
        now: clock(),
      });
      return { message: message(input as InputOf<E>), ...edited };
    });

  serveEdit(
    setMarkup,
    'markupDollars',
    ({ markupDollars }) => ({ markupCents: toCents(markupDollars)! }),
    () => 'Markup updated successfully',
  );
  serveEdit(
    setActive,
    'isActive',
    ({ isActive }) => ({ isActive }),
    ({ isActive }) => (isActive ? 'Product activated successfully' : 'Product deactivated successfully'),
  );
  serveEdit(
    setWeightLabel,
    'weightLabel',
    ({ weightLabel }) => ({ weightLabel }),
    () => 'Weight label updated successfully',
  );
  serveEdit(
    setDescription,
    'description',
    // Stored as typed, but a blank text is no description.
    ({ description }) => ({ description: description?.trim() ? description : null }),
    () => 'Description updated successfully',
  );
  serveEdit(
    setTiers,
    'tiers',
    ({ tiers }) => ({ tiers: tiers.map(({ from, price }) => ({ from, priceCents: toCents(price)! })) }),
    () => 'Tiers updated successfully',
  );
  serveEdit(
    setLowStock,
    'lowStock',
    ({ lowStock: threshold }) => ({ lowStock: threshold }),
    () => 'Low-stock threshold updated successfully',
  );
};
