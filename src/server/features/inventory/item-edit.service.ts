import { ShopError } from '#contract/errors.ts';
import { type AdminItem, tiersRefusal } from '#contract/inventory.ts';
import { sameValue } from '#domain/inventory-plan.ts';
import { type ItemEdit, planEdit } from '#domain/inventory-plan-edits.ts';
import { toCents } from '#domain/money.ts';
import { readTiers, type Tier, writtenTiers } from '#domain/tiers.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { applyPlan } from './apply-plan.ts';
import { byId } from './draft-plan.ts';
import { presentItem } from './inventory.present.ts';
import { findItems, type StoredItem } from './inventory.queries.ts';

/** The field that a call sets, by its name in the API. */
export type EditedField =
  | 'markupDollars'
  | 'isActive'
  | 'weightLabel'
  | 'description'
  | 'tiers'
  | 'images'
  | 'lowStock';

/**
 * Edits one field of one item (behavior 9.4). `expected` is the old value in the API's terms; undefined if the caller
 * does not state it. Returns the edited item and the change-set for Undo, which is null if nothing changed.
 * @throws ShopError not_found for an item that is no longer listed, value_moved if another value is stored,
 * invalid_input for tiers that are not below the item's price
 */
export const editItem = (
  database: ShopDatabase,
  {
    id,
    field,
    edit,
    expected,
    lowStock,
    actor,
    now,
  }: {
    id: number;
    field: EditedField;
    /** The edit of the item as it is stored. */
    edit: (item: StoredItem) => ItemEdit;
    expected?: unknown;
    /** The shop's threshold. */
    lowStock: number;
    actor: AuditActor;
    now: number;
  },
): Promise<{ item: AdminItem; changeId: number | null }> =>
  database.write(async (tx, touch) => {
    await lockInventory(tx);
    await lockItems(tx, [id]);
    const [item] = await findItems(tx, { ids: [id] });
    if (!item?.listed) throw itemGone();
    if (expected !== undefined && !isStored(presentItem(item, { lowStock }), field, expected)) {
      const shown = presentItem(item, { lowStock });
      throw new ShopError('value_moved', { body: { field, expected, stored: shown[field], item: shown } });
    }
    const wanted = edit(item);
    if (wanted.tiers) refuseTiers(wanted.tiers, item.priceCents);
    const plan = planEdit(item, wanted);
    const changeId = await applyPlan(tx, touch, { plan, items: byId([item]), kind: 'edit', actor, now });
    const [edited] = await findItems(tx, { ids: [id] });
    return { item: presentItem(edited!, { lowStock }), changeId };
  });

/** The error for an item that has left the lists. */
export const itemGone = (): ShopError =>
  new ShopError('not_found', { message: 'This item is no longer in the inventory.' });

/** Prices are compared in the transaction, because only there the item's own is certain. */
const refuseTiers = (tiers: readonly Tier[], priceCents: number): void => {
  const read = readTiers(writtenTiers(tiers), priceCents);
  if ('problem' in read) throw new ShopError('invalid_input', { message: tiersRefusal(read.problem) });
};

/** "none" and an empty text mean no value, as in the calls. */
const isStored = (item: AdminItem, field: EditedField, expected: unknown): boolean => {
  if (field === 'markupDollars' && typeof expected === 'number') return toCents(expected) === toCents(item[field]);
  const absent = expected === '' || (field === 'weightLabel' && expected === 'none');
  return sameValue(item[field], absent ? null : expected);
};
