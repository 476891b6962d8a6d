import { type QueryClient, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { type AdminItem, explainItem, getAdminInventory } from '#contract/inventory.ts';
import { ChangedIds, type Ids } from '#domain/changed-ids.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { changesKey } from './changes.ts';
import { syncStatusKey } from './feed.ts';
import { gotSince, noteItems, sentFor } from './item-moments.ts';
import { keepUnchanged, movesFigures, patchItems } from './patch-items.ts';

export const LOAD_FAILED = 'Failed to load inventory data';

const itemsKey = ['admin', 'inventory'] as const;

/** The origins of an item's numbers. They are fetched again at each press. */
export const itemExplanationQuery = (id: number) =>
  queryOptions({
    queryKey: [...changesKey, 'explanation', id],
    queryFn: ({ signal }) => call(explainItem, { params: { id: String(id) }, signal }),
    ...adminQueryDefaults,
    gcTime: 0,
  });

/** Loads the listed items: those with the given ids, or all of them. The response may be a bare list. */
const fetchItems = async (ids: Ids, signal?: AbortSignal): Promise<readonly AdminItem[]> => {
  const response: { inventory: readonly AdminItem[] } | readonly AdminItem[] = await call(getAdminInventory, {
    query: ids ? { ids: ids.join(',') } : {},
    ...(signal && { signal }),
    fallback: LOAD_FAILED,
  });
  return 'inventory' in response ? response.inventory : response;
};

/** Collects what changes while the whole list is loading; null while it is not. */
let changedWhileLoading: ChangedIds | null = null;

/**
 * Loads the whole list. Items may change while the response is on its way, and it may not have these changes. So the
 * changed items are loaded once more before the list is shown.
 */
const loadItems = async ({ client, signal }: QueryFunctionContext): Promise<readonly AdminItem[]> => {
  const changed = new ChangedIds();
  changedWhileLoading = changed;
  try {
    let items = await fetchItems(null, signal);
    const ids = changed.take();
    if (ids) items = patchItems(items, ids, await fetchItems(ids, signal));
    const left = ids === null ? null : changed.take();
    // Only once the list is there.
    if (left !== undefined) setTimeout(() => void itemsChanged(client, left));
    noteItems(null);
    return keepUnchanged(client.getQueryData(inventoryQuery.queryKey), items);
  } finally {
    if (changedWhileLoading === changed) changedWhileLoading = null;
  }
};

/** The whole inventory as admins see it. It is searched, filtered and sorted in the browser. */
export const inventoryQuery = queryOptions({
  queryKey: itemsKey,
  queryFn: loadItems,
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

/** True if figures may have changed with the list since the shop last reported a change. */
let haveFiguresMoved = false;

const patchShown = (queryClient: QueryClient, ids: readonly number[], answered: readonly AdminItem[]): void => {
  const before = queryClient.getQueryData(inventoryQuery.queryKey);
  if (!before) return;
  const patched = patchItems(before, ids, answered);
  haveFiguresMoved ||= movesFigures(before, patched, ids);
  noteItems(ids);
  queryClient.setQueryData(inventoryQuery.queryKey, patched);
};

/** Puts an item as a call has just returned it into the list. */
export const putItem = (queryClient: QueryClient, item: AdminItem): void =>
  putAnswer(queryClient, item.id, [item], sentFor(item));

/** Takes an item out of the list that a call, sent at that moment, has just taken off it. */
export const dropItem = (queryClient: QueryClient, id: number, sent: number): void =>
  putAnswer(queryClient, id, [], sent);

/** Of two responses that may have overtaken each other neither is believed: the item is loaded once more. */
const putAnswer = (queryClient: QueryClient, id: number, answered: readonly AdminItem[], sent: number): void => {
  changedWhileLoading?.add([id]);
  if (gotSince(id, sent)) {
    changedItems.add([id]);
    void patchList(queryClient);
  } else patchShown(queryClient, [id], answered);
  void queryClient.invalidateQueries({ queryKey: changesKey });
};

const changedItems = new ChangedIds();
let isPatching = false;

/** Loads the changed items, one call after the other, and puts them into the list. */
const patchList = async (queryClient: QueryClient): Promise<void> => {
  if (isPatching) return;
  isPatching = true;
  const updates = () => queryClient.getQueryState(itemsKey)?.dataUpdateCount;
  try {
    for (let ids = changedItems.take(); ids !== undefined; ids = changedItems.take()) {
      const before = updates();
      const items = ids && (await fetchItems(ids));
      if (changedWhileLoading) changedWhileLoading.add(ids);
      else if (!ids || !items) {
        haveFiguresMoved = true;
        await queryClient.invalidateQueries({ queryKey: itemsKey });
      }
      // The list got something newer in the meantime, which this response may not have.
      else if (updates() !== before) changedItems.add(ids);
      else patchShown(queryClient, ids, items);
    }
  } catch {
    haveFiguresMoved = true;
    void queryClient.invalidateQueries({ queryKey: itemsKey });
  } finally {
    isPatching = false;
  }
};

/** Milliseconds in which the shop reports a change to an open page. */
const REPORT_MS = 1500;
let reportedAt = Number.NEGATIVE_INFINITY;
const onReport = new Set<() => void>();

/**
 * Brings the list up to date after the shop has reported a change. It loads only the items that changed, unless they
 * are unknown or too many (behavior 10.3). Returns false if no figure depends on what changed, such as a markup.
 */
export const itemsChanged = async (queryClient: QueryClient, ids: Ids): Promise<boolean> => {
  void queryClient.invalidateQueries({ queryKey: changesKey });
  const isShown = queryClient.getQueryCache().find({ queryKey: itemsKey })?.isActive() ?? false;
  let mayMoveFigures = true;
  if (changedWhileLoading) changedWhileLoading.add(ids);
  else if (isShown) {
    // Without a list, because its load failed, all of it is missing.
    changedItems.add(queryClient.getQueryData(itemsKey) ? ids : null);
    await patchList(queryClient);
    mayMoveFigures = haveFiguresMoved;
    haveFiguresMoved = false;
  }
  reportedAt = performance.now();
  for (const resolve of onReport) resolve();
  return mayMoveFigures;
};

/**
 * Waits until the list shows a change-set that this page has just made. Null stands for no change at all. The shop
 * reports the changed items to every open page, this one included. If there is no report, and was none a moment ago, the
 * page reloads the whole list.
 */
export const showChange = async (queryClient: QueryClient, changeId: number | null): Promise<void> => {
  if (changeId === null || performance.now() - reportedAt < REPORT_MS) return;
  const isReported = await new Promise<boolean>((resolve) => {
    const settle = (reported: boolean) => {
      clearTimeout(timer);
      onReport.delete(report);
      resolve(reported);
    };
    const report = () => settle(true);
    const timer = setTimeout(() => settle(false), REPORT_MS);
    onReport.add(report);
  });
  if (!isReported) await reloadInventory(queryClient);
};
