import { ShopError } from '#contract/errors.ts';
import {
  addFavorite as addFavoriteEndpoint,
  type Favorites,
  getFavorites,
  MOST_FAVORITES,
  removeFavorite,
} from '#contract/favorites.ts';
import { fromJson, type Json } from '../../db/json.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { lockSignedIn } from '../users/current-password.ts';
import type { SignedIn } from '../users/sessions.ts';
import { deleteFavorite, favoriteState, findFavorites, insertFavorite, listFavorites } from './favorites.queries.ts';

/** A member's favorites. Every call returns all of them (behavior 5.22). */
export const registerFavorites: Feature = (serve, shop) => {
  const { database, sessions } = shop;

  serve.inOneStatement(getFavorites, async ({ session }) => {
    const [row] = await findFavorites(database.read, session);
    await sessions.accept(row, session);
    return present(fromJson(row!.favorites));
  });

  serve(addFavoriteEndpoint, ({ user, params }) => addFavorite(shop, user, { itemId: Number(params.id) }));

  serve.inOneStatement(removeFavorite, async ({ session, params }) => {
    const [row] = await database.writeInOneStatement(deleteFavorite, { ...session, itemId: Number(params.id) });
    await sessions.accept(row, session);
    return present(fromJson(row!.favorites as Json<{ item_id: number }[]>));
  });
};

/**
 * Makes a product a favorite. One that is a favorite stays where it is.
 * @throws ShopError not_found (404) for a product members cannot see, too_many_favorites (409)
 */
const addFavorite = (
  { database, clock }: Shop,
  signedIn: SignedIn,
  { itemId }: { itemId: number },
): Promise<Favorites> => {
  const { userId } = signedIn;
  return database.write(async (tx) => {
    // Another addition at the same time waits here, so that the count is right.
    await lockSignedIn(tx, signedIn);
    const [state] = await favoriteState(tx, { userId, itemId });
    if (state!.product === null) throw new ShopError('not_found');
    if (state!.favorite === null) {
      if (Number(state!.count) >= MOST_FAVORITES) throw new ShopError('too_many_favorites');
      await insertFavorite(tx, { userId, itemId, now: clock() });
    }
    return present(await listFavorites(tx, { userId }));
  });
};

const present = (rows: readonly { item_id: number }[]): Favorites => ({ ids: rows.map((row) => row.item_id) });
