import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followAdminEvents } from '../api/admin-events.ts';
import { userQuery } from '../api/queries/users.ts';
import { AUTH_FAILED, errorToast } from './inventory/admin-calls.ts';

/** Events that come in a burst are answered by one load. */
const TOGETHER_MS = 300;

/** Loads anew what is shown. A first load under way may rest on what was before: it is followed by another. */
const renew = async (queryClient: QueryClient, queryKey: QueryKey): Promise<void> => {
  const isFirst = queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
  await queryClient.invalidateQueries({ queryKey });
  if (isFirst) await queryClient.invalidateQueries({ queryKey });
};

/**
 * Keeps every list of the panel at what the shop has now: what another admin, a sync or a member moves is loaded anew.
 * A subject is the second part of the query keys that it makes old; "ready" after a break may hide anything. A session
 * that ended elsewhere ends here too: the panel is drawn by who is signed in.
 */
export const useLivePanel = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const old = new Set<string>();
    let together: ReturnType<typeof setTimeout> | undefined;
    let wasReady = false;

    const reload = () => {
      together = undefined;
      if (old.has('ready')) void renew(queryClient, ['admin']);
      else for (const subject of old) void renew(queryClient, ['admin', subject]);
      old.clear();
    };
    const hear = (subject: string) => {
      // The first "ready" comes while everything is being loaded anyway.
      if (subject === 'ready' && !wasReady) {
        wasReady = true;
        return;
      }
      old.add(subject);
      together ??= setTimeout(reload, TOGETHER_MS);
    };
    const askWhoIsSignedIn = async () => {
      const user = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
      if (user === null) errorToast(AUTH_FAILED);
    };
    const stop = followAdminEvents(hear, () => void askWhoIsSignedIn());
    return () => {
      clearTimeout(together);
      stop();
    };
  }, [queryClient]);
};
