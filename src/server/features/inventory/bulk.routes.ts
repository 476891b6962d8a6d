import { ShopError } from '#contract/errors.ts';
import * as contract from '#contract/inventory.ts';
import type { ItemEdit } from '#domain/inventory-plan-edits.ts';
import { toCents } from '#domain/money.ts';
import { counted, nounFor } from '#domain/text.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { ownableField } from './inventory.present.ts';
import { countListed } from './inventory.queries.ts';
import { inventoryTerms } from './inventory-terms.ts';

/** Changes to many items together (behavior 9.5, 9.1, 9.16). */
export const registerBulk: Feature = (serve, shop) => {
  const { database, clock, jobs, tasks } = shop;
  /** How many items an action is for: the whole inventory without ids. */
  const countItems = async (ids: readonly number[] | undefined) => ids?.length ?? (await countListed(database.read));

  serve(contract.applyBulkMarkup, async ({ input, user }) => {
    const { percentage } = input;
    const request = { percentage, actor: actorOf(user), now: clock() };
    const items = await countItems(undefined);
    const order = {
      kind: 'bulk_markup',
      user,
      label: `Apply a ${percentage}% markup to ${counted(items)}`,
      items,
    } as const;
    return tasks.runIfLong(order, async (task) => {
      const { summary, changeId } = await jobs.change('applyBulkMarkup', request, { items, task });
      return { message: summary, changeId };
    });
  });

  serve(contract.editMany, async ({ input, user }) => {
    const { isActive, markupDollars, weightLabel, ...facts } = input.set ?? {};
    const edit: ItemEdit = {
      ...(isActive !== undefined && { isActive }),
      ...(markupDollars !== undefined && { markupCents: toCents(markupDollars)! }),
      ...(weightLabel !== undefined && { weightLabel }),
    };
    const giveBack = (input.giveBack ?? []).map(ownableField);
    const isEmpty = Object.keys({ ...edit, ...facts }).length === 0;
    if (isEmpty && giveBack.length === 0) {
      throw new ShopError('invalid_input', { message: 'Nothing to change' });
    }
    const { imageOrigin } = inventoryTerms(shop);
    const request = { ids: input.ids, edit, facts, giveBack, imageOrigin, actor: actorOf(user), now: clock() };
    const items = input.ids.length;
    const order = { kind: 'bulk_edit', user, label: `Edit ${counted(items)}`, items } as const;
    return tasks.runIfLong(order, async (task) => {
      const result = await jobs.change('editMany', request, { items, task });
      return { message: `Updated ${result.changed} ${nounFor(result.changed)}`, ...result };
    });
  });

  serve(contract.applyPriceRule, async ({ input, user, key }) => {
    const { ids, kind, value, rounding, dryRun = false } = input;
    const rule = { kind, value, rounding };
    const job = { ids, rule, dryRun, actor: actorOf(user), key, now: clock() };
    const items = await countItems(ids);
    if (dryRun) return jobs.run('applyPriceRule', job, { items });
    const order = { kind: 'price_rule', user, label: `Price rule for ${counted(items)}`, items } as const;
    return tasks.runIfLong(order, (task) => jobs.change('applyPriceRule', job, { items, task }));
  });

  serve(contract.fixLabels, async ({ input, user }) => {
    const categories = shop.categories.current.records;
    const request = { ids: input.ids, categories, actor: actorOf(user), now: clock() };
    const order = {
      kind: 'bulk_edit',
      user,
      label: 'Correct weight labels',
      items: await countItems(input.ids),
    } as const;
    return tasks.runIfLong(order, async (task) => {
      // Whatever the number of labels, all items are read.
      const result = await jobs.change('fixLabels', request, { task });
      return { message: `Corrected the weight label of ${result.changed} ${nounFor(result.changed)}`, ...result };
    });
  });
};
