import { getAdminInventory, setActive, setDescription, setMarkup, setWeightLabel } from '#contract/inventory.ts';
import { toCents } from '#domain/money.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { presentItem } from './inventory.present.ts';
import { listItems } from './inventory.queries.ts';
import { editItem } from './item-edit.service.ts';

/** The list of the panel and the edits of one item (specification §7 "Admin"). */
export const registerInventory: Feature = (serve, { database, clock }) => {
  serve(getAdminInventory, async () => {
    const items = await listItems(database.read, { listedOnly: true });
    return { inventory: items.map(presentItem) };
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
    return { message: `Product ${input.isActive ? 'activated' : 'deactivated'} successfully`, ...edited };
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
