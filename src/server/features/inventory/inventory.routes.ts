import { getAdminInventory, setActive, setDescription, setMarkup, setWeightLabel } from '#contract/inventory.ts';
import { toCents } from '#domain/money.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { chooseEncoding } from '../catalogue/content-encoding.ts';
import { AdminInventory } from './admin-inventory.ts';
import { heavyWorkOf } from './heavy-work.ts';
import { editItem } from './item-edit.service.ts';

/** The list of the panel and the edits of one item (specification §7 "Admin"). */
export const registerInventory: Feature = (serve, deps, app) => {
  const { database, clock } = deps;
  const inventory = new AdminInventory(deps);
  app.addHook('onClose', async () => {
    inventory.close();
    await heavyWorkOf(deps).close();
  });

  serve(getAdminInventory, async ({ request, reply }) => {
    const encoding = chooseEncoding(request.headers['accept-encoding']?.toString());
    const bytes = await inventory.bytes(encoding);
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    // Bytes of 20,000 items, made by the contract's type: parsing them by its schema would stop the process for a second.
    await reply
      .header('Vary', 'Accept-Encoding')
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(bytes);
    return undefined as never;
  });

  serve(setMarkup, async ({ params, input, user }) => {
    const edited = await editItem(database, {
      id: Number(params.id),
      field: 'markupDollars',
      edit: { markupCents: toCents(input.markupDollars)! },
      expected: input.expected,
      actor: user.username,
      now: clock(),
    });
    return { message: 'Markup updated successfully', ...edited };
  });

  serve(setActive, async ({ params, input, user }) => {
    const edited = await editItem(database, {
      id: Number(params.id),
      field: 'isActive',
      edit: { isActive: input.isActive },
      expected: input.expected,
      actor: user.username,
      now: clock(),
    });
    const message = input.isActive ? 'Product activated successfully' : 'Product deactivated successfully';
    return { message, ...edited };
  });

  serve(setWeightLabel, async ({ params, input, user }) => {
    const edited = await editItem(database, {
      id: Number(params.id),
      field: 'weightLabel',
      edit: { weightLabel: input.weightLabel },
      expected: input.expected,
      actor: user.username,
      now: clock(),
    });
    return { message: 'Weight label updated successfully', ...edited };
  });

  serve(setDescription, async ({ params, input, user }) => {
    const edited = await editItem(database, {
      id: Number(params.id),
      field: 'description',
      // Kept as typed, but blank is no description: the dialog then says so (specification §2).
      edit: { description: input.description?.trim() ? input.description : null },
      expected: input.expected,
      actor: user.username,
      now: clock(),
    });
    return { message: 'Description updated successfully', ...edited };
  });
};
