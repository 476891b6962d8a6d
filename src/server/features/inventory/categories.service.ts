import type { Category } from '#contract/categories.ts';
import { ShopError } from '#contract/errors.ts';
import { IN_HOUSE } from '#domain/categories.ts';
import {
  type CategoryEdit,
  type CategoryPlan,
  type CategoryRefusal,
  planCategory,
  planOrder,
} from '#domain/category-changes.ts';
import { type CategoryMap, kindOfCategory, plainCategory, type StoredCategory } from '#domain/category-map.ts';
import { inPickerOrder } from '#domain/category-order.ts';
import { isInHouseBrand } from '#domain/inventory-item.ts';
import { foldName } from '#domain/typed-text.ts';
import { lockInventory } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { countByCategory, readCategories } from '../categories/categories.queries.ts';
import { applyPlan } from './apply-plan.ts';
import type { StoredItem } from './inventory.queries.ts';

interface Author {
  actor: AuditActor;
  now: number;
}

interface Counts {
  products: number;
  active: number;
}

/** All categories that have something: listed products, or a value that was set. */
export const listCategories = async (db: Db | Tx): Promise<Category[]> => {
  const map = await readCategories(db);
  const { counts, own } = await countProducts(db, map);
  const categories = new Map([...counts.keys(), ...own].map((key) => [key, map.byKey(key) ?? map.of(key)]));
  for (const record of map.records) if (isSet(record)) categories.set(record.key, record);
  const isMerged = ({ mergedInto }: StoredCategory) => mergedInto !== null;
  const all = [...categories.values()];
  return [...inPickerOrder(all.filter((each) => !isMerged(each))), ...inPickerOrder(all.filter(isMerged))].map(
    (category) => present(map, category, counts),
  );
};

/**
 * Changes one category (behavior 9.24). `changeId` is null if everything was so already.
 * @throws ShopError not_found (404), invalid_input (400), category_exists, category_circle, category_fixed (409)
 */
export const changeCategory = async (
  database: ShopDatabase,
  { name, edit, ...author }: Author & { name: string; edit: CategoryEdit },
): Promise<{ category: Category; changeId: number | null }> =>
  database.write(async (tx, touch) => {
    await lockInventory(tx);
    const before = await readCategories(tx);
    const plan = planCategory(before, name, edit);
    if ('refused' in plan) throw refusalOf(plan.refused);
    const changeId = await applyPlan(tx, touch, { ...changeSet(plan), ...author });
    const map = await readCategories(tx);
    const { key } = before.find(name)!;
    const category = map.byKey(key) ?? before.find(name)!;
    return { category: present(map, category, (await countProducts(tx, map)).counts), changeId };
  });

/**
 * Gives the categories their order.
 * @throws ShopError invalid_input (400) for a name that no category has, category_fixed (409)
 */
export const orderCategories = (
  database: ShopDatabase,
  { names, ...author }: Author & { names: readonly string[] },
): Promise<{ categories: Category[]; changeId: number | null }> =>
  database.write(async (tx, touch) => {
    await lockInventory(tx);
    const plan = planOrder(await readCategories(tx), names);
    if ('refused' in plan) throw refusalOf(plan.refused);
    const changeId = await applyPlan(tx, touch, { ...changeSet(plan), ...author });
    return { categories: await listCategories(tx), changeId };
  });

/** A change of categories changes no item. */
const changeSet = ({ changes, summary }: CategoryPlan) => ({
  plan: { rows: [], counts: { added: 0, changed: 0, removed: 0, unchanged: 0 }, warnings: [], summary },
  items: new Map<number, StoredItem>(),
  kind: 'category' as const,
  categories: changes,
});

const refusalOf = (refused: CategoryRefusal): ShopError => {
  if (refused.code === 'invalid_input') return new ShopError('invalid_input', { message: refused.message });
  if (refused.code !== 'category_exists') return new ShopError(refused.code);
  const message = `There is a category ${refused.name} already. Merge into it instead.`;
  return new ShopError('category_exists', { message, body: { name: refused.name } });
};

/**
 * Counts the listed products of each category. Those of the seller count for In-House alone, but limits go by their own
 * categories, which are returned too.
 */
const countProducts = async (
  db: Db | Tx,
  map: CategoryMap,
): Promise<{ counts: ReadonlyMap<string, Counts>; own: ReadonlySet<string> }> => {
  const counts = new Map<string, Counts>();
  const own = new Set<string>();
  for (const { category, brand, products, active } of await countByCategory(db)) {
    const { key } = map.of(isInHouseBrand(brand) ? IN_HOUSE : category);
    const sum = counts.get(key) ?? { products: 0, active: 0 };
    counts.set(key, { products: sum.products + Number(products), active: sum.active + Number(active) });
    own.add(map.of(category).key);
  }
  return { counts, own };
};

const isSet = ({ key, name, mergedInto, kind, hue, position, hidden }: StoredCategory): boolean =>
  foldName(name) !== key || [mergedInto, kind, hue, position].some((value) => value !== null) || hidden;

/** A merged category has what its target has, except for products, which count once. */
const present = (map: CategoryMap, category: StoredCategory, counts: ReadonlyMap<string, Counts>): Category => {
  const target = map.targetOf(category);
  const { products, active } = (target === category ? counts.get(category.key) : undefined) ?? NO_PRODUCTS;
  const { mergedInto } = category;
  return {
    name: category.name,
    kind: kindOfCategory(target),
    hue: target.hue,
    products,
    active,
    position: target.position,
    hidden: target.hidden,
    mergedInto: mergedInto === null ? null : (map.byKey(mergedInto) ?? plainCategory(mergedInto)).name,
  };
};

const NO_PRODUCTS: Counts = { products: 0, active: 0 };
