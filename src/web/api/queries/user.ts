import { queryOptions } from '@tanstack/react-query';
import { getUser, type User } from '#contract/account.ts';
import { rememberUser, storedToken, storedUser } from '../../app/storage.ts';
import { forgetMember } from '../../offline/forget-member.ts';
import { forgetKept } from '../../offline/kept-catalogue.ts';
import { call, isSignedOut } from '../client.ts';
import { FIVE_MINUTES } from '../query-client.ts';

/** Asks who is signed in; takes a bare user as well as `{user}` (specification §7). */
export const fetchUser = async (signal?: AbortSignal): Promise<User> => {
  const answer: { user: User } | User = await call(getUser, { ...(signal && { signal }) });
  return 'user' in answer ? answer.user : answer;
};

/**
 * The signed-in user, or null. A refused token clears the sign-in; no answer or a failing server leaves
 * the user as last seen (decisions §8 "GET /api/user fails at load").
 */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    if (!storedToken()) {
      // The sign-in may have gone in another way than by logging out here.
      void forgetKept();
      return null;
    }
    try {
      const user = await fetchUser(signal);
      rememberUser(user);
      return user;
    } catch (error) {
      if (signal.aborted) throw error;
      if (isSignedOut(error)) await forgetMember();
      return storedUser();
    }
  },
  staleTime: FIVE_MINUTES,
  retry: false,
});
