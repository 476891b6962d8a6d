import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ChangedSubjects, type Ids } from '#domain/changed-ids.ts';
import { followAdminEvents } from '../api/admin-events.ts';
import { ApiError } from '../api/client.ts';
import { itemsChanged } from '../api/queries/inventory.ts';
import { reloadShop } from '../api/queries/settings.ts';
import { userQuery } from '../api/queries/users.ts';
import { reload } from '../api/query-client.ts';
import { AUTH_FAILED, errorToast } from './action-toasts.ts';

/** Events that come together lead to one load. */
const TOGETHER_MS = 300;

/**
 * Changed items, for the queries that sum them. The list of the inventory patches itself, and often knows that no sum
 * changed.
 */
const STOCK = 'stock';

/** The events that move the opening of the shop on. */
const OPENS: ReadonlySet<string> = new Set(['settings', 'receipts', 'users', STOCK]);

/**
 * Returns true if a query shows something that changed. Its key begins with "admin" and the subject of the event. A key
 * that goes on with "one" and an id depends on that id only; all others, such as lists, depend on every change. The
 * list of what needs attention depends on every subject but tasks. The overview depends on receipts and stock, the
 * opening of the shop also on settings and users, and categories on stock too.
 */
export const isAffected = (key: QueryKey, subject: string, ids: Ids<number | string>): boolean => {
  if (key[0] !== 'admin') return false;
  // The progress of a task changes nothing that needs attention, and comes often.
  if (key[1] === 'attention') return subject !== 'tasks';
  if (key[1] === 'overview') return subject === 'receipts' || subject === STOCK;
  if (key[1] === 'opening') return OPENS.has(subject);
  if (key[1] === 'watching') return subject === 'receipts' || subject === 'settings';
  // It also says whether a webhook is set.
  if (key[1] === 'notices' && subject === 'settings') return true;
  if (key[1] === 'categories') return subject === 'categories' || subject === STOCK;
  // A view shows the name that its category has now.
  if (key[1] === 'views') return subject === 'views' || subject === 'categories';
  if (key[1] !== subject) return false;
  return ids === null || key[2] !== 'one' || ids.some((id) => id === key[3]);
};

/** Returns true if the shop refused a call because of who made it: the session has ended, or the role may not. */
const isShutOut = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Loads the user again after a refused query of the panel, so that the panel shows what the user may do now. */
const followRefusals = (queryClient: QueryClient): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryKey[0] !== 'admin') return;
    if (!isShutOut(event.action.error)) return;
    void queryClient.invalidateQueries({ queryKey: userQuery.queryKey }, { cancelRefetch: false });
  });

/**
 * Keeps everything that the panel shows up to date with the changes of other admins, members and syncs (behavior 10.3).
 * "ready" after a break means that any number of events were missed, so everything reloads. If the session has ended
 * elsewhere, the panel closes: it depends on the signed-in user. If the role has changed, its tabs change.
 */
export const useLivePanel = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const changed = new ChangedSubjects<string>();
    let together: ReturnType<typeof setTimeout> | undefined;
    let wasReady = false;

    const reloadChanged = () => {
      together = undefined;
      const taken = changed.take();
      if (taken.has('ready')) void reload(queryClient, { queryKey: ['admin'] });
      else for (const [subject, ids] of taken) void reloadAffected(subject, ids);
      if (taken.has('settings') || taken.has('ready')) reloadShop(queryClient);
    };
    const onEvent = (subject: string, ids: Ids<number | string>) => {
      // The first "ready" comes while everything is loading anyway.
      if (subject === 'ready' && !wasReady) {
        wasReady = true;
        return;
      }
      if (subject === 'inventory') {
        void itemsChanged(queryClient, ids as Ids).then((mayMoveFigures) => {
          if (mayMoveFigures) add(STOCK, null);
        });
        return;
      }
      // Few, and the sign that something runs must go as soon as it has ended.
      if (subject === 'tasks') return void reloadAffected(subject, ids);
      add(subject, ids);
    };
    const reloadAffected = (subject: string, ids: Ids<number | string>) =>
      reload(queryClient, { predicate: ({ queryKey }) => isAffected(queryKey, subject, ids) });
    const add = (subject: string, ids: Ids<number | string>) => {
      changed.add(subject, ids);
      together ??= setTimeout(reloadChanged, TOGETHER_MS);
    };
    const checkUser = async () => {
      const user = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
      if (user === null) errorToast(AUTH_FAILED);
    };
    const stopEvents = followAdminEvents(onEvent, () => void checkUser());
    const stopRefusals = followRefusals(queryClient);
    return () => {
      clearTimeout(together);
      stopEvents();
      stopRefusals();
    };
  }, [queryClient]);
};
