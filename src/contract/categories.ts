import * as z from 'zod/mini';
import { CATEGORY_KINDS } from '#domain/category-kinds.ts';
import { endpoint } from './endpoint.ts';
import { text } from './values.ts';

/** The most characters of a category's name, as in a file. */
export const MOST_CATEGORY_CHARACTERS = 100;

/** A category of the shop (behavior 9.24). */
const category = z.object({
  name: z.string(),
  /** Which limits count it; null if nobody knows. */
  kind: z.nullable(z.enum(CATEGORY_KINDS)),
  /** 0 to 359. Null for its designated color or the default one. */
  hue: z.nullable(z.number()),
  /** Its listed products, and how many of them are active. */
  products: z.number(),
  active: z.number(),
  position: z.nullable(z.number()),
  /** No member sees it, nor its products. */
  hidden: z.boolean(),
  /** The name of the category that it is a part of. It has that one's kind, color, position and products. */
  mergedInto: z.nullable(z.string()),
});
export type Category = z.infer<typeof category>;

const categories = z.array(category);

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/admin/categories',
  access: 'inventory.read',
  summary: 'The categories, as the picker shows them, then those that are merged',
  output: z.object({ categories }),
  errors: [],
});

const HUE = 'hue must be a whole number from 0 to 359, or null';
const POSITION = 'position must be a whole number from 1, or null';
const KIND = `kind must be one of ${CATEGORY_KINDS.join(', ')}, or null`;
/** Positions are whole numbers that every database can store. */
const LAST_POSITION = 1_000_000_000;

const categoryName = text(MOST_CATEGORY_CHARACTERS, 'A category needs a name');

/**
 * Changes one category. `name` renames it, `mergeInto` makes it a part of another one, and null ends that. The category of
 * items without one is addressed as "Unknown". `changeId` is null if everything was so already.
 */
export const changeCategory = endpoint({
  method: 'PATCH',
  path: '/api/admin/categories/:name',
  access: 'inventory.write',
  summary: 'Rename, merge, order, color or hide a category, or set its kind',
  params: z.object({ name: z.string() }),
  input: z.object({
    name: z.optional(categoryName),
    mergeInto: z.optional(z.nullable(categoryName)),
    kind: z.optional(z.nullable(z.enum(CATEGORY_KINDS, KIND))),
    hue: z.optional(z.nullable(z.number(HUE).check(z.int(HUE), z.minimum(0, HUE), z.maximum(359, HUE)))),
    position: z.optional(
      z.nullable(z.number(POSITION).check(z.int(POSITION), z.minimum(1, POSITION), z.maximum(LAST_POSITION, POSITION))),
    ),
    hidden: z.optional(z.boolean('hidden must be true or false')),
  }),
  output: z.object({ category, changeId: z.nullable(z.number()) }),
  errors: ['not_found', 'category_exists', 'category_circle', 'category_fixed'],
});

/** Gives the categories their order in one change: the named ones the positions from 1 on, the others none. */
export const orderCategories = endpoint({
  method: 'PUT',
  path: '/api/admin/categories',
  access: 'inventory.write',
  summary: 'Set the order of the categories',
  input: z.object({
    names: z.array(categoryName, 'names must be a list of categories').check(z.maxLength(1000, 'These are too many')),
  }),
  output: z.object({ categories, changeId: z.nullable(z.number()) }),
  errors: ['category_fixed'],
});
