import { ShopError } from '#contract/errors.ts';
import { deleteView, listViews, MOST_VIEWS, saveView, type View, viewName } from '#contract/views.ts';
import type { Tx } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from '../users/sessions.ts';
import { findUserByName, lockUser } from '../users/users.queries.ts';
import { findView, listOwnViews, listViewsFor, removeView, storeView, type ViewRow } from './views.queries.ts';

/** Named views of the inventory list, own and shared (behavior 10.10). */
export const registerViews: Feature = (serve, shop) => {
  const { database } = shop;

  serve(listViews, async ({ user: { userId } }) => ({
    views: (await listViewsFor(database.read, { userId })).map(present),
  }));

  serve(saveView, ({ user, params: { name }, query: { by }, input }) =>
    save(shop, user, { name: readName(name), by, ...input }),
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

/**
 * Saves a view, or replaces it.
 * @throws ShopError not_found (404) if there is no such view of `by`, not_allowed (403) for somebody else's if the caller
 * is no owner, value_moved (409) if another query is stored than expected, too_many_views (409)
 */
const save = (
  { database, clock }: Shop,
  user: SignedIn,
  { name, by, query, shared, expected }: NamedView & { query: string; shared: boolean; expected?: string | undefined },
): Promise<{ view: View }> =>
  database.write(async (tx, touch) => {
    const stored = await findWritable(tx, user, { name, by });
    if (!stored && by !== undefined && by !== user.username) throw new ShopError('not_found');
    if (expected !== undefined && stored && stored.query !== expected) {
      throw new ShopError('value_moved', { body: { stored: stored.query } });
    }
    if (!stored && (await listOwnViews(tx, user)).length >= MOST_VIEWS) throw new ShopError('too_many_views');
    const userId = stored?.user_id ?? user.userId;
    await storeView(tx, { userId, name, query, shared, now: clock() });
    touch('views');
    return { view: present((await findView(tx, { userId, name }))!) };
  });

/**
 * The view that the caller may replace or delete: an own one, or as an owner one that somebody else shares.
 * @throws ShopError not_allowed (403) for a shared view of somebody else if the caller is no owner
 */
const findWritable = async (tx: Tx, user: SignedIn, { name, by }: NamedView): Promise<ViewRow | undefined> => {
  const isOwn = by === undefined || by === user.username;
  const userId = isOwn ? user.userId : (await findUserByName(tx, by))?.id;
  if (userId === undefined) return undefined;
  // Whoever changes a view of the same maker at the same time waits here, so that nothing is overwritten unseen.
  await lockUser(tx, userId);
  const view = await findView(tx, { userId, name });
  if (isOwn) return view;
  // A private view of somebody else does not exist for the caller.
  if (view?.shared !== 1) return undefined;
  if (user.role !== 'owner') throw new ShopError('not_allowed');
  return view;
};

const present = (row: ViewRow): View => ({
  name: row.name,
  query: row.query,
  shared: row.shared === 1,
  by: row.username,
  updatedAt: new Date(row.updated_at).toISOString(),
});
