import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getChange } from '#contract/changes.ts';
import { type AdminItem, explainItem } from '#contract/inventory.ts';
import type { Ids } from '#domain/changed-ids.ts';
import { call } from '../client.ts';
import { itemsKey, panelList } from '../panel-list.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { changesKey } from './changes.ts';
import { syncStatusKey } from './feed.ts';

/** The origins of an item's numbers. They are fetched again at each press. */
export const itemExplanationQuery = (id: number) =>
  queryOptions({
    queryKey: [...changesKey, 'explanation', id],
    queryFn: ({ signal }) => call(explainItem, { params: { id: String(id) }, signal }),
    ...adminQueryDefaults,
    gcTime: 0,
  });

/** The whole inventory as admins see it. It is searched, filtered and sorted in the browser. */
export const inventoryQuery = queryOptions({
  queryKey: itemsKey,
  queryFn: ({ client, signal }): Promise<readonly AdminItem[]> => panelList(client).load(signal),
  // The list compares its items by id, and not by position.
  structuralSharing: false,
  ...adminQueryDefaults,
});

/** Loads the whole list again, and everything else on the page that depends on it. */
export const reloadInventory = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all(
    [itemsKey, changesKey, syncStatusKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
};

/** Puts an item as a call has just returned it into the list. */
export const putItem = (queryClient: QueryClient, item: AdminItem): void => {
  panelList(queryClient).put(item.id, item);
  void queryClient.invalidateQueries({ queryKey: changesKey });
};

/** Loads the items that changed, unless they are unknown or too many (behavior 10.3). Returns whether the list is shown. */
const updateList = async (queryClient: QueryClient, ids: Ids): Promise<boolean> => {
  void queryClient.invalidateQueries({ queryKey: changesKey });
  const isShown = queryClient.getQueryCache().find({ queryKey: itemsKey })?.isActive() ?? false;
  if (isShown) await panelList(queryClient).update(ids);
  return isShown;
};

/**
 * Brings the list up to date after the shop has reported a change. Returns false if no figure depends on what changed, such
 * as a markup.
 */
export const itemsChanged = async (queryClient: QueryClient, ids: Ids): Promise<boolean> =>
  (await updateList(queryClient, ids)) ? panelList(queryClient).takeMovesFigures() : true;

const ROWS_OF_A_PAGE = 200;

/** Shows a change-set that this page has just made. Null stands for no change at all. The shop's report updates the figures. */
export const showChange = async (queryClient: QueryClient, changeId: number | null): Promise<void> => {
  if (changeId === null) return;
  const ids = await call(getChange, { params: { id: String(changeId) }, query: { limit: ROWS_OF_A_PAGE } }).then(
    ({ rows, nextCursor }) => (nextCursor === null ? rows.flatMap(({ itemId }) => itemId ?? []) : null),
    () => null,
  );
  await updateList(queryClient, ids);
};
