import { categoryMapOf, type StoredCategory } from '#domain/category-map.ts';
import { findUnmeasured, type Unmeasured } from '#domain/unmeasured.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { listMeasuredItems } from './purchase-limits.queries.ts';
import { amountsOf } from './purchase-limits.ts';

/** Finds the products that state no weight or dose, among all that members can order. A thread job. */
export const findUnmeasuredItems = async (
  { read }: ShopDatabase,
  { categories }: { categories: readonly StoredCategory[] },
): Promise<Unmeasured[]> => {
  const map = categoryMapOf(categories);
  const items = await listMeasuredItems(read);
  return findUnmeasured(
    items
      .filter(({ category }) => !map.of(category).hidden)
      .map((item) => ({ id: item.id, name: item.name, amounts: amountsOf(item, map) })),
  );
};
