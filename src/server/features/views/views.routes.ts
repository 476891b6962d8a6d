import { ShopError } from '#contract/errors.ts';
import { deleteView, listViews, MOST_VIEWS, saveView, type View, viewName } from '#contract/views.ts';
import type { CategoryMap } from '#domain/category-map.ts';
import type { Tx } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from '../users/sessions.ts';
import { findUserByName, lockUser } from '../users/users.queries.ts';
import { presentQuery, storedQuery } from './view-query.ts';
import {
  findView,
  listOwnViews,
  listViewsFor,
  removeView,
  renameView,
  storeView,
  type ViewRow,
} from './views.queries.ts';

/** Named views of the inventory list, own and shared (behavior 10.10). */
export const registerViews: Feature = (serve, shop) => {
  const { database, categories } = shop;

  serve(listViews, async ({ user: { userId } }) => ({
    views: (await listViewsFor(database.read, { userId })).map((row) => present(row, categories.current)),
  }));

  serve(saveView, ({ user, params, query: { by }, input: { name, ...input } }) =>
    save(shop, user, { name: readName(params.name), by, newName: name, ...input }),
  );

  serve(deleteView, async ({ user, params, query: { by } }) => {
    const name = readName(params.name);
    await database.write(async (tx, touch) => {
      const view = await findWritable(tx, user, { name, by });
      if (!view) throw new ShopError('not_found');
      await removeView(tx, view);
      touch('views');
    });
    return { message: `"${name}" deleted` };
  });
};

/** @throws ShopError invalid_input (400) for an empty name, or one that is too long */
const readName = (name: string): string => {
  const read = viewName.safeParse(name);
  if (!read.success) throw new ShopError('invalid_input', { message: read.error.issues[0]!.message });
  return read.data;
};

interface NamedView {
  name: string;
  /** The user name of the maker; the caller if absent. */
  by: string | undefined;
}

interface SavedView extends NamedView {
  query: string;
  shared: boolean;
  /** The query that the caller saw. */
  expected?: string | undefined;
  /** The name that a stored view gets; absent if it keeps its own. */
  newName: string | undefined;
}

/**
 * Saves a view, or replaces it, perhaps under another name.
 * @throws ShopError not_found (404) if there is no such view of `by`, or none to rename. not_allowed (403) for the view
 * of another user if the caller is no owner. value_moved (409) if another query is stored than expected. view_exists
 * (409) if the maker has another view of the new name. too_many_views (409).
 */
const save = (
  { database, clock, categories }: Shop,
  user: SignedIn,
  { name, by, query, shared, expected, newName = name }: SavedView,
): Promise<{ view: View }> =>
  database.write(async (tx, touch) => {
    const stored = await findWritable(tx, user, { name, by });
    const mustExist = newName !== name || (by !== undefined && by !== user.username);
    if (!stored && mustExist) throw new ShopError('not_found');
    const seen = stored && presentQuery(stored.query, categories.current);
    if (expected !== undefined && seen !== undefined && seen !== expected) {
      throw new ShopError('value_moved', { body: { stored: seen } });
    }
    if (!stored && (await listOwnViews(tx, user)).length >= MOST_VIEWS) throw new ShopError('too_many_views');
    const userId = stored?.user_id ?? user.userId;
    if (stored && newName !== name) {
      if (await findView(tx, { userId, name: newName })) throw new ShopError('view_exists');
      await renameView(tx, { id: stored.id, name: newName });
    }
    await storeView(tx, { userId, name: newName, query: storedQuery(query, categories.current), shared, now: clock() });
    touch('views');
    return { view: present((await findView(tx, { userId, name: newName }))!, categories.current) };
  });

/**
 * The view that the caller may replace or delete: an own one, or as an owner one that somebody else shares.
 * @throws ShopError not_allowed (403) for a shared view of somebody else if the caller is no owner
 */
const findWritable = async (tx: Tx, user: SignedIn, { name, by }: NamedView): Promise<ViewRow | undefined> => {
  const isOwn = by === undefined || by === user.username;
  const userId = isOwn ? user.userId : (await findUserByName(tx, by))?.id;
  if (userId === undefined) return undefined;
  // A change of another view of the same maker at the same time waits here, so that nothing is overwritten unseen.
  await lockUser(tx, userId);
  const view = await findView(tx, { userId, name });
  if (isOwn) return view;
  // A private view of somebody else does not exist for the caller.
  if (view?.shared !== 1) return undefined;
  if (user.role !== 'owner') throw new ShopError('not_allowed');
  return view;
};

const present = (row: ViewRow, categories: CategoryMap): View => ({
  name: row.name,
  query: presentQuery(row.query, categories),
  shared: row.shared === 1,
  by: row.username,
  updatedAt: new Date(row.updated_at).toISOString(),
});
