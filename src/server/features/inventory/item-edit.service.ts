import { ShopError } from '#contract/errors.ts';
import { type AdminItem, tiersRefusal } from '#contract/inventory.ts';
import type { EditableField } from '#contract/inventory-items.ts';
import { categoryMapOf } from '#domain/category-map.ts';
import { sameValue } from '#domain/inventory-plan.ts';
import { type ItemEdit, planEdit } from '#domain/inventory-plan-edits.ts';
import { readItemEdit } from '#domain/item-edit.ts';
import { toCents } from '#domain/money.ts';
import { isStorable } from '#domain/text.ts';
import { readTiers, type Tier, writtenTiers } from '#domain/tiers.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Tx } from '../../db/types.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { applyPlan } from './apply-plan.ts';
import { byId } from './draft-plan.ts';
import { presentItem, type ShownTerms } from './inventory.present.ts';
import { findItems, type StoredItem } from './inventory.queries.ts';

/** A field that a call sets, by its name in the API. */
export type EditedField = EditableField | 'images';
type Values = Readonly<Partial<Record<EditedField, unknown>>>;

interface EditRequest {
  id: number;
  /** The old values of some fields, in the API's terms. */
  expected: Values;
  terms: ShownTerms;
  actor: AuditActor;
  now: number;
}

/**
 * Edits one item (behavior 9.4). Returns the edited item and the change-set for Undo, which is null if nothing changed.
 * `edit` returns the edit of the item as it is stored.
 * @throws ShopError not_found for an item that is no longer listed, value_moved if another value than the expected one is
 * stored, invalid_input for tiers that are not below the item's price
 */
export const editItem = (
  database: ShopDatabase,
  { id, edit, expected, terms, actor, now }: EditRequest & { edit: (item: StoredItem) => ItemEdit },
): Promise<{ item: AdminItem; changeId: number | null }> =>
  database.write(async (tx, touch) => {
    const item = await findLockedItem(tx, id);
    refuseMoved(presentItem(item, terms), expected, terms);
    const wanted = edit(item);
    if (wanted.tiers) refuseTiers(wanted.tiers, wanted.priceCents ?? item.priceCents);
    const plan = planEdit(item, wanted);
    const changeId = await applyPlan(tx, touch, { plan, items: byId([item]), kind: 'edit', actor, now });
    const [edited] = await findItems(tx, { ids: [id] });
    return { item: presentItem(edited!, terms), changeId };
  });

/**
 * Edits any fields of one item (behavior 9.20). Values that the item has already are left aside.
 * @throws ShopError not_found and value_moved as above, invalid_input (400) with every bad field
 */
export const editFields = (
  database: ShopDatabase,
  { given, imageOrigin, ...request }: EditRequest & { given: Values; imageOrigin: string | null },
): Promise<{ item: AdminItem; changeId: number | null }> =>
  editItem(database, {
    ...request,
    edit: (item) => {
      const shown = presentItem(item, request.terms);
      const { markupDollars, isActive, lowStock, lab, ...written } = changedOnly(shown, given, request.terms);
      const ownLab = lab === undefined ? {} : { lab: withStoredPath(lab, item, shown) };
      const hasWritten = Object.keys(written).length + Object.keys(ownLab).length > 0;
      const { edit, errors } = hasWritten
        ? readItemEdit(item, { ...written, ...ownLab }, imageOrigin)
        : { edit: {}, errors: [] };
      if (errors.length > 0) throw new ShopError('invalid_input', { message: errors[0]!, errors });
      return {
        ...edit,
        ...(typeof markupDollars === 'number' && { markupCents: toCents(markupDollars)! }),
        ...(typeof isActive === 'boolean' && { isActive }),
        ...(lowStock !== undefined && { lowStock: lowStock as number | null }),
      };
    },
  });

/**
 * Locks the inventory and an item of it, and reads the item.
 * @throws ShopError not_found for an item that is no longer listed
 */
export const findLockedItem = async (tx: Tx, id: number): Promise<StoredItem> => {
  await lockInventory(tx);
  await lockItems(tx, [id]);
  const [item] = await findItems(tx, { ids: [id] });
  if (!item?.listed) throw itemGone();
  return item;
};

/** The error for an item that has left the lists. */
export const itemGone = (): ShopError =>
  new ShopError('not_found', { message: 'This item is no longer in the inventory.' });

/** Prices are compared in the transaction, because only there the item's own is certain. */
const refuseTiers = (tiers: readonly Tier[], priceCents: number): void => {
  const read = readTiers(writtenTiers(tiers), priceCents);
  if ('problem' in read) throw new ShopError('invalid_input', { message: tiersRefusal(read.problem) });
};

const refuseMoved = (item: AdminItem, expected: Values, terms: ShownTerms): void => {
  for (const [field, value] of entriesOf(expected)) {
    if (isStored(item, field, value, terms)) continue;
    throw new ShopError('value_moved', { body: { field, expected: value, stored: item[field], item } });
  }
};

const changedOnly = (item: AdminItem, given: Values, terms: ShownTerms): Values =>
  Object.fromEntries(entriesOf(given).filter(([field, value]) => !isStored(item, field, value, terms)));

const entriesOf = (values: Values): [EditedField, unknown][] =>
  (Object.entries(values) as [EditedField, unknown][]).filter(([, value]) => value !== undefined);

/** "none" and an empty text mean no value, as in the calls, and null an empty list. */
const isStored = (item: AdminItem, field: EditedField, value: unknown, { categories }: ShownTerms): boolean => {
  const stored = item[field];
  // Names that lead to the same category are the same value.
  if (field === 'category' && typeof value === 'string' && isStorable(value)) {
    return categoryMapOf(categories).shown(value) === stored;
  }
  if ((field === 'markupDollars' || field === 'price') && typeof value === 'number') {
    return toCents(value) === toCents(item[field]);
  }
  if (field === 'lab' && isObject(value)) return sameValue(stored, writtenLab(value, item));
  const absent = value === null || value === '' || (field === 'weightLabel' && value === 'none');
  return sameValue(stored, absent ? (Array.isArray(stored) ? [] : null) : value);
};

/** A lab result as items show it: without what is null, and with the file that it keeps. */
const writtenLab = (lab: object, { lab: stored }: AdminItem): object => {
  const { url } = stored ?? {};
  const stated = Object.entries(lab).filter(([, value]) => value !== null);
  return { ...(url !== undefined && !('url' in lab) && { url }), ...Object.fromEntries(stated) };
};

/** The address under which the shop serves the file is the file itself. */
const withStoredPath = (lab: unknown, item: StoredItem, shown: AdminItem): unknown =>
  isObject(lab) && 'url' in lab && lab.url === shown.lab?.url ? { ...lab, url: item.lab?.path } : lab;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
