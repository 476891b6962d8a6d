import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { moment, text } from './values.ts';

/** The most characters of a view's name, and of the part of an address that it keeps. */
export const VIEW_LIMITS = { name: 60, query: 2000 };
/** How many views a user can save. */
export const MOST_VIEWS = 100;

/** A named view of the inventory list (behavior 10.10). */
const view = z.object({
  name: z.string(),
  /** The part of the list's address after "?". */
  query: z.string(),
  /** Every user of the panel sees it. */
  shared: z.boolean(),
  /** The user name of its maker. */
  by: z.string(),
  updatedAt: moment,
});
export type View = z.infer<typeof view>;

const nameParam = z.object({ name: z.string() });
/** The form of a name. A bad one is a mistake of the caller (400), and not an unknown page. */
export const viewName = text(VIEW_LIMITS.name).check(z.regex(/^\S(.*\S)?$/, 'A name has no spaces around it'));
/** The maker of a view; the caller if absent. */
const maker = z.object({ by: z.optional(text(100)) });

export const listViews = endpoint({
  method: 'GET',
  path: '/api/admin/views',
  access: 'panel',
  summary: 'Your saved views and those that others share',
  output: z.object({ views: z.array(view) }),
  errors: [],
});

/**
 * Saves a view, or replaces one. A view of somebody else (`by`) can be replaced by an owner if it is shared. `expected` is
 * the query that the caller saw; if another one is stored, nothing changes. `name` gives a view that exists another name,
 * in the same step.
 */
export const saveView = endpoint({
  method: 'PUT',
  path: '/api/admin/views/:name',
  access: 'panel',
  summary: 'Save a view of the inventory',
  params: nameParam,
  query: maker,
  input: z.object({
    query: text(VIEW_LIMITS.query, 'The view must be a text'),
    shared: z.boolean('shared must be true or false'),
    expected: z.optional(text(VIEW_LIMITS.query)),
    name: z.optional(viewName),
  }),
  output: z.object({ view }),
  errors: ['not_allowed', 'value_moved', 'too_many_views', 'view_exists'],
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/admin/views/:name',
  access: 'panel',
  summary: 'Delete a saved view',
  params: nameParam,
  query: maker,
  output: z.object({ message: z.string() }),
  errors: ['not_allowed'],
});
