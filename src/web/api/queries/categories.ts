import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '#contract/categories.ts';
import { UPLOAD_TIMEOUT_MS } from '#domain/constants.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { sendAndShow } from '../show-response.ts';
import { changesKey } from './changes.ts';
import { reloadShop } from './settings.ts';

/** The categories as the picker shows them, then those that are merged (behavior 9.24). */
export const categoriesQuery = queryOptions({
  queryKey: ['admin', 'categories'],
  queryFn: async ({ signal }) =>
    (await call(contract.listCategories, { signal, fallback: 'Failed to load the categories' })).categories,
  ...adminQueryDefaults,
});

export type CategoryEdit = Parameters<typeof call<typeof contract.changeCategory>>[1]['body'];

/** Loads what depends on categories, their colors included. Items and views follow by the events of the panel. */
export const reloadCategories = async (queryClient: QueryClient): Promise<void> => {
  reloadShop(queryClient);
  await Promise.all(
    [categoriesQuery.queryKey, changesKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
};

export const changeCategory = async (queryClient: QueryClient, name: string, edit: CategoryEdit) => {
  const changed = await call(contract.changeCategory, {
    params: { name },
    body: edit,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    fallback: 'Failed to change the category',
  });
  await reloadCategories(queryClient);
  return changed;
};

/** Gives the categories the order of these names. */
export const orderCategories = async (queryClient: QueryClient, names: string[]) => {
  const { changeId } = await sendAndShow(
    queryClient,
    categoriesQuery,
    () => call(contract.orderCategories, { body: { names }, fallback: 'Failed to change the order' }),
    ({ categories }) => categories,
  );
  void queryClient.invalidateQueries({ queryKey: changesKey });
  return changeId;
};
