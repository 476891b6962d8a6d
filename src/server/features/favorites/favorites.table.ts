import { MOST_FAVORITES } from '#contract/favorites.ts';
import {
  atMostPerMember,
  type ColumnsOf,
  counted,
  fixed,
  table,
  text,
  whole,
  withoutDeletedUsers,
} from '../../db/table.ts';
import { listFavorites } from './favorites.queries.ts';

const columns = { id: counted, user_id: fixed(text), item_id: fixed(whole), created_at: fixed(whole) };

declare module '../../db/schema.ts' {
  interface Schema {
    favorites: ColumnsOf<typeof columns>;
  }
}

export const favorites = table('favorites', columns, {
  personal: {
    export: async (db, user) => ({
      favorites: (await listFavorites(db, user)).map(({ item_id, name, created_at }) => ({
        productId: item_id,
        productName: name,
        createdAt: new Date(created_at).toISOString(),
      })),
    }),
    onDeletion: 'delete',
  },
  checks: {
    ...withoutDeletedUsers('favorites', 'favorite'),
    ...atMostPerMember('favorites', MOST_FAVORITES, 'No member has more favorites than allowed'),
  },
});
