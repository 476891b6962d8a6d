import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParam } from './values.ts';

/** How many favorites a member can have (behavior 5.22). */
export const MOST_FAVORITES = 500;

/** The ids of a member's favorites, the last added first. Products that left the lists are among them. */
const favorites = z.object({ ids: z.array(z.number()) });
export type Favorites = z.infer<typeof favorites>;

export const getFavorites = endpoint({
  method: 'GET',
  path: '/api/favorites',
  access: 'member',
  summary: 'Your favorites',
  output: favorites,
  errors: [],
});

/** Adding a product again changes nothing. `id` is the product's. */
export const addFavorite = endpoint({
  method: 'PUT',
  path: '/api/favorites/:id',
  access: 'member',
  summary: 'Make a product a favorite',
  params: idParam,
  input: z.object({}),
  output: favorites,
  errors: ['not_found', 'too_many_favorites'],
});

/** Removing what is no favorite changes nothing. */
export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/favorites/:id',
  access: 'member',
  summary: 'Remove a product from your favorites',
  params: idParam,
  output: favorites,
  errors: [],
});
