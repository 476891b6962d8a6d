import { ShopError } from '#contract/errors.ts';
import * as contract from '#contract/inventory.ts';
import type { ItemEdit } from '#domain/inventory-plan-edits.ts';
import { toCents } from '#domain/money.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { applyBulkMarkup, editMany, fixLabels } from './bulk.service.ts';

/** Acts on many items at once: the bulk markup of the specification, and those of decisions §5. */
export const registerBulk: Feature = (serve, { database, clock }) => {
  serve(contract.applyBulkMarkup, async ({ input, user }) => {
    const { percentage } = input;
    const { summary, changeId } = await applyBulkMarkup(database, { percentage, actor: user.username, now: clock() });
    return { message: summary, changeId };
  });

  serve(contract.editMany, async ({ input, user }) => {
    const { isActive, markupDollars, weightLabel } = input.set ?? {};
    const edit: ItemEdit = {
      ...(isActive !== undefined && { isActive }),
      ...(markupDollars !== undefined && { markupCents: toCents(markupDollars)! }),
      ...(weightLabel !== undefined && { weightLabel }),
    };
    const giveBack = input.giveBack ?? [];
    if (Object.keys(edit).length === 0 && giveBack.length === 0) {
      throw new ShopError('invalid_input', { message: 'Nothing to change' });
    }
    const result = await editMany(database, { ids: input.ids, edit, giveBack, actor: user.username, now: clock() });
    return { message: `Updated ${items(result.changed)}`, ...result };
  });

  serve(contract.fixLabels, async ({ input, user }) => {
    const result = await fixLabels(database, { ids: input.ids, actor: user.username, now: clock() });
    return { message: `Corrected the weight label of ${items(result.changed)}`, ...result };
  });
};

const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;
