import type { FastifyBaseLogger } from 'fastify';
import { type CategoryChange, changedCategories } from '#domain/category-changes.ts';
import { type CategoryMap, categoryMapOf, NO_CATEGORIES } from '#domain/category-map.ts';
import { uncountedCategories, uncountedWarning } from '#domain/category-warnings.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { KeptValue } from '../../db/kept-value.ts';
import { lockItems } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db, Touch, Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';
import {
  listListedCategories,
  listPlaced,
  readCategories,
  setHeldBack,
  storeCategories,
} from './categories.queries.ts';

export type KeptCategories = KeptValue<CategoryMap>;

/** The categories in memory, where every name that members read is looked up (behavior 9.24). */
export const keepCategories = ({ database, log }: { database: ShopDatabase; log: FastifyBaseLogger }): KeptCategories =>
  new KeptValue<CategoryMap>({
    database,
    log,
    topic: 'categories',
    initial: categoryMapOf(NO_CATEGORIES),
    read: () => readCategories(database.read),
    failure: 'the categories could not be read',
  });

/**
 * Stores changes of categories, and takes the items of hidden ones from members. The caller has locked the inventory,
 * so no plan can add items to a category until this is done.
 */
export const storeCategoryChanges = async (tx: Tx, touch: Touch, changes: readonly CategoryChange[]): Promise<void> => {
  const before = await readCategories(tx);
  const after = changedCategories(before, changes);
  // Those that were merely read from items are stored with them, since others may be merged into them.
  await storeCategories(tx, [...after.records]);
  const affected = (await listPlaced(tx)).filter((item) => isShownElse(item, before, after));
  const heldBack = affected.filter((item) => item.is_active === 1 && after.isHidden(item)).map(({ id }) => id);
  const givenBack = affected.filter((item) => item.held_back === 1 && !after.isHidden(item)).map(({ id }) => id);
  await lockItems(tx, [...heldBack, ...givenBack]);
  await setHeldBack(tx, heldBack, true);
  await setHeldBack(tx, givenBack, false);
  const ids = affected.map(({ id }) => id);
  touch('categories', []);
  touch('inventory', ids);
  if (ids.length > 0) touch('catalogue', ids);
};

type Placed = Awaited<ReturnType<typeof listPlaced>>[number];

/** Returns whether anything that people or rules see of an item is different. */
const isShownElse = (item: Placed, before: CategoryMap, after: CategoryMap): boolean =>
  before.shown(item.category) !== after.shown(item.category) ||
  before.originOf(item.category) !== after.originOf(item.category) ||
  before.isHidden(item) !== after.isHidden(item);

/** What `shop check` says of listed categories that no purchase limit counts (behavior 9.25). */
export const limitNotes = async (db: Db, { PURCHASE_LIMITS }: Pick<Settings, 'PURCHASE_LIMITS'>): Promise<string[]> => {
  const { rules } = parseLimits((await findState(db, 'purchase_limits')) ?? PURCHASE_LIMITS);
  if (!rules?.length) return [];
  const warning = uncountedWarning(uncountedCategories(await readCategories(db), await listListedCategories(db)));
  return warning === null ? [] : [`note ${warning}`];
};
