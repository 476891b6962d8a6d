import { ShopError } from '#contract/errors.ts';
import type { PriceRuleResult } from '#contract/inventory.ts';
import { type PriceRulePlan, planPriceRule } from '#domain/inventory-plan-edits.ts';
import { centsToDollars } from '#domain/money.ts';
import { type PriceRule, samplePrices } from '#domain/price-rule.ts';
import { counted, formatCount } from '#domain/text.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, withoutAct } from '../idempotency/once.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { applyPlan } from './apply-plan.ts';
import { byId } from './draft-plan.ts';
import { findItems, listItems, type StoredItem } from './inventory.queries.ts';

interface PriceRuleRequest {
  /** All listed items if absent. */
  ids?: readonly number[] | undefined;
  rule: PriceRule;
  dryRun: boolean;
  actor: AuditActor;
  /** The request's Idempotency-Key: a raise that is sent again raises nothing twice. */
  key: string | null;
  now: number;
}

/**
 * Sets the markups of items by a rule, in one change-set, or returns what that would do (behavior 9.16).
 * @throws ShopError not_found if one of the items is no longer listed, invalid_input if a markup would be too high; then
 * nothing changes
 */
export const applyPriceRule = async (
  database: ShopDatabase,
  { ids, rule, dryRun, actor, key, now }: PriceRuleRequest,
  task?: RunningTask,
): Promise<Once<PriceRuleResult>> => {
  if (dryRun) {
    const items = await ruledItems(database.read, ids);
    return withoutAct(resultOf(planned(items, rule), items, null));
  }
  return database.write(async (tx, touch) => {
    const keyed = { call: 'inventory.price-rule', scope: actor.id, key, userId: actor.id, now } as const;
    const { made } = await oncePerKey(tx, keyed, async () => {
      await lockInventory(tx);
      await lockItems(tx, ids);
      const items = await ruledItems(tx, ids);
      const plan = planned(items, rule);
      const changeId = await applyPlan(tx, touch, { plan, items: byId(items), kind: 'markup', actor, now, task });
      return resultOf(plan, items, { changeId });
    });
    return made;
  });
};

const ruledItems = async (db: Db | Tx, ids: readonly number[] | undefined): Promise<StoredItem[]> => {
  if (ids === undefined) return listItems(db, { listedOnly: true });
  const items = (await findItems(db, { ids })).filter((item) => item.listed);
  const gone = new Set(ids).size - items.length;
  if (gone === 0) return items;
  throw new ShopError('not_found', {
    message: `${formatCount(gone)} of these items ${gone === 1 ? 'is' : 'are'} no longer in the inventory. Nothing was changed.`,
  });
};

const planned = (items: readonly StoredItem[], rule: PriceRule): PriceRulePlan => {
  const plan = planPriceRule(items, rule);
  if (plan.tooHigh === 0) return plan;
  throw new ShopError('invalid_input', {
    message: `The markup of ${counted(plan.tooHigh)} would be above $100,000. Nothing was changed.`,
  });
};

/** `applied` is null for a dry run. */
const resultOf = (
  plan: PriceRulePlan,
  items: readonly StoredItem[],
  applied: { changeId: number | null } | null,
): PriceRuleResult => {
  const changed = plan.rows.length;
  return {
    message: messageOf(plan, items.length, applied !== null),
    counts: { ...plan.counts, atBasePrice: plan.atBasePrice },
    samples: samplePrices(plan.rows, byId(items)).map(({ itemId, name, beforeCents, afterCents, markupCents }) => ({
      itemId,
      name,
      before: centsToDollars(beforeCents),
      after: centsToDollars(afterCents),
      markupDollars: centsToDollars(markupCents),
    })),
    changed,
    changeId: applied?.changeId ?? null,
  };
};

/** "Price rule applied: 12 of 14 items changed. 2 items stay at their base price, because no markup is below $0.00." */
const messageOf = ({ rows, atBasePrice }: PriceRulePlan, total: number, isApplied: boolean): string => {
  const share = `${formatCount(rows.length)} of ${counted(total)}`;
  const done = isApplied ? `Price rule applied: ${share} changed.` : `${share} would change.`;
  if (atBasePrice === 0) return done;
  const stay = atBasePrice === 1 ? 'stays at its' : 'stay at their';
  return `${done} ${counted(atBasePrice)} ${stay} base price, because no markup is below $0.00.`;
};
