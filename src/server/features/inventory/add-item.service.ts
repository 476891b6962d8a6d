import { randomBytes } from 'node:crypto';
import { ShopError } from '#contract/errors.ts';
import type { AdminItem } from '#contract/inventory.ts';
import { type FileProduct, readProduct } from '#domain/inventory-file-product.ts';
import { type OwnValues, planAdd } from '#domain/inventory-plan-file.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import { applyPlan } from './apply-plan.ts';
import { byId } from './draft-plan.ts';
import { presentItem } from './inventory.present.ts';
import { findItemByExternalId, findItems } from './inventory.queries.ts';
import type { InventoryTerms } from './inventory-terms.ts';

interface AddRequest {
  fields: Record<string, unknown>;
  own: OwnValues;
  /** The Idempotency-Key. */
  key: string | null;
  actor: AuditActor;
  terms: InventoryTerms;
  now: number;
}

/**
 * Adds an item by hand (behavior 9.15). A repeated call returns the item of the first one.
 * @throws ShopError invalid_input (400) with every bad field, item_exists (409) if the id is in the lists already,
 * not_found (404) if a repeated call's item has left the shop
 */
export const addItem = async (
  database: ShopDatabase,
  { fields, own, key, actor, terms, now }: AddRequest,
): Promise<Once<{ item: AdminItem; changeId: number; warnings: string[] }>> => {
  const { product, warnings } = readFields(fields, terms.imageOrigin);
  const keyed = { call: 'inventory.add', scope: actor.id, key, userId: actor.id, now } as const;
  return database.write(async (tx, touch) => {
    const { made } = await oncePerKey(tx, keyed, async () => {
      // Of two who add the same id, the second waits here and then finds the item.
      await lockInventory(tx);
      const { externalId } = product;
      const known = await findItemByExternalId(tx, { externalId });
      if (known?.listed) throw new ShopError('item_exists');
      if (known) await lockItems(tx, [known.id]);
      const items = known ? await findItems(tx, { ids: [known.id] }) : [];
      const plan = planAdd(product, { item: items[0], own, defaultMarkupCents: terms.defaultMarkupCents });
      const changeId = await applyPlan(tx, touch, { plan, items: byId(items), kind: 'edit', actor, now });
      const added = await findItemByExternalId(tx, { externalId });
      return { id: added!.id, changeId: changeId! };
    });
    const [item] = await findItems(tx, { ids: [made.id] });
    if (!item) throw new ShopError('not_found');
    return onceWith(made, { item: presentItem(item, terms), changeId: made.changeId, warnings });
  });
};

/** An id that no feed has. */
const newId = (): string => `shop-${randomBytes(6).toString('hex')}`;

/** @throws ShopError invalid_input with a sentence for every bad field */
const readFields = (
  fields: Record<string, unknown>,
  imageOrigin: string | null,
): { product: FileProduct; warnings: string[] } => {
  const errors: string[] = [];
  const warnings: string[] = [];
  const named = fields.id === undefined || fields.id === null || fields.id === '' ? { ...fields, id: newId() } : fields;
  const { product } = readProduct(named, {
    imageOrigin,
    called: 'file',
    error: (field, problem) => errors.push(`${field ?? 'The item'} ${problem}`),
    warn: (field, problem) => warnings.push(`${field} ${problem}`),
  });
  if (product === null || errors.length > 0) throw new ShopError('invalid_input', { message: errors[0]!, errors });
  return { product, warnings };
};
