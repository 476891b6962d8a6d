import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '#contract/views.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** The saved views of the inventory list, own and shared (behavior 10.10). */
export const viewsQuery = queryOptions({
  queryKey: ['admin', 'views'],
  queryFn: async ({ signal }) => (await call(contract.listViews, { signal, fallback: 'Failed to load views' })).views,
  ...adminQueryDefaults,
});

interface SavedView {
  name: string;
  /** The maker, if it is somebody else. */
  by?: string | undefined;
  query: string;
  shared: boolean;
  /** The query that was shown. If another one is stored by now, nothing changes. */
  expected?: string;
  /** The name that it gets instead of its own. */
  newName?: string;
}

/** Saves a view, or replaces it, and renames it in the same step. */
export const saveView = async (queryClient: QueryClient, { name, by, newName, ...body }: SavedView) => {
  const { view } = await call(contract.saveView, {
    params: { name },
    query: { by },
    body: newName === undefined ? body : { ...body, name: newName },
    fallback: 'Failed to save the view',
  });
  await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
  return view;
};

export const deleteView = async (
  queryClient: QueryClient,
  { name, by }: Pick<SavedView, 'name' | 'by'>,
): Promise<void> => {
  await call(contract.deleteView, { params: { name }, query: { by }, fallback: 'Failed to delete the view' });
  await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
};
