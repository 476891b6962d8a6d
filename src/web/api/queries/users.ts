import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  deleteAccount,
  endSession,
  exportData,
  getUser,
  listSessions,
  type User,
  updateUser,
} from '#contract/users.ts';
import { rememberUser, storedToken, storedUser } from '../../browser/storage.ts';
import { call, isSignedOut } from '../client.ts';
import { download } from '../download.ts';
import { forgetMember } from '../offline/forget-member.ts';
import { forgetKept } from '../offline/kept-catalogue.ts';
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

const sessionsKey = ['sessions'] as const;

/** Where the member is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) =>
    (await call(listSessions, { signal, fallback: 'Your sessions could not be fetched.' })).sessions,
});

export const endOwnSession = async (queryClient: QueryClient, id: string): Promise<void> => {
  try {
    await call(endSession, { params: { id }, fallback: 'The session could not be ended.' });
  } finally {
    await queryClient.invalidateQueries({ queryKey: sessionsKey });
  }
};

/** What a profile that could not be saved is told with (specification §8). */
export const PROFILE_FAILED = 'Failed to update profile';

type ProfileChange = Parameters<typeof call<typeof updateUser>>[1]['body'];

/** Saves profile fields or a new password; the user everywhere on the page follows. */
export const saveProfile = async (queryClient: QueryClient, change: ProfileChange): Promise<User> => {
  const user = await call(updateUser, { body: change, fallback: PROFILE_FAILED });
  rememberUser(user);
  queryClient.setQueryData(userQuery.queryKey, user);
  // A new password has ended the other sessions.
  void queryClient.invalidateQueries({ queryKey: sessionsKey });
  return user;
};

export const downloadOwnData = (): Promise<Blob> =>
  download(exportData, { fallback: 'Your data could not be fetched.' });

export const deleteOwnAccount = (password: string) =>
  call(deleteAccount, { body: { password }, fallback: 'The account could not be deleted.' });
