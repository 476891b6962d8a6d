import { ShopError } from '#contract/errors.ts';
import * as contract from '#contract/inventory.ts';
import type { ItemEdit } from '#domain/inventory-plan-edits.ts';
import { toCents } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { heavyWorkOf } from './heavy-work.ts';

/** Acts on many items at once: the bulk markup of the specification, and those of decisions §5. */
export const registerBulk: Feature = (serve, deps) => {
  const { clock } = deps;
  const work = heavyWorkOf(deps);

  serve(contract.applyBulkMarkup, async ({ input, user }) => {
    const { percentage } = input;
    const request = { percentage, actor: user.username, now: clock() };
    const { summary, changeId } = await work.change('applyBulkMarkup', request);
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
    const request = { ids: input.ids, edit, giveBack, actor: user.username, now: clock() };
    const result = await work.change('editMany', request, { items: input.ids.length });
    return { message: `Updated ${counted(result.changed)}`, ...result };
  });

  serve(contract.fixLabels, async ({ input, user }) => {
    const result = await work.change('fixLabels', { ids: input.ids, actor: user.username, now: clock() });
    return { message: `Corrected the weight label of ${counted(result.changed)}`, ...result };
  });
};
