import { type CategoryMap, UNKNOWN_KEY } from '#domain/category-map.ts';
import { UNCATEGORIZED, UNKNOWN } from '#domain/product.ts';
import { foldName } from '#domain/typed-text.ts';

/*
 * A saved view follows its category through every rename and merge, and back (behavior 10.10). It keeps the name under which
 * the category was first written, since that never changes, and shows the one that it has now.
 */

/** The query of a view as it is stored. */
export const storedQuery = (query: string, categories: CategoryMap): string =>
  withCategory(query, categories, ({ key, name }) => (foldName(name) === key ? null : key));

/** The query of a stored view as people use it now. */
export const presentQuery = (query: string, categories: CategoryMap): string =>
  withCategory(query, categories, (category) => {
    const { key, name } = categories.targetOf(category);
    return key === UNKNOWN_KEY && name === UNKNOWN ? UNCATEGORIZED : name;
  });

type Found = NonNullable<ReturnType<CategoryMap['find']>>;

/** Replaces the category of a query. `nameOf` returns null to leave it. */
const withCategory = (query: string, categories: CategoryMap, nameOf: (category: Found) => string | null): string => {
  const params = new URLSearchParams(query);
  const written = params.get('category');
  if (written === null) return query;
  const category = categories.find(written) ?? (written === UNCATEGORIZED ? categories.find(UNKNOWN) : undefined);
  const name = category ? nameOf(category) : null;
  if (name === null || name === written) return query;
  params.set('category', name);
  return params.toString();
};
