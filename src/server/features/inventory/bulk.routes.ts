import { ShopError } from '#contract/errors.ts';
import * as contract from '#contract/inventory.ts';
import type { ItemEdit } from '#domain/inventory-plan-edits.ts';
import { toCents } from '#domain/money.ts';
import { nounFor } from '#domain/text.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';

/** Changes to many items together (behavior 9.5, 9.1, 9.16). */
export const registerBulk: Feature = (serve, shop) => {
  const { clock, jobs } = shop;

  serve(contract.applyBulkMarkup, async ({ input, user }) => {
    const { percentage } = input;
    const request = { percentage, actor: actorOf(user), now: clock() };
    const { summary, changeId } = await jobs.change('applyBulkMarkup', request);
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
    const request = { ids: input.ids, edit, giveBack, actor: actorOf(user), now: clock() };
    const result = await jobs.change('editMany', request, { items: input.ids.length });
    return { message: `Updated ${result.changed} ${nounFor(result.changed)}`, ...result };
  });

  serve(contract.applyPriceRule, ({ input, user, request }) => {
    const { ids, kind, value, rounding, dryRun = false } = input;
    const rule = { kind, value, rounding };
    const key = idempotencyKey(request);
    const job = { ids, rule, dryRun, actor: actorOf(user), key, now: clock() };
    const size = ids && { items: ids.length };
    return dryRun ? jobs.run('applyPriceRule', job, size) : jobs.change('applyPriceRule', job, size);
  });

  serve(contract.fixLabels, async ({ input, user }) => {
    const result = await jobs.change('fixLabels', { ids: input.ids, actor: actorOf(user), now: clock() });
    return { message: `Corrected the weight label of ${result.changed} ${nounFor(result.changed)}`, ...result };
  });
};
