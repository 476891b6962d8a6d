import { sql } from 'kysely';
import type { CategoryKind } from '#domain/category-kinds.ts';
import { type ColumnsOf, fixed, flag, orNull, table, text, textOf, whole, withDefault } from '../../db/table.ts';

const columns = {
  /** The folded name under which it was first written. */
  key: fixed(text),
  name: text,
  /** The key of the category that it is merged into. */
  merged_into: orNull(text),
  /** Null for a guess from the key. */
  kind: orNull(textOf<CategoryKind | 'unknown'>()),
  hue: orNull(whole),
  position: orNull(whole),
  hidden: flag,
  /** Folded names under which items came to it later, a JSON list. */
  names: withDefault(text),
};

declare module '../../db/schema.ts' {
  interface Schema {
    categories: ColumnsOf<typeof columns>;
  }
}

/** The settings of categories, and the first spelling of each. Items keep the names that they came with. */
export const categories = table('categories', columns, {
  checks: {
    'A category is merged into no part of itself': sql`
      select one.name as what from categories as one join categories as other on other.key = one.merged_into
      where other.key = one.key or other.merged_into = one.key`,
  },
});
