import { sql } from 'kysely';
import { CategoryMap, type StoredCategory, withNames } from '#domain/category-map.ts';
import { isOneOf } from '../../db/json.ts';
import { chunks } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';

const listStored = async (db: Db | Tx): Promise<StoredCategory[]> => {
  const rows = await db
    .selectFrom('categories')
    .select(['key', 'name', 'names', 'merged_into', 'kind', 'hue', 'position', 'hidden'])
    .orderBy('key')
    .execute();
  return rows.map(({ merged_into, hidden, names, ...row }) => ({
    ...row,
    names: JSON.parse(names) as string[],
    mergedInto: merged_into,
    hidden: hidden === 1,
  }));
};

/**
 * The map of all categories. Those of items that were stored before the shop kept categories have the name of their first
 * item.
 */
export const readCategories = async (db: Db | Tx): Promise<CategoryMap> => {
  const stored = await listStored(db);
  const written = await db
    .selectFrom('items')
    .select(['category', ({ fn }) => fn.min<number>('id').as('first')])
    .where('category', 'is not', null)
    .groupBy('category')
    .orderBy('first')
    .execute();
  return withNames(
    new CategoryMap(stored),
    written.map(({ category }) => category),
  );
};

/** Stores the names of items that no category has for good yet. Returns the map, and whether it has new ones. */
export const storeNewNames = async (
  tx: Tx,
  written: readonly { category: string | null }[],
): Promise<{ map: CategoryMap; hasNew: boolean }> => {
  const names = new Set(written.map(({ category }) => category));
  const stored = new CategoryMap(await listStored(tx));
  if (withNames(stored, names) === stored) return { map: stored, hasNew: false };
  // Items that came before the shop kept categories were written first.
  const map = withNames(await readCategories(tx), names);
  const isStored = ({ key, names: lasting }: StoredCategory) => stored.byKey(key)?.names.length === lasting.length;
  await storeCategories(
    tx,
    map.records.filter((record) => !isStored(record)),
  );
  return { map, hasNew: true };
};

export const storeCategories = async (tx: Tx, categories: readonly StoredCategory[]): Promise<void> => {
  for (const chunk of chunks(categories)) {
    const rows = chunk.map(({ mergedInto, hidden, names, ...category }) => ({
      ...category,
      names: JSON.stringify(names),
      merged_into: mergedInto,
      hidden: hidden ? (1 as const) : (0 as const),
    }));
    await tx
      .insertInto('categories')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          names: ref('excluded.names'),
          merged_into: ref('excluded.merged_into'),
          kind: ref('excluded.kind'),
          hue: ref('excluded.hue'),
          position: ref('excluded.position'),
          hidden: ref('excluded.hidden'),
        })),
      )
      .execute();
  }
};

/** How many listed items have each category and brand, and how many of those are active. */
export const countByCategory = (db: Db | Tx) =>
  db
    .selectFrom('items')
    .select(({ fn }) => [
      'category',
      'brand',
      fn.countAll<number>().as('products'),
      fn.sum<number>(sql`is_active + held_back`).as('active'),
    ])
    .where('listed', '=', 1)
    .groupBy(['category', 'brand'])
    .execute();

/** The texts that listed items have as their category. */
export const listListedCategories = async (db: Db): Promise<(string | null)[]> => {
  const rows = await db.selectFrom('items').select('category').distinct().where('listed', '=', 1).execute();
  return rows.map(({ category }) => category);
};

/** Returns the facts of each item, listed or not, that decide if members may see it. */
export const listPlaced = (tx: Tx) =>
  tx.selectFrom('items').select(['id', 'category', 'brand', 'is_active', 'held_back']).orderBy('id').execute();

/** Takes items from members, or gives them back. Only active ones change. */
export const setHeldBack = async (tx: Tx, ids: readonly number[], isHeldBack: boolean): Promise<void> => {
  const values = isHeldBack ? ({ is_active: 0, held_back: 1 } as const) : ({ is_active: 1, held_back: 0 } as const);
  for (const chunk of chunks(ids)) {
    await tx
      .updateTable('items')
      .set(values)
      .where(isOneOf(tx, 'id', chunk))
      .where(isHeldBack ? 'is_active' : 'held_back', '=', 1)
      .execute();
  }
};
